module.exports = {
  testMatch: ['**/handlers.test.js'],
  transformIgnorePatterns: [
    '/node_modules/(?!(@issue-tracking|@msw/data|msw|@mswjs|@open-draft|until-async|rettime|mutative|@standard-schema|ky)/)',
  ],
  transform: { '^.+\\.m?[jt]sx?$': ['@swc/jest', { module: { type: 'commonjs' } }] },
};
