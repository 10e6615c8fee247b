import * as core from '@issue-tracking/mock';
import * as demo from '@issue-tracking/mock/demo';
import * as model from '@issue-tracking/model';
import * as sdk from '@issue-tracking/sdk';

/** All mocks of the code, the newest last. */
export const mocks: core.Mock[] = [];

function createMock(options?: core.MockOptions): core.Mock {
  const mock = core.createMock(options);
  mocks.push(mock);
  return mock;
}

const mock = { ...core, createMock };

/** The modules that code can import; `modules.ts` lists the same names. */
const packages: Record<string, unknown> = {
  '@issue-tracking/sdk': sdk,
  '@issue-tracking/mock': mock,
  '@issue-tracking/mock/demo': demo,
  '@issue-tracking/model': model,
};

export function importPackage(name: string): unknown {
  if (Object.hasOwn(packages, name)) return packages[name];
  throw new Error(`The playground has no '${name}', only ${Object.keys(packages).join(', ')}.`);
}

export { createMock };
