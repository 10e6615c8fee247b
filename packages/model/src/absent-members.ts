import type * as z from 'zod/mini';
import { issueListItemSchema, issueSchema } from './resources/issue.ts';
import { projectSchema } from './resources/project.ts';
import { techContextSchema } from './resources/tech-context.ts';
import { isNonEssential } from './scalars.ts';

// GAP-40
/**
 * Returns the names of the fields that may have no value in an issue or a project: an unassigned issue, or one made without
 * a browser. A service writes them as empty, as `null`, or leaves them out.
 *
 * @example
 * absentMembers().has('assigneeName'); // true
 */
export function absentMembers(): ReadonlySet<string> {
  const shapes = [projectSchema, issueListItemSchema, issueSchema, techContextSchema].map(({ def }) => def.shape);
  return new Set(
    shapes.flatMap((shape) =>
      Object.entries<z.core.$ZodType>(shape)
        .filter(([, member]) => isNonEssential(inner(member)))
        .map(([name]) => name),
    ),
  );
}

/** Returns the schema inside an optional one. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' ? def.innerType : schema;
}
