import { client } from '../client.js';
import { Issues } from './issues.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const page = await client.issues.list('prj_web');
  // A page of issues crosses from the server to the browser.
  return <Issues page={page} />;
}
