import { createServer } from 'node:http';
import { oneJson, pageJson } from '../../harness/fixtures.ts';

/** The quickest server there is: two buffers, so that what differs is the client. */
const page = Buffer.from(pageJson);
const one = Buffer.from(oneJson);

createServer((request, response) => {
  const body = request.url?.includes('?') ? page : one;
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
