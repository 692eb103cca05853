// Kills the server in the middle of writes, again and again, and hangs up on it: nothing it acknowledged may be lost, nothing may
// be written twice.
// Usage: node tools/soak.mjs <karavan> [kills=50] [DATABASE_URL]
// Prints one line per check: name, count, failures.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [program, kills = "50", given] = process.argv.slice(2);
const karavan = resolve(program);
const folder = mkdtempSync(join(tmpdir(), "karavan-soak-"));
const database = given ?? `sqlite://${join(folder, "soak.db")}?mode=rwc`;
const WRITERS = 16;
const READY_WITHIN_MS = 2_000;
// Writes that are cut off, for each kill.
const INTERRUPTED = 200;

const port = await new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});
const url = `http://127.0.0.1:${port}`;
const env = { PATH: process.env.PATH, DATABASE_URL: database, BIND: `127.0.0.1:${port}`, REALTIME_BIND: "none", PUBLIC_URL: url, RUST_LOG: "error", CBR_URL: "http://127.0.0.1:9/" };
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(karavan, args, { env, cwd: folder, encoding: "utf8" });
  return { ok: status === 0, told: `${stdout}${stderr}`.trim() };
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function up() {
  const started = performance.now();
  const server = spawn(karavan, ["serve"], { env, cwd: folder, stdio: "ignore" });
  for (;;) {
    if (await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false)) return { server, took: performance.now() - started };
    if (performance.now() - started > 30_000) throw new Error("the server does not come up");
    await pause(10);
  }
}

async function logIn() {
  const answer = await fetch(`${url}/agent/login/password`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ phone: "+79990000001", password: "karavan-demo" }),
  });
  return (await answer.json()).access_token;
}

const acknowledged = new Set();
// Sent, and nobody knows whether it was done: one writer at a time sends it again.
const unsure = new Set();
let token = "";
let stopping = false;

/** Adds one kopeck, with a key; a request without an answer is sent again until it has one. */
async function credit(key, signal) {
  const answer = await fetch(`${url}/agent/clients/1/balance/adjustments`, {
    signal,
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
    body: JSON.stringify({ amount: "0.01", currency: "RUB", memo: key }),
  });
  if (answer.status !== 201) throw new Error(`answered ${answer.status}`);
  await answer.json();
  acknowledged.add(key);
}

async function write() {
  while (!stopping) {
    const [waiting] = unsure;
    const key = waiting ?? randomUUID();
    unsure.delete(key);
    await credit(key).catch(() => {
      unsure.add(key);
      return pause(20);
    });
  }
}

/** Hangs up on writes somewhere on their way, and sends each again until it is answered; says how many were cut off. */
async function interrupt(most) {
  let cut = 0;
  const hangUp = async () => {
    while (cut < most) {
      const key = randomUUID();
      const line = new AbortController();
      const timer = setTimeout(() => line.abort(), Math.random() * 15);
      const isAnswered = await credit(key, line.signal).then(() => true, () => false);
      clearTimeout(timer);
      if (isAnswered) continue;
      cut += 1;
      while (!acknowledged.has(key)) await credit(key).catch(() => pause(5));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, hangUp));
  return cut;
}

const prepared = run("migrate").ok && run("demo").ok;
if (!prepared) throw new Error("the database can't be prepared");
let { server } = await up();
token = await logIn();
const before = await balance();
const writers = Array.from({ length: WRITERS }, write);
const began = performance.now();
let slowest = 0;
for (let kill = 0; kill < Number(kills); kill += 1) {
  await pause(150 + Math.random() * 350);
  server.kill("SIGKILL");
  await new Promise((done) => server.once("exit", done));
  const again = await up();
  ({ server } = again);
  slowest = Math.max(slowest, again.took);
}
await pause(300);
stopping = true;
await Promise.all(writers);
const seconds = (performance.now() - began) / 1000;
for (const key of unsure) await credit(key);
const gained = (await balance()) - before;
const killedFor = acknowledged.size;
const cut = await interrupt(Number(kills) * INTERRUPTED);
const all = (await balance()) - before;
server.kill("SIGTERM");
await new Promise((done) => server.once("exit", done));
const books = run("ledger:verify");

async function balance() {
  const answer = await fetch(`${url}/agent/clients/1/balance`, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
  const { accounts } = await answer.json();
  return Math.round(Number(accounts[0].amount) * 100);
}

let failed = 0;
const check = (name, count, failures) => {
  failed += failures > 0 ? 1 : 0;
  console.log(`${name.padEnd(44)} n=${String(count).padStart(7)} failures=${failures}`);
};
check("writes acknowledged and lost or doubled", killedFor, Math.abs(gained - killedFor));
check("writes cut off, sent again, and doubled", cut, Math.abs(all - acknowledged.size));
check("kills after which it was late to be ready", Number(kills), slowest > READY_WITHIN_MS ? 1 : 0);
check("books that do not balance", 1, books.ok ? 0 : 1);
console.log(`${(killedFor / seconds).toFixed(0)} writes/s, ready again within ${slowest.toFixed(0)} ms; ${books.told}`);
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
