import { toOpenApi } from '@issue-tracking/model';
import { get } from './route.ts';

/** What the mock knows and was asked. */
export const inspectionRoutes = [
  get('state', 'Everything the mock holds', ({ core }) => core.state()),
  get('requests', 'The last 1,000 requests to the API, oldest first', ({ mock }) => mock.requests.all()),
  get('openapi.json', 'The API as an OpenAPI 3.1 document', ({ url }) => ({ ...toOpenApi(), servers: [{ url }] })),
];
