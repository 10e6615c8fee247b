module.exports = { testEnvironment: 'jest-fixed-jsdom', testMatch: ['**/smoke.test.js'] };
