// Checks docs/security.md: the files and tests that it names exist, and each requirement of the ASVS has one row.
import { existsSync, readFileSync } from "node:fs";

const PATH = "docs/security.md";
/// The requirements of ASVS 5.0.0 at levels 1 and 2.
const REQUIREMENTS = 253;
const STATES = ["met", "deviation", "n/a"];

/// The files in which a module of the integration tests can be.
const moduleFiles = (parts) =>
  [`${parts.join("/")}.rs`, `${[...parts, "mod"].join("/")}.rs`].map((path) => `backend/tests/it/${path}`);

/// Whether a file contains a test: a function of Rust, or a title of JavaScript.
const hasTest = (path, name) => {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".rs") ? new RegExp(`\\bfn ${name}\\(`).test(text) : text.includes(name);
};

/// The fault of a name in backquotes: a file, `file::test`, or a test as `cargo test` prints it.
function faultOfName(name) {
  const [path, ...rest] = name.split("::");
  if (/^[\w.-]+(\/[\w.-]+)*\.(rs|mjs|ts|js|md|json|toml|sh|cfg|conf|service|example|txt)$/.test(path)) {
    if (!existsSync(path)) return `there is no file ${path}`;
    return rest.length > 0 && !hasTest(path, rest.join("::")) && `${path} has no test "${rest.join("::")}"`;
  }
  if (!/^[a-z_]+(::[a-z_0-9]+)+$/.test(name)) return false;
  const parts = name.split("::");
  const test = parts.pop();
  const file = moduleFiles(parts).find(existsSync);
  if (!file) return `there is no module of ${name}`;
  return !hasTest(file, test) && `${file} has no test "${test}"`;
}

/// The faults of the document.
export function securityFaults(text = readFileSync(PATH, "utf8")) {
  const faults = [];
  const add = (fault) => faults.push(`${PATH}: ${fault}`);
  for (const [, name] of text.matchAll(/`([^`\n]+)`/g)) {
    const fault = faultOfName(name);
    if (fault) add(fault);
  }
  const seen = new Set();
  for (const line of text.split("\n")) {
    const [, requirement, state, where] = /^\| (\d[^|]*) \| ([^|]*) \| (.*) \|$/.exec(line) ?? [];
    if (!requirement) continue;
    for (const [id] of requirement.matchAll(/\b\d+\.\d+\.\d+\b/g)) {
      if (seen.has(id)) add(`${id} has two rows`);
      seen.add(id);
    }
    if (!STATES.includes(state)) add(`${requirement}: the state is not one of ${STATES.join(", ")}`);
    if (state === "met" && !/`|\]\(|above|same|Rust|standard/.test(where)) add(`${requirement}: nothing shows that it is met`);
  }
  if (seen.size !== REQUIREMENTS) add(`${seen.size} requirements instead of ${REQUIREMENTS}`);
  return faults;
}
