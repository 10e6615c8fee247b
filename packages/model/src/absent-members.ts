import type * as z from 'zod/mini';
import { issueListItemSchema, issueSchema } from './resources/issue.ts';
import { projectSchema } from './resources/project.ts';
import { techContextSchema } from './resources/tech-context.ts';
import { isDispensable } from './scalars.ts';

// GAP-40
/**
 * Names of the members that an issue or a project may have no value for: an unassigned issue, or one made without a
 * browser. A service writes them as empty, as `null`, or leaves them out.
 *
 * @example
 * absentMembers().has('assigneeName'); // true
 */
export function absentMembers(): ReadonlySet<string> {
  const shapes = [projectSchema, issueListItemSchema, issueSchema, techContextSchema].map(({ def }) => def.shape);
  return new Set(
    shapes.flatMap((shape) =>
      Object.entries<z.core.$ZodType>(shape)
        .filter(([, member]) => isDispensable(inner(member)))
        .map(([name]) => name),
    ),
  );
}

/** The schema inside one that is optional. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' ? def.innerType : schema;
}
