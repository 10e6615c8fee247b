import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, root } from '../paths.ts';
import { escapeHtml } from './markdown.ts';

/** The parts of OpenAPI that `docs/openapi.json` uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: (string | null)[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: {
    name: string;
    in: string;
    description?: string;
    required: boolean;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: Response;
  responses: Record<string, Response>;
}

interface Document {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const document: Document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Returns a program for the playground for each operation: the client's method of this name with the document's examples. */
export function operationPrograms(): Record<string, string> {
  return Object.fromEntries(
    operations.map(({ operation: { operationId, parameters = [], requestBody } }) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ example }) => example);
      const body = requestBody?.content?.['application/json']?.example;
      const args = [...inPath, ...(body === undefined ? [] : [body])].map((value) => literal(value));
      return [
        operationId,
        `import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock({ world: demoWorld() });
const client = new IssueTrackingClient(mock.clientOptions);

console.log(await client.${operationId}(${args.join(', ')}));
`,
      ];
    }),
  );
}

/** Returns a value as TypeScript, on one line. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ')} }`;
}

/** Renders `docs/openapi.json` as a page: every operation with its parameters, bodies and responses, then every schema. */
export function openApiPage(): string {
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  return `---
editLink: false
outline: [2, 3]
---

# OpenAPI

<!-- search: Swagger -->

${document.info.description} This page is made from the document that generators and gateways read:
<a href="${base}openapi.json" target="_self" download>openapi.json</a>.

${tags
  .map(
    (tag) =>
      `## ${tag[0]?.toUpperCase()}${tag.slice(1)}\n\n${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(operationSection)
        .join('\n\n')}`,
  )
  .join('\n\n')}

## Errors

${table(
  ['Status', 'Meaning', 'Body'],
  Object.values(document.components.responses).map((answer, index) => [
    Object.keys(document.components.responses)[index]?.replace('Error', '') ?? '',
    text(answer.description),
    bodyOf(answer),
  ]),
)}

## Schemas

${Object.entries(document.components.schemas)
  .map(([name, schema]) => `### ${name}\n\n${text(schema.description)}\n\n${fields(schema)}`)
  .join('\n\n')}
`;
}

function operationSection({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { parameters = [], requestBody, responses } = operation;
  const sections = [
    `### ${operation.operationId}`,
    `<p class="operation"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></p>`,
    `${operation.summary}. ${operation.description ?? ''}`,
  ];
  if (parameters.length > 0) {
    const rows = parameters.map(({ name, in: place, description, required, schema }) => [
      `\`${name}\`${required ? '' : '?'}`,
      `${typeOf(schema)}<br><small>in the ${place}</small>`,
      text(description),
    ]);
    sections.push('**Parameters**', table(['Name', 'Type', ''], rows));
  }
  const body = requestBody?.content?.['application/json']?.schema;
  if (body) sections.push('**Body**', body.properties ? fields(body) : typeOf(body));
  const answers = Object.entries(responses).map(([status, answer]) => [status, answer.$ref ? '' : bodyOf(answer)]);
  const [success = [], ...errors] = answers;
  sections.push(
    '**Responses**',
    table(['Status', 'Body'], [success, [errors.map(([status]) => status).join(', '), '[an error](#errors)']]),
  );
  const json = responses[success[0] ?? '']?.content?.['application/json'];
  sections.push(
    ...example('Example request', requestBody?.content?.['application/json']),
    ...example('Example response', json),
  );
  return sections.join('\n\n');
}

/** Renders an example of a body as a closed disclosure. Lists show only their first item. */
function example(title: string, { example: value }: { example?: unknown } = {}): string[] {
  if (value === undefined) return [];
  return [`::: details ${title}\n\n\`\`\`json\n${JSON.stringify(shortened(value), null, 2)}\n\`\`\`\n\n:::`];
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value === 'string' && value.length > 200) return `${value.slice(0, 60)}…`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}

function bodyOf({ content }: Response): string {
  const schema = content?.['application/json']?.schema;
  return schema ? typeOf(schema) : '';
}

function fields({ properties = {}, required = [] }: Schema): string {
  return table(
    ['Field', 'Type', ''],
    Object.entries(properties).map(([name, schema]) => [
      `\`${name}\`${required.includes(name) ? '' : '?'}`,
      typeOf(schema),
      text(schema.description),
    ]),
  );
}

/** Renders a type in one line, with its limits. A named schema is a link. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ');
  if (schema.type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([name, type]) => `\`${name}\`: ${typeOf(type)}`)
      .join(', ')} }`;
  const type =
    schema.const === undefined
      ? [schema.type ?? 'anything'].flat().join(' or ')
      : `\`${JSON.stringify(schema.const)}\``;
  return [type, ...limits(schema)].join(', ');
}

function limits({ format, minimum, maximum, minLength, maxLength, default: usual }: Schema): string[] {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...(format ? [format] : []),
    ...(minimum !== undefined && most !== undefined ? [`${minimum} to ${most}`] : []),
    ...(minimum !== undefined && most === undefined && minimum > -1e15 ? [`at least ${minimum}`] : []),
    ...(minLength !== undefined && maxLength !== undefined ? [`${minLength} to ${maxLength} characters`] : []),
    ...(minLength === undefined && maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(usual !== undefined ? [`${JSON.stringify(usual)} by default`] : []),
  ];
}

/** Escapes tags and table separators in a description, which is Markdown already. */
function text(description = ''): string {
  return description
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replace(/<(?=\w)/g, '&lt;');
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
