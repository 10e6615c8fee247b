import { endpoints, toOpenApi } from '@issue-tracking/model';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';

describe('the OpenAPI document', () => {
  const document = toOpenApi();
  const text = JSON.stringify(document);

  test('has an operation for each row of the endpoint table, under the versioned path [GEN-1] [VER-1]', () => {
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

  test('has no way to create an issue and nothing of the extension [GEN-6] [GEN-7]', () => {
    expect(Object.keys(document.paths['/api/v1/projects/{projectId}/issues'] ?? {})).toEqual(['get']);
    expect(text).not.toContain('/api/extension');
  });

  test('is clean to an OpenAPI linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('resolves every reference', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(80);
    expect(text.match(/"\$ref"/g)).toHaveLength(references.length);
    const components = document['components'] as Record<string, Record<string, unknown>>;
    for (const [, kind, name] of references) expect(components[kind as string]).toHaveProperty(name as string);
  });

  test('gives the page size as a whole number from 1 to 100 [EP-7]', () => {
    expect(text).toContain('"required":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}}');
    expect(text).toContain('"required":false,"schema":{"type":"integer","minimum":1,"default":1}}');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  interface Operation {
    parameters: { name: string; description?: string }[];
    security: { bearer: string[] }[];
    responses: Record<string, { content?: unknown }>;
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);

  test('describes every parameter, and every member of what is answered [RES-1] [RES-2] [RES-3]', () => {
    for (const { parameters } of operations) for (const each of parameters) expect(each.description).toBeTruthy();
    const { schemas } = document['components'] as {
      schemas: Record<string, { properties: Record<string, { description?: string }> }>;
    };
    for (const [component, { properties }] of Object.entries(schemas)) {
      for (const [name, { description }] of Object.entries(properties)) {
        expect([component, name, description]).toEqual([component, name, expect.any(String)]);
      }
    }
  });

  test('names the scope of each operation, and the headers of its errors [AUTH-5] [ERR-6]', () => {
    expect(operations.map(({ security }) => security)).toEqual(
      Object.values(endpoints).map(({ scope }) => [{ bearer: [scope] }]),
    );
    const { responses } = document['components'] as { responses: Record<string, { headers?: object }> };
    expect(Object.keys(responses['Error401']?.headers ?? {})).toEqual(['WWW-Authenticate']);
    expect(Object.keys(responses['Error405']?.headers ?? {})).toEqual(['Allow']);
    expect(Object.keys(responses['Error429']?.headers ?? {})).toEqual(['Retry-After']);
  });

  test('a comment is answered with 200 or 201 [EP-12]', () => {
    const successes = operations.map(({ responses }) => Object.keys(responses).filter((status) => status < '300'));
    expect(successes.filter((statuses) => statuses.length > 1)).toEqual([['200', '201']]);
  });

  test('gives timestamps the form that the specification shows [GEN-4]', () => {
    const [, pattern = ''] = /"format":"date-time","pattern":("[^"]+")/.exec(text) ?? [];
    const form = new RegExp(JSON.parse(pattern));
    expect(form.test('2026-04-01T09:30:00.000Z')).toBe(true);
    for (const other of ['2026-04-01T09:30:00Z', '2026-04-01T09:30:00.000+02:00']) expect(form.test(other)).toBe(false);
  });

  test('shows the enumerations that are open at run time as the closed ones v1 promises [STA-1]', () => {
    expect(text).toContain('"enum":["open","in_progress","blocked","fix_submitted","verified","closed"]');
  });
});
