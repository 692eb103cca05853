// Benchmarks the start time of the server with an existing database, and its idle memory.
// Usage: node tools/bench-server.mjs <binary> <start budget in ms> <memory budget in KB>
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [binary, startBudgetMs, memoryBudgetKb] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const RUNS = 5;
const START_TIMEOUT_MS = 10_000;
const SETTLE_MS = 1_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function untilReady(url, server) {
  const started = performance.now();
  while (performance.now() - started < START_TIMEOUT_MS && server.exitCode === null) {
    const answers = await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false);
    if (answers) return performance.now() - started;
    await pause(2);
  }
  throw new Error("the server did not get ready");
}

const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);

async function measure(environment, port) {
  const server = spawn(binary, ["serve"], { env: environment, stdio: "ignore" });
  try {
    const startMs = await untilReady(`http://127.0.0.1:${port}`, server);
    await pause(SETTLE_MS);
    return { startMs, memoryKb: residentKb(server.pid) };
  } finally {
    const exited = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await exited;
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const folder = mkdtempSync(join(tmpdir(), "karavan-bench-"));
try {
  const port = await freePort();
  const environment = {
    DATABASE_URL: `sqlite://${join(folder, "karavan.db")}?mode=rwc`,
    BIND: `127.0.0.1:${port}`,
    REALTIME_BIND: "none",
    RUST_LOG: "warn",
  };
  execFileSync(binary, ["migrate"], { env: environment, stdio: "ignore" });
  execFileSync(binary, ["demo"], { env: environment, stdio: "ignore" });
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(environment, port));
  const startMs = median(runs.map((run) => run.startMs));
  const memoryKb = median(runs.map((run) => run.memoryKb));
  console.log(`server: ready after ${startMs.toFixed(0)} ms, budget ${startBudgetMs} ms`);
  console.log(`server: ${(memoryKb / 1024).toFixed(1)} MB resident when idle, budget ${memoryBudgetKb / 1024} MB`);
  if (startMs > startBudgetMs || memoryKb > memoryBudgetKb) process.exit(1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
