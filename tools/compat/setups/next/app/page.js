import { client } from '../client.js';
import { Issues } from './issues.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const page = await client.issues.list('prj_web');
  // React serializes a page of issues from server to browser.
  return <Issues page={page} />;
}
