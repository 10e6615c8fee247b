import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, parseWorld, WorldError } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { behaviors } from '../../../tools/testing/behaviors.ts';
import { runs } from '../../../tools/testing/seeds.ts';
import { optionsFileSchema, worldFileSchema } from '../file-schemas.ts';
import { optionsFile } from '../src/command/options-file.ts';
import { isPulled } from '../src/records/world.ts';
import { pulledWorldSchema, worldSchema } from '../src/records/world-schema.ts';
import { world } from './fixture.ts';

const repository = join(import.meta.dirname, '../../..');
// Patterns say all that is checked of these.
const ajv = new Ajv({ strict: false, formats: { uuid: true, 'date-time': true } });
const fitsWorld = ajv.compile(worldFileSchema());

function parses(input: unknown): boolean {
  try {
    parseWorld(input);
    return true;
  } catch (error) {
    if (error instanceof WorldError) return false;
    throw error;
  }
}

function areBehavior(input: unknown): boolean {
  try {
    const { behavior } = optionsFile.parse({ behavior: input });
    createMock({ behavior });
    return true;
  } catch {
    return false;
  }
}

/** ajv calls these of the objects that it compares, and throws where they are something else than a function. */
const namesThatAjvCalls = /"(?:toString|valueOf)":/;

/** Of what JSON can write: the value with one of its parts, anywhere, replaced, taken away or added to. */
function changed(original: unknown): fc.Arbitrary<unknown> {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('', '/', 'svc_x', 'open', 'pulled', '..', '2026-04-01', '12x9', 0, 1, 1.5, -1, null, true, {}, []),
  );
  return fc
    .record({ steps: fc.array(fc.nat(), { maxLength: 8 }), how: fc.nat(2), name: fc.string(), value: values })
    .map(({ steps, how, name, value }) => {
      const copy: unknown = structuredClone(original);
      let at = copy;
      for (const step of steps) {
        const next: unknown = Object.values(Object(at))[step % (Object.keys(Object(at)).length || 1)];
        if (typeof next !== 'object' || next === null) break;
        at = next;
      }
      const keys = Object.keys(Object(at));
      const key = how === 2 || keys.length === 0 ? name : (keys[(steps.at(-1) ?? 0) % keys.length] ?? name);
      if (how === 1 && !Array.isArray(at)) Reflect.deleteProperty(Object(at), key);
      else if (Array.isArray(at)) at.push(value);
      else Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
      return copy;
    })
    .filter((copy) => !namesThatAjvCalls.test(JSON.stringify(copy)));
}

const guide = readFileSync(join(repository, 'docs/mock/server.md'), 'utf8');
const worldsOfGuide = [...guide.matchAll(/^```json\n([\s\S]*?)^```/gm)]
  .map(([, text = '']): object => JSON.parse(text))
  .filter((value) => 'organizations' in value);

describe('the JSON Schema of a world file', () => {
  const pulled = {
    form: 'pulled',
    organizations: [{ id: '7', slug: 'acme', x: 1, projects: [{ id: 'p', issues: [] }] }],
  };
  const worlds: [string, unknown][] = [
    ['an empty object', {}],
    ['the world of the tests', world()],
    ['the demo world', demoWorld()],
    ['pulled data', pulled],
    ['a world with $schema', { $schema: './world.schema.json', ...world() }],
    ['pulled data with $schema', { $schema: './world.schema.json', ...pulled }],
    ...worldsOfGuide.map((each, index): [string, unknown] => [`world ${index + 1} of the guide`, each]),
  ];

  test.each(worlds)('accepts %s, as the mock does', (_title, input) => {
    expect(parses(input)).toBe(true);
    expect(fitsWorld(JSON.parse(JSON.stringify(input))), ajv.errorsText(fitsWorld.errors)).toBe(true);
  });

  test('is tested with the worlds of the guide', () => expect(worldsOfGuide.length).toBeGreaterThan(0));

  const whole = worldsOfGuide[0] ?? {};
  test.each([
    ['a world', whole],
    ['pulled data', { ...whole, form: 'pulled' }],
  ])('agrees with the mock on %s with any change', (_title, original) => {
    let refused = 0;
    fc.assert(
      fc.property(changed(original), (input) => {
        const { success } = (isPulled(input) ? pulledWorldSchema : worldSchema).safeParse(input);
        if (!success) refused += 1;
        expect(fitsWorld(input), ajv.errorsText(fitsWorld.errors)).toBe(success);
      }),
      { numRuns: runs(200, 2_000) },
    );
    expect(refused).toBeGreaterThan(0);
  });
});

