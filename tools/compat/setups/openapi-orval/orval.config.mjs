export default {
  api: {
    input: process.env.DOCUMENT,
    output: { target: 'generated/api.ts', client: 'fetch', baseUrl: process.env.SERVICE },
  },
};
