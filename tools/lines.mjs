// Counts the lines of Rust by part, without tests: `mod tests` blocks, `tests.rs` and the folders of tests and benchmarks are left out.
// Usage: node tools/lines.mjs [commit]    Without a commit it counts the working tree.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const commit = process.argv[2];
const git = (...words) => execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28 });
const LEFT_OUT = /^(backend\/tests|bench|tools|findings|e2e)\/|(^|\/)tests(\.rs$|\/)/;

/** The code in front of the block of tests, which ends its file. */
const withoutTests = (code) => code.split(/^#\[cfg\(test\)\]\n.*mod \w+ \{$/m)[0];

const partOf = (path) => (path.startsWith("backend/") ? path.split("/").slice(0, 2).join("/") : path.split("/")[0]);

const listed = commit ? git("ls-tree", "-r", "--name-only", commit) : git("ls-files");
const parts = new Map();
for (const path of listed.split("\n").filter((name) => name.endsWith(".rs") && !LEFT_OUT.test(name))) {
  const code = commit ? git("show", `${commit}:${path}`) : readFileSync(path, "utf8");
  const lines = withoutTests(code).split("\n").length - 1;
  parts.set(partOf(path), (parts.get(partOf(path)) ?? 0) + lines);
}
for (const [part, lines] of [...parts].sort()) console.log(`${part} ${lines}`);
console.log(`total ${[...parts.values()].reduce((sum, lines) => sum + lines, 0)}`);
