import { type Endpoint, endpoints } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { token } from '../../../tools/spec-service/data.ts';
import { bothServices } from './both-services.ts';

type Get = (path: string, query?: Record<string, string>) => Promise<unknown>;

/** Both services as functions that return the data of a response, and nothing for an error. */
function services(): [name: string, get: Get][] {
  const { mock, spec } = bothServices();
  return Object.entries({ mock, 'the service of the specification': spec }).map(([name, { baseUrl, fetch }]) => [
    name,
    async (path, query = {}) => {
      await mock.clock.advance(60_000);
      const url = `${baseUrl}${path}?${new URLSearchParams(query)}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return response.ok ? ((await response.json()) as { data: unknown }).data : undefined;
    },
  ]);
}

/** Values that may change a result: those of the schema, a page or a size, and the texts of the result itself. */
function valuesFor(schema: z.core.$ZodType, data: unknown): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return valuesFor(def.innerType, data);
  if (def.type === 'enum') return Object.values(def.entries).map(String);
  return ['2', ...textsIn(data)];
}

function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsIn) : [];
}

/** Returns the paths of a row below a project, for as many issues as have something different captured. */
function paths({ path }: Endpoint): string[] {
  const numbers = path.includes('{issueNumber}') ? ['1', '2', '3', '4', '5'] : [''];
  return numbers.map((number) => path.replace('{projectId}', 'p-shop').replace('{issueNumber}', number));
}

async function changes(get: Get, endpoint: Endpoint, name: string): Promise<boolean> {
  for (const path of paths(endpoint)) {
    const all = await get(path);
    for (const value of new Set(valuesFor(endpoint.query.def.shape[name] as z.core.$ZodType, all))) {
      const found = await get(path, { [name]: value });
      if (JSON.stringify(found ?? []) !== '[]' && JSON.stringify(found) !== JSON.stringify(all)) return true;
    }
  }
  return false;
}

const rows = Object.entries<Endpoint>(endpoints).flatMap(([row, endpoint]) =>
  Object.keys(endpoint.query.def.shape).map((name) => [name, row, endpoint] as const),
);

test.each(rows)(
  'the parameter %s of %s changes what the mock and the specification’s service find',
  async (name, _, endpoint) => {
    for (const [service, get] of services()) expect(await changes(get, endpoint, name), service).toBe(true);
  },
);
