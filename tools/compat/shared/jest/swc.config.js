module.exports = { transform: { '^.+\\.tsx?$': '@swc/jest' }, testMatch: ['**/smoke.test.ts'] };
