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
  expectTypeOf<HandlerInput<'issues.list'>['params']>().toEqualTypeOf<{ projectId: string }>();
  expectTypeOf<HandlerInput<'issues.get'>['params']>().toEqualTypeOf<{ projectId: string; issueNumber: number }>();
  expectTypeOf<HandlerInput<'issues.list'>['query']['page']>().toEqualTypeOf<number | undefined>();
});

test('a write that does not say its effect does not compile', () => {
  const reply = { json: json({ data: { id: '', content: '', authorName: '', createdAt: '' } }) };
  // @ts-expect-error the effect is missing
  const silent: Handler<'issues.comments.create'> = () => reply;
  const said: Handler<'issues.comments.create'> = () => ({ ...reply, effect: { text: 'The comment was added.' } });
  expectTypeOf([silent, said]).toBeArray();
});
