// Benchmarks authentication: its CPU cost per request, whether response times reveal which phones are registered, and how fifty
// concurrent logins slow down other requests.
// Usage: TEST_DATABASE_URL=… node tools/bench-people.mjs <karavan> <bare> <folder> [--quick] [--only=sqlite|postgres]
// Prints a line per figure: name, value, target, ok or MISSED. A missed target does not fail the run.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";

const [karavan, bare, folder, ...options] = process.argv.slice(2);
const quick = options.includes("--quick");
const only = options.find((option) => option.startsWith("--only="))?.slice("--only=".length);
const SECRET = "a-secret-for-measuring-0123456789abcdef";
const OWNER = { phone: "+79990000001", password: "karavan-demo" };
const ROUNDS = quick ? 5 : 15;
const REQUESTS = quick ? 2_000 : 5_000;
const GUESSES = quick ? 60 : 300;
const QUIET_MS = quick ? 1_000 : 4_000;
const LOGINS = 50;
const TICK_US = 1_000_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const missed = [];
function report(name, value, target, ok, note = "") {
  if (!ok) missed.push(name);
  console.log(`${name}: ${value}, target ${target}: ${ok ? "ok" : "MISSED"}${note ? ` (${note})` : ""}`);
}

const agent = new Agent({ keepAlive: true, maxSockets: LOGINS * 2 });
function send({ port }, method, path, { token, body, address } = {}) {
  return new Promise((done, fail) => {
    const headers = {
      accept: "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(address && { "x-forwarded-for": address }),
    };
    const text = body && JSON.stringify(body);
    if (text) Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => done({ status: answer.statusCode, text }));
    });
    outgoing.on("error", fail).end(text);
  });
}

let port = 26_000 + (process.pid % 5_000);
async function serve(url) {
  port += 1;
  const environment = {
    DATABASE_URL: url,
    BIND: `127.0.0.1:${port}`,
    REALTIME_BIND: "none",
    JWT_SECRET: SECRET,
    RUST_LOG: "error",
    DATABASE_CONNECTIONS: "8",
    TRUSTED_PROXIES: "1",
  };
  const child = spawn(karavan, ["serve"], { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] });
  const server = { port, child };
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await send(server, "GET", "/readyz").then(({ status }) => status === 200, () => false)) return server;
    await pause(20);
  }
  throw new Error("the server did not get ready");
}

/** User and system CPU time of a process in microseconds, including threads that have ended. */
function cpu(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** CPU time of the PostgreSQL processes that serve a database. */
function cpuOfDatabase(pids) {
  return pids.reduce((sum, pid) => sum + cpu(pid), 0);
}

async function many(count, atOnce, one) {
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < count) await one((next += 1));
  }));
}

/** Sends the same refused request with and without a login. The difference is the cost of the token, the session and the permissions. */
async function authCost(database, server, token, backends) {
  const path = "/agent/orders?limit=none";
  const sides = [{ token, status: 422 }, { token: undefined, status: 401 }];
  const taken = [[], []];
  const inDatabase = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, side] of sides.entries()) {
      const pids = backends();
      const before = [cpu(server.child.pid), cpuOfDatabase(pids)];
      await many(REQUESTS, 4, async () => {
        const { status } = await send(server, "GET", path, side);
        if (status !== side.status) throw new Error(`${status} instead of ${side.status}`);
      });
      if (round === 0) continue;
      taken[place].push((cpu(server.child.pid) - before[0]) / REQUESTS);
      if (place === 0) inDatabase.push((cpuOfDatabase(pids) - before[1]) / REQUESTS);
    }
  }
  const own = median(taken[0].map((value, round) => value - taken[1][round]));
  const base = median(inDatabase);
  const note = `${own.toFixed(0)} µs in the server, ${base.toFixed(0)} µs in the database's processes; an anonymous request takes ${median(taken[1]).toFixed(0)} µs`;
  report(`${database}: authentication and permissions`, `${(own + base).toFixed(0)} µs of CPU`, "≤ 150 µs", own + base <= 150, note);
}

