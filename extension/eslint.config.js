import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["dist/", "node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.webextensions } },
    rules: {
      eqeqeq: ["error", "smart"],
      "prefer-const": "error",
      "no-var": "error",
      "no-eval": "error",
      "no-control-regex": "off",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  {
    files: ["content/**"],
    languageOptions: { sourceType: "script" },
    rules: { "no-restricted-globals": ["error", "fetch", "XMLHttpRequest", "chrome"] },
  },
  { files: ["button/**"], languageOptions: { sourceType: "script" } },
  {
    files: ["scripts/**", "test/**", "test-browser/**", "test-firefox/**"],
    languageOptions: { globals: globals.node },
    rules: { "no-eval": "off" },
  },
];
