// Benchmarks what programs do on PostgreSQL: the memory of the server while it exports all items, with a tenth of the items and with
// all of them, and the time of a request by key compared with one by session.
// Usage: TEST_DATABASE_URL=… node tools/bench-exports.mjs <karavan> [items]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Programs } from "./bench-programs.mjs";

const [karavan, count = "1000000"] = process.argv.slice(2);
const items = Number(count);
/** How much more memory the long export may take than the short one, in MB. */
const RISE_MB = 8;
const RATIO = 1.1;
const ROUNDS = 9;
const REQUESTS = 200;

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const server = process.env.TEST_DATABASE_URL;
const database = server.replace(/[^/]*$/, "bench_exports");
const psql = (address, sql) => run("psql", ["-qtA", address, "-c", sql]).trim();
const environment = {
  DATABASE_URL: database,
  RUST_LOG: "error",
  JWT_SECRET: "a-secret-for-measuring-0123456789abcdef",
  MESSENGERS: "log",
  MAIL: "log",
  KEY_REQUESTS: "1000000",
  ADDRESS_KEY_REQUESTS: "1000000",
};

const memoryMb = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
let failed = false;

function report(what, value, budget, fits) {
  console.log(`${fits ? "ok  " : "FAIL"} ${what}: ${value}, budget ${budget}`);
  failed ||= !fits;
}

/** Adds copies of an item until the agent has so many. Written without triggers, which would fill the feed. */
function seed(wanted) {
  const described = "FROM information_schema.columns WHERE table_name = 'order_items' AND column_name <> 'id'";
  const columns = psql(database, `SELECT string_agg(column_name, ', ') ${described}`);
  const values = columns.replace(/\bupdated_at\b/, "updated_at - n * interval '1 millisecond'");
  const first = "(SELECT min(i.id) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.agent_id = 1 AND o.status <> 'draft')";
  const missing = wanted - Number(psql(database, "SELECT count(*) FROM order_items WHERE agent_id = 1"));
  const copies = `SELECT ${values} FROM order_items, generate_series(1, ${missing}) n WHERE id = ${first}`;
  psql(database, `SET session_replication_role = replica; INSERT INTO order_items (${columns}) ${copies}`);
  psql(database, "VACUUM ANALYZE order_items");
}

/** Reads the export to its end. Returns the lines, the time, and the rise of the server's memory. */
async function exportItems(address, pid, key) {
  const before = memoryMb(pid, "VmRSS");
  // Resets the kernel's peak value (VmHWM).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const started = performance.now();
  const answer = await fetch(`http://${address}/agent/items.ndjson`, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  let lines = 0;
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, seconds: (performance.now() - started) / 1000, rise: memoryMb(pid, "VmHWM") - before };
}

/** The median time of a request by each credential, from rounds that alternate. */
async function compare(address, credentials) {
  const rounds = credentials.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, credential] of credentials.entries()) {
      const started = performance.now();
      for (let request = 0; request < REQUESTS; request += 1) {
        const headers = { authorization: `Bearer ${credential}`, accept: "application/json" };
        const answer = await fetch(`http://${address}/agent/orders?limit=50`, { headers });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }
      // The first round fills caches.
      if (round > 0) rounds[place].push((performance.now() - started) / REQUESTS);
    }
  }
  return rounds.map(median);
}

psql(server, "DROP DATABASE IF EXISTS bench_exports");
psql(server, "CREATE DATABASE bench_exports");
run(karavan, ["migrate"], environment);
const [key] = /krv_test_\w+/.exec(run(karavan, ["demo"], environment));
const programs = new Programs();
try {
  const { address, child } = await programs.start("karavan", (address) => ({
    command: [karavan, "serve"],
    environment: { ...environment, BIND: address, REALTIME_BIND: "none", PUBLIC_URL: `http://${address}` },
  }));
  const login = await fetch(`http://${address}/agent/login/password`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ phone: "+79990000001", password: "karavan-demo" }),
  });
  const { access_token: session } = await login.json();
  const [bySession, byKey] = await compare(address, [session, key]);
  const ratio = byKey / bySession;
  const times = `${byKey.toFixed(2)} ms, by session ${bySession.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`;
  report("a request by key", times, `≤ ${RATIO}`, ratio <= RATIO);
  const exports = [];
  for (const wanted of [items / 10, items]) {
    seed(wanted);
    const done = await exportItems(address, child.pid, key);
    console.log(`# ${done.lines} items in ${done.seconds.toFixed(1)} s, rise of memory ${done.rise.toFixed(1)} MB`);
    exports.push(done);
  }
  const [short, long] = exports;
  const more = long.rise - short.rise;
  const what = `memory for ${long.lines} items, compared with ${short.lines}`;
  report(what, `${more.toFixed(1)} MB more`, `≤ ${RISE_MB} MB`, more <= RISE_MB);
} finally {
  await programs.stop();
}
psql(server, "DROP DATABASE bench_exports WITH (FORCE)");
process.exit(failed ? 1 : 0);
