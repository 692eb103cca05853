export default {
  karavan: {
    input: process.env.KARAVAN_DOCUMENT,
    output: {
      target: "generated/orval/karavan.ts",
      schemas: "generated/orval/model",
      client: "fetch",
      mode: "tags-split",
      baseUrl: { runtime: "process.env.KARAVAN_URL" },
    },
  },
};
