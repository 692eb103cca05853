// The rules of the extension, for programs of Node.js.
import rules from "../../extension/eslint.config.js";

export default [...rules, { languageOptions: { globals: { Buffer: "readonly", process: "readonly" } } }];
