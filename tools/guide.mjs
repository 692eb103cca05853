// Runs every request of the guide in docs/api against a server with the demo data, and compares the answers with the samples.
// A block ```sh runs in bash with URL, KEY (of staff) and CLIENT_KEY; after "sh NAME=path" the variable has a part of the answer in
// the blocks below. A block ```json that follows shows fields of the answer: they must have the same types, and status, code, type and
// guard the same values. A block ```http shows the status and headers, of which numbers may differ.
// Usage: node tools/guide.mjs <karavan>
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Karavan } from "./soak-server.mjs";

const GUIDE = new URL("../docs/api/", import.meta.url).pathname;
const SAME = ["status", "code", "guard", "openapi", "jsonrpc"];
const STAFF_RIGHTS = "orders:write,items:write,clients:write,shipments:write,deliveries:write,requests:write,webhooks:write,events:read";
const CLIENT_RIGHTS = "orders:write,items:write,shipments:read,balance:read,events:read";
const [program] = process.argv.slice(2);

/** The differences between a part of an answer and its sample, by path. */
export function differences(sample, answer, path = "answer") {
  if (Array.isArray(sample)) {
    if (!Array.isArray(answer)) return [`${path} is no list`];
    if (sample.length > 0 && answer.length === 0) return [`${path} is empty`];
    return sample.length > 0 ? answer.flatMap((entry, index) => differences(sample[0], entry, `${path}[${index}]`)) : [];
  }
  if (sample !== null && typeof sample === "object") {
    if (answer === null || typeof answer !== "object") return [`${path} is no object`];
    return Object.entries(sample).flatMap(([name, value]) =>
      SAME.includes(name) && typeof value !== "object" && !path.includes("[")
        ? value === answer[name] ? [] : [`${path}.${name} is ${JSON.stringify(answer[name])} instead of ${JSON.stringify(value)}`]
        : differences(value, answer[name], `${path}.${name}`),
    );
  }
  return typeof sample === typeof answer ? [] : [`${path} is ${JSON.stringify(answer)}, no ${typeof sample}`];
}

/** The differences of a response with headers from its sample. */
export function headerDifferences(sample, answer) {
  const lines = (text) => text.split(/\r?\n\r?\n/)[0].trim().split(/\r?\n/);
  const [[status, ...expected], [found, ...headers]] = [lines(sample), lines(answer)];
  const plain = (header) => header.toLowerCase().replace(/\d+/g, "0");
  const faults = expected.filter((header) => !headers.some((other) => plain(other) === plain(header)));
  if (status.split(" ")[1] !== found.split(" ")[1]) faults.unshift(`${status} (it is ${found})`);
  return faults.map((fault) => `the answer has no ${fault}`);
}

/** The blocks of a page, each with its language and its option. */
const blocksOf = (text) =>
  [...text.matchAll(/^```(\w+)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm)].map(([, language, option, code]) => ({ language, option, code }));

function runPage(name, environment) {
  const text = readFileSync(join(GUIDE, name), "utf8");
  const env = { ...process.env, ...environment };
  const faults = [];
  let answer;
  let requests = 0;
  for (const [index, { language, option, code }] of blocksOf(text).entries()) {
    const fault = (reason) => faults.push(`docs/api/${name}, block ${index + 1}: ${reason}\n${code}`);
    if (language === "sh") {
      const run = spawnSync("bash", ["-euo", "pipefail", "-c", code], { env, encoding: "utf8", maxBuffer: 1 << 25 });
      requests += code.split("curl ").length - 1;
      answer = run.stdout;
      if (run.status !== 0) fault(`ended with ${run.status}: ${run.stderr}${run.stdout}`);
      const [variable, path] = option?.split("=") ?? [];
      if (!variable || run.status !== 0) continue;
      env[variable] = String(path.split(".").reduce((value, key) => value[key], JSON.parse(answer)));
    } else if (language === "json" && answer !== undefined) {
      try {
        differences(JSON.parse(code), JSON.parse(answer)).forEach(fault);
      } catch (error) {
        fault(`${error.message} in the answer ${answer}`);
      }
      answer = undefined;
    } else if (language === "http" && answer !== undefined) {
      headerDifferences(code, answer).forEach(fault);
      answer = undefined;
    }
  }
  return { faults, requests };
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "karavan-guide-"));
  const karavan = await Karavan.prepare(program, { folder });
  try {
    await karavan.start();
    const key = (rights, ...owner) => {
      const args = ["key:create", "--agent", "lotus", "--name", "Guide", "--rights", rights, ...owner];
      return execFileSync(program, args, { env: karavan.env }).toString().trim();
    };
    const environment = {
      URL: karavan.url,
      KEY: key(STAFF_RIGHTS, "--phone", "+79990000001"),
      CLIENT_KEY: key(CLIENT_RIGHTS, "--client", "K101", "--phone", "+79990000002"),
    };
    const pages = readdirSync(GUIDE).filter((name) => name.endsWith(".md"));
    const results = pages.map((name) => runPage(name, environment));
    const faults = results.flatMap((result) => result.faults);
    for (const fault of faults) console.error(fault);
    const requests = results.reduce((sum, result) => sum + result.requests, 0);
    console.log(`${requests} requests on ${pages.length} pages, ${faults.length} differ from the guide`);
    process.exitCode = faults.length > 0 || requests < 20 ? 1 : 0;
  } finally {
    await karavan.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

if (program && import.meta.filename === process.argv[1]) await main();
