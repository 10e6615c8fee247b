import { createServer } from 'node:http';

/** The cost of Node itself. */
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');
