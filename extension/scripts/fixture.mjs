/** Makes a fixture of a report that the agent's board gives: `npm run fixture -- report.json <site>/<case>`. */
import { readFileSync } from "node:fs";
import { writeFixture } from "./reported.mjs";

const [file, name] = process.argv.slice(2);
if (!file || !name) throw new Error("usage: npm run fixture -- <report.json> <site>/<case>");
const report = JSON.parse(readFileSync(file, "utf8"));
const { path, expected } = writeFixture(report, name);
process.stdout.write(
  [
    path,
    `The person wrote: ${report.wrong || "nothing"}`,
    `The parsers read: ${JSON.stringify(expected)}`,
    "Correct the expected capture beside it.",
    "",
  ].join("\n"),
);
