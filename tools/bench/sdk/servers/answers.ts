import { createServer } from 'node:http';
import { oneJson, pageJson } from '../../harness/fixtures.ts';

/** A minimal server of two buffers, so that only the clients differ. */
const page = Buffer.from(pageJson);
const one = Buffer.from(oneJson);

createServer((request, response) => {
  const body = request.url?.includes('?') ? page : one;
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
