import { createServer } from 'node:http';

/** An empty server: the cost of Node itself. */
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');
