import { HttpError } from '../../platform/http/http-error.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import type { Route } from './find-route.ts';
import type { RequestContext } from './request-context.ts';

/** The route that was found. @throws HttpError 404 for an unknown path, 405 for a wrong method. */
export function requireRoute({ found, entry, settings: { texts } }: RequestContext): Route {
  if (found.to) return found;
  const { allowed } = found;
  if (allowed.length === 0) {
    entry.nearest = nearestEndpoint(entry.path);
    const text = `The API has no such path. The nearest endpoint is ${entry.nearest}.`;
    throw new HttpError(404, texts.notFound).because({ text });
  }
  const methods = allowed.join(', ');
  throw new HttpError(405, texts.methodNotAllowed, { headers: { allow: methods } }).because({
    text: `This path takes ${methods}.`,
    reading: entry.method === 'HEAD' && allowed.includes('GET') ? 'head' : undefined,
    reason: 'wrong method',
  });
}
