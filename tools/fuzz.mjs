// Asks the real server everything its OpenAPI document says and does not say, with everybody's credentials.
// Usage: TEST_DATABASE_URL=… node tools/fuzz.mjs <karavan> <st> [--short]
// One line per run: database, who, seed, requests, failures. The report of a run with failures is printed whole.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [karavan, st, ...options] = process.argv.slice(2);
const short = options.includes("--short");
const KEPT_SEED = 20_261_121;
const CASES = short ? 3 : 60;
// The short form must end within a minute, the long one when all has been said.
const SECONDS = short ? 8 : 120;
const PASSWORD = "karavan-demo";
const START_MS = 20_000;
const CONFIG = new URL("schemathesis.toml", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "karavan-fuzz."));
const server = process.env.TEST_DATABASE_URL;
const psql = (sql) => execFileSync("psql", ["-qtA", server, "-c", sql], { stdio: ["ignore", "ignore", "inherit"] });
let made = 0;
const databases = {
  SQLite: () => `sqlite://${join(folder, `${(made += 1)}.db`)}?mode=rwc`,
  PostgreSQL: () => {
    const name = `fuzz_${process.pid}_${(made += 1)}`;
    psql(`CREATE DATABASE ${name}`);
    return server.replace(/[^/]*$/, name);
  },
};

async function post(base, path, body, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
const logIn = async (base, guard, phone) => (await post(base, `/${guard}/login/password`, { phone, password: PASSWORD })).access_token;

// Whom the server knows, and where they belong; the stranger is asked about everything.
const callers = [
  { name: "an owner", paths: "^/(agent|\\{guard\\})", token: (base) => logIn(base, "agent", "+79990000001") },
  { name: "a client", paths: "^/(client|api/import)", token: (base) => logIn(base, "client", "+79990000002") },
  {
    name: "an extension",
    paths: "^/api/ext",
    token: async (base) => {
      const client = await logIn(base, "client", "+79990000002");
      return (await post(base, "/client/settings/extension-tokens", { name: "fuzz" }, client)).plaintext;
    },
  },
  { name: "staff without prices", paths: "^/agent", token: (base) => logIn(base, "agent", "+79990000004") },
  { name: "a stranger", paths: "^/", token: async () => undefined },
];

async function serve(url, port) {
  const base = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DATABASE_URL: url, BIND: `127.0.0.1:${port}`, REALTIME_BIND: "none", RUST_LOG: "error", CBR_URL: "http://127.0.0.1:9/" };
  for (const word of ["migrate", "demo"]) execFileSync(karavan, [word], { env, stdio: "ignore" });
  const child = spawn(karavan, ["serve"], { env, stdio: ["ignore", "ignore", "inherit"] });
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; ) {
    if (await fetch(`${base}/readyz`).then((answer) => answer.ok, () => false)) return { base, child };
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
    const words = ["--config-file", CONFIG, "run", `${base}/api/openapi.json`, "--include-path-regex", paths, "--seed", String(seed)];
    words.push("--max-examples", String(CASES), "--max-time", String(seconds), "--continue-on-failure", "--no-color");
    words.push("--generation-database", "none", "--warnings", "off", "--max-response-time", "5", "--report-ndjson-path", report, "--report", "ndjson");
    if (short) words.push("--phases", "examples,coverage,fuzzing");
    // Who has no credential is refused everywhere: that is no fault of what was sent.
    if (credential) words.push("--header", `Authorization: Bearer ${credential}`);
    const done = spawnSync(st, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    const cases = /(\d+) generated/.exec(done.stdout)?.[1] ?? "0";
    const found = /found (\d+) unique/.exec(done.stdout)?.[1] ?? "0";
    console.log(`${database}, ${name}, seed ${seed}: ${cases} requests, ${found} failures`);
    const alive = child.exitCode === null && (await fetch(`${base}/readyz`).then((answer) => answer.ok, () => false));
    if (!alive) console.log("  the server is gone");
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
  if (short) {
    // What is new is hunted by the long form; here the same seed asks the same of every change.
    for (const [index, caller] of callers.slice(0, 3).entries()) await run(index === 1 ? "PostgreSQL" : "SQLite", caller, KEPT_SEED, SECONDS);
  } else {
    for (const database of Object.keys(databases)) {
      for (const caller of callers) {
        for (const seed of [KEPT_SEED, randomInt(1 << 30)]) await run(database, caller, seed, SECONDS);
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${failures} runs with failures; ${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = failures === 0 ? 0 : 1;
