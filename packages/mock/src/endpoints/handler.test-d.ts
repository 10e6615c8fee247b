import type { Comment, EndpointName } from '@issue-tracking/model';
import { expectTypeOf, test } from 'vitest';
import { type Json, json } from '../platform/http/json.ts';
import { handlers } from './all.ts';
import type { Handler, HandlerInput, Handlers } from './handler.ts';

test('a missing handler for an endpoint of the table does not compile', () => {
  expectTypeOf<keyof Handlers>().toEqualTypeOf<EndpointName>();
  const { 'issues.get': _missing, ...others } = handlers;
  // @ts-expect-error issues.get is missing
  const incomplete: Handlers = others;
  expectTypeOf(incomplete).toBeObject();
});

test('a handler whose response differs from the table does not compile', () => {
  // @ts-expect-error a project list is no comment
  const wrong: Handler<'issues.comments.create'> = () => ({ json: json({ data: [], total: 0 }) });
  expectTypeOf(wrong).toBeFunction();
  expectTypeOf<ReturnType<Handler<'issues.comments.create'>>['json']>().toEqualTypeOf<Json<{ data: Comment }>>();
});

test('a handler gets only the parameters and body of its endpoint', () => {
  expectTypeOf<HandlerInput<'projects.list'>['project']>().toBeUndefined();
  expectTypeOf<HandlerInput<'issues.list'>['issue']>().toBeUndefined();
  expectTypeOf<HandlerInput<'issues.get'>['body']>().toBeNull();
  expectTypeOf<HandlerInput<'issues.comments.create'>['body']>().toEqualTypeOf<{ content: string }>();
});
