// Checks the table of documents in README.md: it lists each file docs/*.md exactly once.
import { readdirSync, readFileSync } from "node:fs";

const PATH = "README.md";

const documents = () => readdirSync("docs").filter((name) => name.endsWith(".md"));

/// The faults of the table of documents.
export function readmeFaults(text = readFileSync(PATH, "utf8"), names = documents()) {
  const table = text.split("\n").filter((line) => line.startsWith("| ["));
  const listed = table.flatMap((line) => [...line.matchAll(/\]\(docs\/([^)]+\.md)\)/g)].map(([, name]) => name));
  return names
    .map((name) => ({ name, count: listed.filter((other) => other === name).length }))
    .filter(({ count }) => count !== 1)
    .map(({ name, count }) => `${PATH}: the table of documents lists docs/${name} ${count} times instead of once`);
}
