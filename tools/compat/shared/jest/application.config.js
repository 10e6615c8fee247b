module.exports = {
  testMatch: ['**/application.test.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  // Registers expect(mock).toHaveReceived(…) and the other matchers.
  setupFilesAfterEnv: ['@issue-tracking/mock/matchers'],
};
