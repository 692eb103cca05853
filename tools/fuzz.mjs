// Tests the server against its OpenAPI document with valid and invalid requests, with the credentials of each kind of caller.
// Usage: TEST_DATABASE_URL=… node tools/fuzz.mjs <karavan> <schemathesis> [--short]
// Prints one line per run: database, caller, seed, requests, failures. For a run with failures it prints the whole report.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [karavan, schemathesis, ...options] = process.argv.slice(2);
const isShort = options.includes("--short");
const FIXED_SEED = 20_261_121;
const CASES = isShort ? 3 : 60;
// Time limit of a run: the short form must end within a minute, the long form has enough time for all cases.
const SECONDS = isShort ? 8 : 120;
const PASSWORD = "karavan-demo";
const START_TIMEOUT_MS = 20_000;
const CONFIG = new URL("schemathesis.toml", import.meta.url).pathname;
const CHECKS = new URL("schemathesis_checks.py", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "karavan-fuzz."));
const server = process.env.TEST_DATABASE_URL;
// A folder with a database on SQLite that has the demo data, or nothing.
const demo = process.env.KARAVAN_DEMO;
const psql = (sql) => execFileSync("psql", ["-qtA", server, "-c", sql], { stdio: ["ignore", "ignore", "inherit"] });
let databaseCount = 0;
const databases = {
  SQLite: () => {
    const file = join(folder, `${(databaseCount += 1)}.db`);
    if (demo) copyFileSync(join(demo, "demo.db"), file);
    return `sqlite://${file}?mode=rwc`;
  },
  PostgreSQL: () => {
    const name = `fuzz_${process.pid}_${(databaseCount += 1)}`;
    psql(`CREATE DATABASE ${name}`);
    return server.replace(/[^/]*$/, name);
  },
};

async function post(base, path, body, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const logIn = async (base, guard, phone) => (await post(base, `/${guard}/login/password`, { phone, password: PASSWORD })).access_token;

// The callers and the paths that each one tests. The anonymous caller tests all paths.
const callers = [
  { name: "agent owner", paths: "^/(agent|\\{guard\\})", token: (base) => logIn(base, "agent", "+79990000001") },
  { name: "client", paths: "^/(client|api/import)", token: (base) => logIn(base, "client", "+79990000002") },
  {
    name: "extension",
    paths: "^/api/ext",
    token: async (base) => {
      const client = await logIn(base, "client", "+79990000002");
      return (await post(base, "/client/settings/extension-tokens", { name: "fuzz" }, client)).plaintext;
    },
  },
  { name: "staff without prices", paths: "^/agent", token: (base) => logIn(base, "agent", "+79990000004") },
  { name: "anonymous", paths: "^/", token: async () => undefined },
];

async function serve(url, port) {
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: url,
    BIND: `127.0.0.1:${port}`,
    REALTIME_BIND: "none",
    RUST_LOG: "error",
    CBR_URL: "http://127.0.0.1:9/",
  };
  const isFilled = demo && url.startsWith("sqlite:");
  for (const command of isFilled ? [] : ["migrate", "demo"]) execFileSync(karavan, [command], { env, stdio: "ignore" });
  const child = spawn(karavan, ["serve"], { env, stdio: ["ignore", "ignore", "inherit"] });
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && child.exitCode === null; ) {
    if (await fetch(`${base}/readyz`).then((response) => response.ok, () => false)) return { base, child };
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill("SIGKILL");
  throw new Error("the server did not start");
}

let port = 24_000 + (process.pid % 4_000);
let failures = 0;

async function run(database, { name, paths, token }, seed, seconds) {
  const { base, child } = await serve(databases[database](), (port += 1));
  try {
    const credential = await token(base);
    const report = join(folder, "report.ndjson");
    const args = ["--config-file", CONFIG, "run", `${base}/api/openapi.json`, "--include-path-regex", paths, "--seed", String(seed)];
    args.push("--max-examples", String(CASES), "--max-time", String(seconds), "--continue-on-failure", "--no-color");
    args.push(
      "--generation-database",
      "none",
      "--warnings",
      "off",
      "--max-response-time",
      "5",
      "--report-ndjson-path",
      report,
      "--report",
      "ndjson",
    );
    if (isShort) args.push("--phases", "examples,coverage,fuzzing");
    // Without a credential most responses are 401, which says nothing about the request.
    if (credential) args.push("--header", `Authorization: Bearer ${credential}`);
    const env = { ...process.env, SCHEMATHESIS_HOOKS: CHECKS, PYTHONDONTWRITEBYTECODE: "1" };
    const done = spawnSync(schemathesis, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 28 });
    const cases = /(\d+) generated/.exec(done.stdout)?.[1] ?? "0";
    const found = /found (\d+) unique/.exec(done.stdout)?.[1] ?? "0";
    console.log(`${database}, ${name}, seed ${seed}: ${cases} requests, ${found} failures`);
    const alive = child.exitCode === null && (await fetch(`${base}/readyz`).then((response) => response.ok, () => false));
    if (!alive) console.log("  the server has crashed");
    if (done.status !== 0 || !alive || cases === "0") {
      failures += 1;
      console.log(done.stdout + done.stderr);
    }
  } finally {
    child.kill("SIGKILL");
  }
}

const started = Date.now();
try {
  if (isShort) {
    // The short form uses a fixed seed, so that results are reproducible. The long form also uses random seeds.
    for (const [index, caller] of callers.slice(0, 3).entries())
      await run(index === 1 ? "PostgreSQL" : "SQLite", caller, FIXED_SEED, SECONDS);
  } else {
    for (const database of Object.keys(databases)) {
      for (const caller of callers) {
        for (const seed of [FIXED_SEED, randomInt(1 << 30)]) await run(database, caller, seed, SECONDS);
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${failures} runs with failures; ${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = failures === 0 ? 0 : 1;
