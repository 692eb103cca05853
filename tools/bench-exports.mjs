// Benchmarks what programs do on PostgreSQL: the memory of the server while it exports all items, with a tenth of the items and with
// all of them, and the time of a request by key compared with one by session.
// Usage: TEST_DATABASE_URL=… node tools/bench-exports.mjs <karavan> [items]
import { readFileSync, writeFileSync } from "node:fs";
import { DemoServer, exitCode, median, report } from "./bench-demo.mjs";

const [karavan, count = "1000000"] = process.argv.slice(2);
const items = Number(count);
/** How much more memory the long export may take than the short one, in MB. */
const RISE_MB = 8;
const RATIO = 1.1;
const ROUNDS = 9;
const REQUESTS = 200;

const memoryMb = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

/** Adds copies of an item until the agent has so many. Written without triggers, which would fill the feed. */
function seed(server, wanted) {
  const described = "FROM information_schema.columns WHERE table_name = 'order_items' AND column_name <> 'id'";
  const columns = server.sql(`SELECT string_agg(column_name, ', ') ${described}`);
  const values = columns.replace(/\bupdated_at\b/, "updated_at - n * interval '1 millisecond'");
  const first = "(SELECT min(i.id) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.agent_id = 1 AND o.status <> 'draft')";
  const missing = wanted - Number(server.sql("SELECT count(*) FROM order_items WHERE agent_id = 1"));
  const copies = `SELECT ${values} FROM order_items, generate_series(1, ${missing}) n WHERE id = ${first}`;
  server.sql(`SET session_replication_role = replica; INSERT INTO order_items (${columns}) ${copies}`);
  server.sql("VACUUM ANALYZE order_items");
}

/** Reads the export to its end. Returns the lines, the time, and the rise of the server's memory. */
async function exportItems(server) {
  const { pid } = server.child;
  const before = memoryMb(pid, "VmRSS");
  // Resets the kernel's peak value (VmHWM).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const started = performance.now();
  const answer = await server.send(server.keys.staff, "/agent/items.ndjson");
  let lines = 0;
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, seconds: (performance.now() - started) / 1000, rise: memoryMb(pid, "VmHWM") - before };
}

/** The median ratio of the times of a request by the two credentials, from pairs that alternate, and the median times. */
async function compare(server, credentials) {
  const rounds = credentials.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, credential] of credentials.entries()) {
      const started = performance.now();
      for (let request = 0; request < REQUESTS; request += 1) {
        await (await server.send(credential, "/agent/orders?limit=50")).arrayBuffer();
      }
      // The first round fills caches.
      if (round > 0) rounds[place].push((performance.now() - started) / REQUESTS);
    }
  }
  const [session, key] = rounds;
  return { ratio: median(key.map((time, round) => time / session[round])), times: rounds.map(median) };
}

const server = await new DemoServer(karavan, "bench_exports").start();
try {
  const session = await server.logIn("agent", "+79990000001");
  const { ratio, times } = await compare(server, [session, server.keys.staff]);
  const shown = `${times[1].toFixed(2)} ms, by session ${times[0].toFixed(2)} ms, ratio ${ratio.toFixed(2)}`;
  report("a request by key", shown, `≤ ${RATIO}`, ratio <= RATIO);
  const exports = [];
  for (const wanted of [items / 10, items]) {
    seed(server, wanted);
    const done = await exportItems(server);
    console.log(`# ${done.lines} items in ${done.seconds.toFixed(1)} s, rise of memory ${done.rise.toFixed(1)} MB`);
    exports.push(done);
  }
  const [short, long] = exports;
  const more = long.rise - short.rise;
  const what = `memory for ${long.lines} items, compared with ${short.lines}`;
  report(what, `${more.toFixed(1)} MB more`, `≤ ${RISE_MB} MB`, more <= RISE_MB);
} finally {
  await server.stop();
}
process.exit(exitCode());
