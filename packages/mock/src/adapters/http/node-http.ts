/**
 * `node:http`, not imported: an import lists all exports of the module, which runs their getters, and one of those
 * loads the whole of Node's `fetch`. That is a fifth of the command's start, for nothing.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
