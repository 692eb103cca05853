// Checks the documents: links lead to existing files, decisions have the required header, the types and tables of the glossary
// exist, what docs/security.md names exists, and README.md lists each document once. Usage: node tools/check-docs.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readmeFaults } from "./check-readme.mjs";
import { securityFaults } from "./check-security.mjs";

const faults = [];
const read = (path) => readFileSync(path, "utf8");
const tracked = (...patterns) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...patterns], { encoding: "utf8" })
    .split("\n")
    .filter((path) => path && existsSync(path));

function checkLinks(path) {
  for (const [, target] of read(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    if (!existsSync(join(dirname(path), target))) faults.push(`${path}: broken link to ${target}`);
  }
}

function checkDecision(path) {
  const number = basename(path).slice(0, 4);
  const [title, , date, status] = read(path).split("\n");
  if (!title.startsWith(`# ${number}. `)) faults.push(`${path}: the first line is not "# ${number}. <title>"`);
  if (!/^- Date: \d{4}-\d\d-\d\d$/.test(date)) faults.push(`${path}: the third line is not "- Date: <year-month-day>"`);
  if (!/^- Status: (accepted|superseded by)/.test(status)) {
    faults.push(`${path}: the fourth line is not "- Status: accepted" or "- Status: superseded by <decision>"`);
  }
}

function checkGlossary(path) {
  const sources = tracked("shared-types/src/*.rs").map(read).join("\n");
  const tables = read("migrations/src/tables.rs");
  for (const line of read(path).split("\n")) {
    const [, term, , types = "", stored = ""] = line.split(" | ").length > 6 ? ["", ...line.slice(2).split(" | ")] : [];
    for (const [, name] of types.matchAll(/`([A-Z]\w+)/g)) {
      // Some enums are declared by a macro.
      const declared = new RegExp(`\\b(struct|enum) ${name}\\b|^ +${name} \\{$`, "m");
      if (!declared.test(sources)) faults.push(`${path}: ${term}: shared-types has no ${name}`);
    }
    for (const [, name] of stored.matchAll(/`([a-z_]+)/g)) {
      if (!tables.includes(`"${name}"`)) faults.push(`${path}: ${term}: there is no table ${name}`);
    }
  }
}

tracked("*.md").forEach(checkLinks);
tracked("docs/decisions/*.md").forEach(checkDecision);
checkGlossary("docs/glossary.md");
faults.push(...securityFaults(), ...readmeFaults());
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
