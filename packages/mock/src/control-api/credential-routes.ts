import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';
import { credentialsOf, findCredential, lockoutsOf, type ShownCredential, showCredential } from './credentials.ts';
import { byId } from './inputs.ts';
import { nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';

/** `window.freeAt` is the time from which a full rate limit admits another request; `null` below the limit. */
const members = {
  id: text,
  name: text,
  kind: z.enum(['apiKey', 'accessToken']),
  value: text,
  organization: z.nullable(text),
  user: z.nullable(text),
  scopes: z.array(text),
  revoked: z.boolean(),
  expiresAt: z.nullable(text),
  window: z.nullable(z.object({ used: z.int(), limit: z.int(), freeAt: z.nullable(text) })),
  lockout: z.nullable(z.object({ failures: z.int(), until: z.nullable(text) })),
};
const credentials: z.ZodMiniType<ShownCredential[]> = z.array(z.object(members));
const lockout = z.object({ source: text, failures: z.int(), until: z.nullable(text) });

/** Failed authentications of one source: a client's address, or a masked credential. No `until` below the limit. */
export type ShownLockout = z.infer<typeof lockout>;

/** Routes of credentials, their rate limits and lockouts. */
export const credentialRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'credentials',
    'API keys and access tokens, masked, with their windows and lockouts',
    { output: credentials },
    ({ internals }) => [...credentialsOf(internals.service)].map((each) => showCredential(internals.service, each)),
  ),
  route(
    'GET',
    'credentials/{id}',
    'One credential, with its complete value as secret',
    { params: byId, output: z.object({ ...members, secret: text }) },
    (context, { params }) => {
      const found = findCredential(context.internals.service, params.id);
      return { ...showCredential(context.internals.service, found), secret: found.value };
    },
  ),
  route(
    'POST',
    'credentials/{id}/revoke',
    'Revoke a key or token',
    { params: byId, input: object({}), output: nothing },
    (context, { params }) => {
      const found = findCredential(context.internals.service, params.id);
      const { store } = context.internals.service;
      if (found.kind === 'apiKey') store.change('apiKeys', found.record, { revoked: true });
      else store.change('accessTokens', found.record, { revoked: true });
      return {};
    },
  ),
  route(
    'GET',
    'lockouts',
    'Sources of failed authentications: a client’s address, or the presented credential, named or masked',
    { output: z.array(lockout) },
    ({ internals }) => lockoutsOf(internals.service),
  ),
];
