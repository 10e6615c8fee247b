import { client } from '../../../client.js';

export const dynamic = 'force-dynamic';

export async function GET() {
  const { data, total } = await client.issues.list('prj_web');
  return Response.json({ data, total });
}