/** Measures registered and unknown phones in turn, each request from a different address. */
async function phoneProbing(database, server) {
  let number = 0;
  const took = async (path, body) => {
    number += 1;
    const address = `198.18.${Math.floor(number / 250) % 250}.${number % 250}`;
    const began = performance.now();
    await send(server, "POST", path, { body, address });
    return performance.now() - began;
  };
  // Many password attempts would lock the registered phone, and a locked phone is answered sooner. Therefore only the look-up of
  // the phone is compared.
  const times = [[], []];
  for (let round = 0; round < GUESSES; round += 1) {
    times[0].push(await took("/client/login", { phone: "+79990000002" }));
    times[1].push(await took("/client/login", { phone: `+7888${String(1_000_000 + round)}` }));
  }
  const [known, unknown] = times.map(median);
  const ratio = Math.max(known, unknown) / Math.min(known, unknown);
  report(
    `${database}: registered phone compared with an unknown one`,
    `${ratio.toFixed(2)}×`,
    "≤ 1.10×",
    ratio <= 1.1,
    `${known.toFixed(2)} ms vs. ${unknown.toFixed(2)} ms`,
  );
}

const measureList = ({ port }, token, ms) =>
  new Promise((done, fail) => {
    const words = ["load", `127.0.0.1:${port}`, token, "2", String(ms), "0", "1000000000", "GET", "", "/agent/orders?limit=50"];
    const child = spawn(bare, words, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
    child.on("exit", (code) => (code === 0 ? done(JSON.parse(output)) : fail(new Error("the load failed"))));
  });

/** Measures the order list while fifty people log in repeatedly, compared with the list without logins. */
async function concurrentLogins(database, server, token) {
  const ratios = [];
  const notes = [];
  for (let round = 0; round < 3; round += 1) {
    const quiet = await measureList(server, token, QUIET_MS);
    let [over, logins] = [false, 0];
    const busy = Promise.all(Array.from({ length: LOGINS }, async (_, person) => {
      while (!over) {
        logins += 1;
        // An unknown phone costs the same password hash as a registered one.
        const body = { phone: `+7877${String(1_000_000 + logins)}`, password: "not-the-password" };
        await send(server, "POST", "/client/login/password", { body, address: `198.19.${round * 50 + person}.${logins % 250}` });
      }
    }));
    const crowded = await measureList(server, token, QUIET_MS);
    over = true;
    await busy;
    ratios.push(crowded.p99_us / quiet.p99_us);
    notes.push(`p99 ${(crowded.p99_us / 1000).toFixed(1)} ms vs. ${(quiet.p99_us / 1000).toFixed(1)} ms, ${logins} logins`);
  }
  const ratio = median(ratios);
  report(
    `${database}: order list during fifty concurrent logins`,
    `${ratio.toFixed(2)}×`,
    "≤ 2×",
    ratio <= 2,
    notes[ratios.indexOf(ratio)],
  );
}

async function measure(database, url, backends, figures = [authCost, phoneProbing, concurrentLogins]) {
  run(karavan, ["migrate"], { DATABASE_URL: url, RUST_LOG: "warn", JWT_SECRET: SECRET });
  run(karavan, ["demo"], { DATABASE_URL: url, RUST_LOG: "warn", JWT_SECRET: SECRET });
  const server = await serve(url);
  try {
    const { text } = await send(server, "POST", "/agent/login/password", { body: OWNER });
    const token = JSON.parse(text).access_token;
    for (const figure of figures) await figure(database, server, token, backends);
  } finally {
    const exited = new Promise((done) => server.child.once("exit", done));
    agent.destroy();
    server.child.kill("SIGTERM");
    await exited;
  }
}

if (only !== "postgres") await measure("SQLite", `sqlite://${join(folder, "people.db")}?mode=rwc`, () => []);
if (only !== "sqlite") {
  const server = process.env.TEST_DATABASE_URL;
  const psql = (sql) => run("psql", ["-qtA", server, "-c", sql]).trim();
  psql("DROP DATABASE IF EXISTS bench_people");
  psql("CREATE DATABASE bench_people");
  const backends = () => psql("SELECT pid FROM pg_stat_activity WHERE datname = 'bench_people'").split("\n").filter(Boolean);
  const at = (address) => address.replace(/[^/]*$/, "bench_people");
  await measure("PostgreSQL", at(server), backends);
  // Over TCP the network costs both sides as much as the query, so the cost is also measured over the Unix socket.
  const socket = process.env.TEST_DATABASE_SOCKET_URL;
  if (socket) await measure("PostgreSQL over its socket", at(socket), backends, [authCost]);
}
console.log(`${missed.length} targets missed`);
