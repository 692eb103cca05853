// Benchmarks overload: how much of its peak the server still answers at twice and five times the requests, how soon it refuses the
// others, and how soon it recovers. The server and its database have one core, the load generator another. Peak and overload are
// measured in turn, because the speed of a shared machine changes within a minute.
// Usage: TEST_DATABASE_URL=… node tools/bench-overload.mjs <karavan> <bare> <folder> [--quick] [--only=sqlite|postgres]
// Prints a line per figure: name, value, target, ok or MISSED. A missed target does not fail the run.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Programs } from "./bench-programs.mjs";

const [karavan, bare, folder, ...options] = process.argv.slice(2);
const quick = options.includes("--quick");
const only = options.find((option) => option.startsWith("--only="))?.slice("--only=".length);
const SECRET = "a-secret-for-measuring-0123456789abcdef";
const OWNER = { phone: "+79990000001", password: "karavan-demo" };
const PATH = "/agent/orders?limit=50";
const [SERVER_CORE, LOAD_CORE] = ["0", "1"];
const ROUNDS = quick ? 3 : 6;
const PEAK_MS = quick ? 3_000 : 5_000;
const FLOOD_MS = quick ? 4_000 : 10_000;
const RECOVERY_LIMIT_MS = 5_000;

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const missed = [];
function report(name, value, target, ok) {
  if (!ok) missed.push(name);
  console.log(`${name}: ${value}, target ${target}: ${ok ? "ok" : "MISSED"}`);
}

/** Runs the load generator on its core and returns its figures. */
const generate = (words) =>
  new Promise((done, fail) => {
    const child = spawn("taskset", ["-c", LOAD_CORE, bare, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
    child.on("exit", (code) => (code === 0 ? done(JSON.parse(output)) : fail(new Error(`bare ${words[0]} failed`))));
  });

const closed = (address, token, connections, ms) =>
  generate(["load", address, token, String(connections), String(ms), "0", "1000000000", "GET", "", PATH]);

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
const ms = (us) => `${(us / 1000).toFixed(1)} ms`;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Measures rounds of the peak, of `factor` times as many requests, and of single requests after them. */
async function measureFactor(database, factor, address, token, unloaded, pid) {
  const [peaks, rounds, recoveries] = [[await peakRate(address, token)], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const rate = Math.round(peaks[round] * factor);
    const { elapsed_ms, statuses } = await generate(["flood", address, token, String(rate), String(FLOOD_MS), PATH]);
    recoveries.push((await closed(address, token, 1, RECOVERY_LIMIT_MS)).p99_us / unloaded.p99_us);
    peaks.push(await peakRate(address, token));
    const per_second = (statuses[200]?.requests ?? 0) / (elapsed_ms / 1000);
    rounds.push({ statuses, goodput: per_second / ((peaks[round] + peaks[round + 1]) / 2) });
  }
  const worst = (status) => Math.max(...rounds.map(({ statuses }) => statuses[status]?.p99_us ?? 0));
  const others = rounds.flatMap(({ statuses }) => Object.entries(statuses).filter(([status]) => status !== "200" && status !== "503"));
  const [goodput, recovery] = [sum(rounds.map((round) => round.goodput)) / ROUNDS, median(recoveries)];
  const name = `${database}, ${factor}× the peak of ${Math.round(sum(peaks) / peaks.length)}/s`;
  report(`${name}: answered`, `${goodput.toFixed(2)}× of the peak`, "≥ 0.9×", goodput >= 0.9);
  report(`${name}: answered, p99`, `${ms(worst(200))}, ${ms(unloaded.p99_us)} without load`, "none", true);
  report(`${name}: refused, p99`, ms(worst(503)), "≤ 50 ms", worst(503) <= 50_000);
  report(`${name}: neither answered nor refused`, JSON.stringify(others), "none", others.length === 0);
  report(`${name}: p99 in the five seconds after`, `${recovery.toFixed(1)}× of that without load`, "≤ 2×", recovery <= 2);
  console.log(`${name}: ${residentMb(pid).toFixed(0)} MB resident afterwards`);
}

const peakRate = async (address, token) => (await closed(address, token, 32, PEAK_MS)).per_second;

async function measure(database, url) {
  const environment = { DATABASE_URL: url, RUST_LOG: "error", JWT_SECRET: SECRET, DATABASE_CONNECTIONS: "8", TRUSTED_PROXIES: "1" };
  run(karavan, ["migrate"], environment);
  run(karavan, ["demo"], environment);
  const programs = new Programs();
  try {
    const { address, child } = await programs.start("karavan", (address) => ({
      command: ["taskset", "-c", SERVER_CORE, karavan, "serve"],
      environment: { ...environment, BIND: address, REALTIME_BIND: "none" },
    }));
    const login = await fetch(`http://${address}/agent/login/password`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(OWNER),
    });
    const token = (await login.json()).access_token;
    await closed(address, token, 8, 2_000);
    const unloaded = await closed(address, token, 1, PEAK_MS);
    for (const factor of [2, 5]) await measureFactor(database, factor, address, token, unloaded, child.pid);
  } finally {
    await programs.stop();
  }
}

if (only !== "postgres") await measure("SQLite", `sqlite://${join(folder, "overload.db")}?mode=rwc`);
if (only !== "sqlite") {
  const server = process.env.TEST_DATABASE_URL;
  const psql = (sql) => run("psql", ["-qtA", server, "-c", sql]).trim();
  psql("DROP DATABASE IF EXISTS bench_overload");
  psql("CREATE DATABASE bench_overload");
  // The processes of the database inherit the core of the one that starts them.
  run("taskset", ["-a", "-c", "-p", SERVER_CORE, psql("SELECT pg_read_file('postmaster.pid', 0, 20)").split("\n")[0]]);
  await measure("PostgreSQL", server.replace(/[^/]*$/, "bench_overload"));
}
console.log(`${missed.length} targets missed`);
