import { object } from '../platform/input/schemas.ts';
import { credentialsOf, findCredential, lockoutsOf, showCredential } from './credentials.ts';
import { byId } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';

/** Routes of credentials, their rate limits and lockouts. */
export const credentialRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'credentials',
    'API keys and access tokens, masked, with their windows and lockouts',
    {},
    ({ internals }) => [...credentialsOf(internals.service)].map((each) => showCredential(internals.service, each)),
  ),
  route(
    'GET',
    'credentials/{id}',
    'One credential, with its complete value as secret',
    { params: byId },
    (context, { params }) => {
      const found = findCredential(context.internals.service, params.id);
      return { ...showCredential(context.internals.service, found), secret: found.value };
    },
  ),
  route(
    'POST',
    'credentials/{id}/revoke',
    'Revoke a key or token',
    { params: byId, input: object({}) },
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
    {},
    ({ internals }) => lockoutsOf(internals.service),
  ),
];