describe('the JSON Schema of an options file', () => {
  // It names the schema of worlds, which lies beside it.
  const fits = ajv
    .addSchema(worldFileSchema(), 'file:///world.schema.json')
    .compile({ $id: 'file:///options.schema.json', ...optionsFileSchema() });
  const written = {
    $schema: './node_modules/@issue-tracking/mock/options.schema.json',
    world: world(),
    behavior: { listItem: 'both' },
    rateLimit: { requests: 5 },
    latencyMs: [50, 400],
    source: 'credential',
    requestLog: { entries: 10 },
    faults: [
      { status: 503, probability: 0.1, times: null },
      { endpoint: 'issues.get', delayMs: 5, times: 2 },
    ],
  };

  test('accepts options and faults, as the command does', () => {
    for (const content of [written, {}]) {
      expect(optionsFile.safeParse(content).error).toBeUndefined();
      expect(fits(JSON.parse(JSON.stringify(content))), ajv.errorsText(fits.errors)).toBe(true);
    }
  });

  test.each([
    [[]],
    [{ latency: 5 }],
    [{ latencyMs: -1 }],
    [{ clock: 'system' }],
    [{ source: 'ip' }],
    [{ rateLimit: true }],
    [{ faults: { status: 503 } }],
    [{ faults: [{ statuss: 503 }] }],
    [{ faults: [{ status: 503, times: 0 }] }],
    [{ faults: [{ status: 503, matches: 'all' }] }],
  ])('rejects %j, as the command does', (content) => {
    expect(optionsFile.safeParse(content).success).toBe(false);
    expect(fits(content)).toBe(false);
  });

  test('rejects a world inside the file, as in a file of its own', () => {
    expect(fits({ world: { organizations: [{ slug: '' }] } })).toBe(false);
  });

  test.each([
    [[]],
    [3],
    [{ listItems: 'both' }],
    [{ listItem: 'all' }],
    [{ $schema: './x.json' }],
    [{ transitions: { opened: [] } }],
    [{ statusRejection: { status: 399 } }],
    [{ readLag: -1 }],
    [{ issueOrder: {} }],
    [{ search: 'glob' }],
  ])('rejects the behavior options %j, as the mock does', (behavior) => {
    expect(areBehavior(behavior)).toBe(false);
    expect(fits({ behavior })).toBe(false);
  });

  test('agrees with the mock on behavior options with any change', () => {
    const all = {
      transitions: { open: ['in_progress'] },
      statusRejection: { status: 418, error: 'No' },
      cors: 'none',
      readLag: 1.5,
    };
    for (const behavior of [...behaviors, all, {}])
      expect([areBehavior(behavior), fits({ behavior })]).toEqual([true, true]);
    fc.assert(
      fc.property(changed({ ...behaviors[3], ...all }), (behavior) => {
        expect(fits({ behavior }), ajv.errorsText(fits.errors)).toBe(areBehavior(behavior));
      }),
      { numRuns: runs(200, 2_000) },
    );
  });
});

test('the package exports and contains the JSON Schemas', () => {
  const { exports, files } = JSON.parse(readFileSync(join(repository, 'packages/mock/package.json'), 'utf8'));
  for (const name of ['world', 'options']) {
    const path = exports[`./${name}.schema.json`];
    expect(existsSync(join(repository, 'packages/mock', path))).toBe(true);
  }
  expect(files).toContain('*.schema.json');
});
