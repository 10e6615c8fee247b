import type { ObjectSchema } from '@issue-tracking/model';
import { invalidInput } from '../../core/refusal.ts';
import type { NodeRequest } from '../node-request.ts';

/** Room for a tenant with thousands of issues, in bytes. */
const limit = 16_777_216;

/**
 * Reads and checks a route's JSON body; an empty one stands for `{}`. It must be announced as JSON: a page elsewhere can
 * send a simple POST without asking, and that has no such type.
 *
 * @throws Refusal naming the member at fault.
 */
export async function readInput(request: NodeRequest, schema: ObjectSchema): Promise<unknown> {
  const mediaType = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw invalidInput({ field: 'content-type', message: 'must be application/json' });
  const bytes = await request.body(limit);
  if (bytes === 'too-large') throw invalidInput({ field: 'body', message: `must be at most ${limit} bytes` });
  const result = schema.safeParse(bytes.length === 0 ? {} : parse(bytes));
  if (result.success) return result.data;
  throw invalidInput(
    ...result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            field: key,
            message: `is not known: ${Object.keys(schema.def.shape).join(', ')} are`,
          }))
        : [{ field: issue.path.join('.') || 'body', message: issue.message }],
    ),
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidInput({ field: 'body', message: 'must be valid JSON in UTF-8' });
  }
}
