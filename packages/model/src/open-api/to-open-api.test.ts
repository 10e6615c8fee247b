import { readFile } from 'node:fs/promises';
import * as model from '@issue-tracking/model';
import { type Endpoint, endpoints, errorBodySchema, toOpenApi } from '@issue-tracking/model';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import descriptions from './descriptions.json' with { type: 'json' };
import { componentOf, components } from './json-schema.ts';

describe('the OpenAPI document', () => {
  const document = toOpenApi();
  const text = JSON.stringify(document);

  interface Shown {
    schema?: { properties: Record<string, { items?: object; anyOf?: object[] }> };
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
  }
  interface Operation {
    operationId: keyof typeof endpoints;
    parameters: { name: string; description?: string; example?: unknown; schema: { examples?: unknown[] } }[];
    security: { bearer: string[] }[];
    requestBody?: { content: Record<string, Shown> };
    responses: Record<string, { content?: Record<string, Shown> }>;
  }
  const hasBody = ({ operationId }: Operation) => endpoints[operationId].response !== null;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);

  test('has an operation for each endpoint, under the versioned path [GEN-1] [VER-1]', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        (operation as { operationId: string }).operationId,
        method.toUpperCase(),
        path,
      ]),
    );
    expect(operations.sort()).toEqual(
      Object.entries(endpoints)
        .map(([name, { method, path }]) => [name, method, path])
        .sort(),
    );
    expect(Object.keys(document.paths).every((path) => path.startsWith('/api/v1/'))).toBe(true);
  });

  test('has no operation that creates an issue and no path of the extension [GEN-6] [GEN-7]', () => {
    expect(Object.keys(document.paths['/api/v1/projects/{projectId}/issues'] ?? {})).toEqual(['get']);
    expect(text).not.toContain('/api/extension');
  });

  test('has each response as a component with the name of its interface', () => {
    for (const { operationId, responses } of operations.filter(hasBody)) {
      const [success] = Object.values(responses);
      const { data } = (success?.content?.['application/json']?.schema ?? { properties: {} }).properties;
      const $ref = `#/components/schemas/${componentOf(endpoints[operationId])}`;
      expect([operationId, data?.items ?? data?.anyOf?.[0] ?? data]).toMatchObject([operationId, { $ref }]);
    }
  });

  test('uses names that the package exports as a schema and as a type', async () => {
    const index = await readFile(new URL('../index.ts', import.meta.url), 'utf8');
    for (const name of new Set(
      operations.filter(hasBody).map(({ operationId }) => componentOf(endpoints[operationId])),
    )) {
      expect(index, 'packages/model/src/index.ts').toMatch(new RegExp(`\\btype ${name}\\b`));
      expect(model, 'packages/model/src/index.ts').toHaveProperty(`${name?.[0]?.toLowerCase()}${name?.slice(1)}Schema`);
    }
  });

  test('passes an OpenAPI linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('resolves every reference', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)];
    expect(references).not.toEqual([]);
    expect(text.match(/"\$ref"/g)).toHaveLength(references.length);
    const components = document['components'] as Record<string, Record<string, unknown>>;
    for (const [, kind, name] of references) expect(components[kind as string]).toHaveProperty(name as string);
  });

  test('limits the page size to whole numbers from 1 to 100 [EP-7]', () => {
    expect(text).toContain('"required":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20},');
    expect(text).toContain('"required":false,"schema":{"type":"integer","minimum":1,"default":1},');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('describes every field of requests and responses at any depth [RES-1] [RES-9]', () => {
    let described = 0;
    walk(document, '', (path, { properties }) => {
      for (const [name, member] of Object.entries(properties ?? {})) {
        expect([path, name, member.description]).toEqual([path, name, expect.any(String)]);
        described++;
      }
    });
    expect(described).toBeGreaterThan(0);
  });

  test('uses every description that is defined', () => {
    for (const [name, texts] of Object.entries(descriptions)) {
      for (const each of Object.values(texts))
        expect([name, text.includes(JSON.stringify(each))]).toEqual([name, true]);
    }
  });

  test("has valid examples of each operation's parameters, body and response [EP-1] [EP-12]", () => {
    for (const { operationId, parameters, requestBody, responses } of operations) {
      const { response, body }: Endpoint = endpoints[operationId];
      const shown = (parameter: Operation['parameters'][number]) => [parameter.example, parameter.schema.examples?.[0]];
      const lacking = parameters.filter((each) => shown(each).every((value) => value === undefined));
      expect(lacking, 'write it in tools/generate/open-api-examples.ts').toEqual([]);
      expect(body?.safeParse(requestBody?.content['application/json']?.example).error).toBeUndefined();
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '300')
          expect(response?.safeParse(content?.['application/json']?.example).error?.issues).toBeUndefined();
      }
    }
    const both = operations[0]?.parameters.map(({ name, example }) => [name, example !== undefined]);
    expect(both).toEqual([
      ['organizationSlug', true],
      ['organizationId', false],
    ]);
  });

  test('has a valid example of each component and each error [ERR-1] [ERR-2] [ERR-3]', () => {
    const { schemas, responses } = document['components'] as {
      schemas: Record<string, { examples?: unknown[] }>;
      responses: Record<string, { content: Record<string, Shown> }>;
    };
    // A part of the example of an issue, and the errors below.
    const elsewhere = ['MetadataSummary', 'Error'];
    for (const [name, schema] of Object.entries(components)) {
      if (elsewhere.includes(name)) continue;
      const [example] = schemas[name]?.examples ?? [];
      expect([name, z.safeParse(schema, example).success]).toEqual([name, true]);
    }
    const bodies = Object.entries(responses).flatMap(([status, { content }]) => {
      const values = Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value);
      expect([status, values.length > 0]).toEqual([status, true]);
      return values;
    });
    for (const body of bodies) expect(errorBodySchema.safeParse(body).success).toBe(true);
    for (const fixed of ['Invalid input', 'Insufficient scope', 'Project not found']) {
      expect(bodies).toContainEqual(expect.objectContaining({ error: fixed }));
    }
  });

  test('contains no rule IDs, and leaves objects open by default [VER-2]', () => {
    expect(text).not.toMatch(/\b(GAP|GEN|RES|EP|STA|AUTH|ERR|LIM|VER)-\d/);
    expect(text).not.toContain('"additionalProperties":{}');
  });

  test('says of each open question that v1 does not specify it [GAP-17] [GAP-25] [GAP-26] [GAP-33] [GAP-42] [GAP-60]', () => {
    const isOpen = /not specified|v1 (doesn't say|describes no)|does not say/;
    const open: unknown[] = [document['info']];
    walk(document, '', (path, { properties = {} }) => {
      const { updatedAt, createdAt, consoleErrorCount, networkErrorCount, jsErrorCount, field } = properties;
      if (path.endsWith('schemas/Issue') || createdAt) open.push(updatedAt ?? isOpen.source);
      if (consoleErrorCount) open.push(consoleErrorCount, networkErrorCount, jsErrorCount);
      if (field) open.push(field);
    });
    const { responses } = document['components'] as { responses: Record<string, { headers?: object }> };
    open.push(responses['Error401'], responses['Error405'], responses['Error422']);
    for (const each of open) expect(JSON.stringify(each).toLowerCase()).toMatch(isOpen);
    // Whether a request may have further members.
    expect(text).not.toContain('"additionalProperties":false');
  });

  test('has the scope of each operation, and the headers of its errors [AUTH-5] [ERR-6]', () => {
    expect(operations.map(({ security }) => security)).toEqual(
      Object.values(endpoints).map(({ scope }) => [{ bearer: [scope] }]),
    );
    const { responses } = document['components'] as { responses: Record<string, { headers?: object }> };
    expect(Object.keys(responses['Error401']?.headers ?? {})).toEqual(['WWW-Authenticate']);
    expect(Object.keys(responses['Error405']?.headers ?? {})).toEqual(['Allow']);
    expect(Object.keys(responses['Error429']?.headers ?? {})).toEqual(['Retry-After']);
  });

  test('has 200 and 201 as responses to a new comment [EP-12]', () => {
    const successes = operations.map(({ responses }) => Object.keys(responses).filter((status) => status < '300'));
    expect(successes.filter((statuses) => statuses.length > 1)).toEqual([['200', '201']]);
  });

  test('has no content where a row has no body', ({ onTestFinished }) => {
    const row: Endpoint = endpoints['issues.comments.list'];
    const { response, success } = row;
    onTestFinished(() => void Object.assign(row, { response, success }));
    Object.assign(row, { response: null, success: 204 });
    const { get } = toOpenApi().paths[row.path] as { get: Operation };
    expect(Object.entries(get.responses)[0]).toEqual(['204', { description: 'No content' }]);
  });

  test('has a pattern for timestamps: UTC with milliseconds and a Z [GEN-4]', () => {
    const [, pattern = ''] = /"format":"date-time","pattern":("[^"]+")/.exec(text) ?? [];
    const form = new RegExp(JSON.parse(pattern));
    expect(form.test('2026-04-01T09:30:00.000Z')).toBe(true);
    for (const other of ['2026-04-01T09:30:00Z', '2026-04-01T09:30:00.000+02:00']) expect(form.test(other)).toBe(false);
  });

  test('lists the enumerations of v1 as closed, although the schemas accept unknown values [STA-1]', () => {
    expect(text).toContain('"enum":["open","in_progress","blocked","fix_submitted","verified","closed"]');
  });
});

interface SchemaNode {
  description?: string;
  properties?: Record<string, SchemaNode>;
}

/** Visits every object of the document that is no example. */
function walk(value: unknown, path: string, visit: (path: string, node: SchemaNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(path, value);
  for (const [name, member] of Object.entries(value)) {
    if (name !== 'example' && name !== 'examples') walk(member, `${path}/${name}`, visit);
  }
}
