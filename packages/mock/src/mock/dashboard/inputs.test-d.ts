import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as inputs from './inputs.ts';

test('the input types of the dashboard equal the outputs of their schemas', () => {
  expectTypeOf<z.output<typeof inputs.issueRef>>().toEqualTypeOf<inputs.IssueRef>();
  expectTypeOf<z.output<typeof inputs.newOrganization>>().toEqualTypeOf<inputs.NewOrganization>();
  expectTypeOf<z.output<typeof inputs.newProject>>().toEqualTypeOf<inputs.NewProject>();
  expectTypeOf<z.output<typeof inputs.dashboardComment>>().toEqualTypeOf<inputs.DashboardComment>();
  expectTypeOf<z.output<typeof inputs.newApiKey>>().toEqualTypeOf<inputs.NewApiKey>();
  expectTypeOf<z.output<typeof inputs.newUser>>().toEqualTypeOf<inputs.NewUser>();
  expectTypeOf<z.output<typeof inputs.newAccessToken>>().toEqualTypeOf<inputs.NewAccessToken>();
});

test('the type of a new issue is equivalent to the output of its schema', () => {
  type Checked = z.output<typeof inputs.newIssue>;
  expectTypeOf<Checked>().toExtend<inputs.NewIssue>();
  expectTypeOf<inputs.NewIssue>().toExtend<Checked>();
  expectTypeOf<keyof inputs.NewIssue>().toEqualTypeOf<keyof Checked>();
});
