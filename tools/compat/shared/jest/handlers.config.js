module.exports = {
  testMatch: ['**/handlers.test.js'],
  transformIgnorePatterns: [
    '/node_modules/(?!(@issue-tracking|msw|@msw|@mswjs|@open-draft|until-async|rettime|cookie)/)',
  ],
  transform: { '^.+\\.m?[jt]sx?$': ['@swc/jest', { module: { type: 'commonjs' } }] },
};
