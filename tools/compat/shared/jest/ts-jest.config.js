module.exports = { preset: 'ts-jest', testMatch: ['**/smoke.test.ts'] };
