const handlers = require('./handlers.config.js');

module.exports = { ...handlers, testMatch: ['**/suite/*.test.js'] };
