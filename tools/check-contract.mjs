// Compares docs/openapi.json with the document of the last release, docs/openapi-released.json, and fails on a change that breaks
// programs, unless docs/openapi-breaks.txt accepts it, with a reason after " # ".
// Usage: node tools/check-contract.mjs [--release]; with the option, the document becomes that of the last release.
import { readFileSync, writeFileSync } from "node:fs";
import { contractBreaks, contractOf } from "./contract-breaks.mjs";

const RELEASED = "docs/openapi-released.json";
const ACCEPTED = "docs/openapi-breaks.txt";
const HEADER = "# Breaks of the contract since the last release, as tools/check-contract.mjs names them, each with its reason after \" # \".\n";

const current = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
if (process.argv.includes("--release")) {
  writeFileSync(RELEASED, `${JSON.stringify(contractOf(current), null, 1)}\n`);
  writeFileSync(ACCEPTED, HEADER);
} else {
  const lines = readFileSync(ACCEPTED, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  const accepted = lines.map((line) => line.split(" # ")[0]);
  const breaks = contractBreaks(JSON.parse(readFileSync(RELEASED, "utf8")), current);
  const faults = [
    ...breaks.filter((fault) => !accepted.includes(fault)).map((fault) => `breaks programs: ${fault}`),
    ...lines.filter((line) => !breaks.includes(line.split(" # ")[0])).map((line) => `${ACCEPTED}: no such break: ${line}`),
    ...lines.filter((line) => !line.includes(" # ")).map((line) => `${ACCEPTED}: no reason after " # ": ${line}`),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
