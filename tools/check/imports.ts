/** `pnpm check layers`: prints each import that breaks a rule of `import-rules.ts` in one line. */
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { forbidden, options } from './import-rules.ts';
import { layeredPackages } from './layers.ts';

const { output } = await cruise(
  [...layeredPackages.map(({ root }) => root), 'packages/mock/panel'],
  { ...options, ruleSet: { forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
if (typeof output === 'string') throw new Error(`dependency-cruiser returned text: ${output}`);
const { violations, totalCruised } = (output as ICruiseResult).summary;

// One import in the wrong direction closes many circles: report circles only without direct violations.
const direct = violations.filter(({ rule }) => rule.name !== 'no-circles');
const reported = direct.length > 0 ? direct : violations;
for (const violation of reported) console.error(lineOf(violation));
if (reported.length > 0) console.error('\nThe order of the layers is in tools/check/layers.ts.');
else console.log(`${totalCruised} modules: no upward or circular imports`);
process.exitCode = reported.length > 0 ? 1 : 0;

function lineOf({ rule, from, to, cycle = [] }: IViolation): string {
  const comment = forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
  const path = [from, ...(cycle.length > 0 ? cycle.map(({ name }) => name) : [to])].join(' → ');
  return `${path}: ${rule.name}. ${comment}`;
}
