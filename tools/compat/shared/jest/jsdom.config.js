module.exports = {
  testEnvironment: 'jest-fixed-jsdom',
  testMatch: ['**/smoke.test.js', '**/fake-timers.test.js'],
};
