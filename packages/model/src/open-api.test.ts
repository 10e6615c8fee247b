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
    expect(text).toContain(
      '{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":100}}',
    );
  });

  test('shows the enumerations that are open at run time as the closed ones v1 promises [STA-1]', () => {
    expect(text).toContain('"enum":["open","in_progress","blocked","fix_submitted","verified","closed"]');
  });
});
