import { type Behavior, behaviorOptions } from '@issue-tracking/mock';

/** What a service may do where the specification leaves it open: each choice that isn't the mock's default, one at a time. */
export const behaviors = Object.entries(behaviorOptions).flatMap(([name, { choices }]) =>
  choices.slice(1).map((choice): Partial<Behavior> => ({ [name]: choice })),
);
