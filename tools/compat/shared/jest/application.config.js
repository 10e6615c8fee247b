module.exports = {
  testMatch: ['**/application.test.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  // Registers expect(mock).toHaveReceived(…) and its like.
  setupFilesAfterEnv: ['@issue-tracking/mock/matchers'],
};
