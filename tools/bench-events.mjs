// Benchmarks events on PostgreSQL: what it costs to write them with the changes that they are about, and the time of a page of the feed
// with many events compared with one with few.
// Usage: TEST_DATABASE_URL=… node tools/bench-events.mjs <karavan> [events]
import { readFileSync } from "node:fs";
import { cpuOfTree } from "./bench-programs.mjs";
import { DemoServer, exitCode, median, report } from "./bench-demo.mjs";

const [karavan, count = "10000000"] = process.argv.slice(2);
const MANY = Number(count);
const FEW = 10_000;
const WRITE_RATIO = 1.15;
const PAGE_RATIO = 1.5;
const EVENTS_PER_SECOND = 500;
const ROUNDS = 11;
/** Writes of a round, by connections that write at the same time. */
const WRITES = 400;
const CONNECTIONS = 8;
const PAGES = 60;
/** Each poll is a connection, whose processor time counts. */
const POLL_MS = 100;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// --- writes ----------------------------------------------------------------------------------------------------------------------

/** Switches the triggers that record events on or off. */
function record(server, isOn) {
  const triggers = server.sql("SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE tgname LIKE '%\\_event'");
  const statements = triggers.split("\n").map((line) => {
    const [table, trigger] = line.split(" ");
    return `ALTER TABLE ${table} ${isOn ? "ENABLE" : "DISABLE"} TRIGGER ${trigger}`;
  });
  server.sql(statements.join("; "));
}

/** Drafts of the client, each with an item: changing it writes the item, its order and their history, and records two events. */
async function drafts(server) {
  const made = [];
  for (let number = 0; number < CONNECTIONS; number += 1) {
    const post = async (path, body) => (await server.send(server.keys.client, path, { method: "POST", body })).json();
    const { id } = await post("/client/orders", { type: "standard" });
    const product = { title: "Nike Dunk Low", url: "https://detail.1688.com/offer/736512841907.html", price: "459.00" };
    const item = await post(`/client/orders/${id}/items`, product);
    made.push(`/client/orders/${id}/items/${item.id}`);
  }
  return made;
}

/** The processor time of the server and of the database cluster, in microseconds. */
function cpu(server) {
  const [postmaster] = readFileSync(`${server.sql("SHOW data_directory")}/postmaster.pid`, "utf8").split("\n");
  return cpuOfTree(server.child.pid) + cpuOfTree(Number(postmaster));
}

/** Changes the items and waits until all events are published. Returns the times and the processor time of the round. */
async function write(server, paths, round) {
  const times = [];
  const before = cpu(server);
  const started = performance.now();
  const writer = async (path) => {
    for (let number = 0; number < WRITES / CONNECTIONS; number += 1) {
      const begun = performance.now();
      const body = { quantity: 1 + ((number + round) % 90) };
      await (await server.send(server.keys.client, path, { method: "PATCH", body })).arrayBuffer();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(paths.map(writer));
  const written = performance.now() - started;
  while (server.sql("SELECT EXISTS (SELECT FROM event_outbox)") === "t") await pause(POLL_MS);
  return { request: median(times), written, published: performance.now() - started, cpu: cpu(server) - before };
}

async function compareWrites(server) {
  const paths = await drafts(server);
  const rounds = [];
  let recorded = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = {};
    // Each pair begins with the other one, so that a drift of the machine does not favour one of them.
    for (const isOn of round % 2 ? [true, false] : [false, true]) {
      record(server, isOn);
      const before = Number(server.sql("SELECT count(*) FROM events"));
      pair[isOn ? "on" : "off"] = await write(server, paths, 2 * round + (isOn ? 1 : 0));
      if (isOn) recorded = Number(server.sql("SELECT count(*) FROM events")) - before;
    }
    // The first round fills caches.
    if (round > 0) rounds.push(pair);
  }
  record(server, true);
  const ratio = (name) => median(rounds.map(({ on, off }) => on[name] / off[name]));
  const time = (side, name) => median(rounds.map((pair) => pair[side][name]));
  const entries = 2 * WRITES;
  const rate = entries / (time("on", "written") / 1000);
  const reached = `${rate.toFixed(0)} per second by ${CONNECTIONS} connections`;
  report("events recorded", reached, `≥ ${EVENTS_PER_SECOND}`, rate >= EVENTS_PER_SECOND);
  // Processor time, because the time of a request depends on whatever else the machine does.
  const each = (side) => (time(side, "cpu") / WRITES / 1000).toFixed(2);
  const shown = `${each("on")} ms of processor time until its events are published, without events ${each("off")} ms`;
  report("a change with its events", `${shown}, ratio ${ratio("cpu").toFixed(2)}`, `≤ ${WRITE_RATIO}`, ratio("cpu") <= WRITE_RATIO);
  console.log(
    `# a request takes ${ratio("request").toFixed(2)} times as long, a round ${ratio("written").toFixed(2)}, until all events are published ` +
      `${ratio("published").toFixed(2)}; ${entries} changes were merged to ${recorded} events`,
  );
}

// --- pages -----------------------------------------------------------------------------------------------------------------------

const KINDS = ["order.changed", "item.changed", "order.status_changed", "item.status_changed", "message.created", "item.received"];

/** Fills the feed of the agent: one event of 20,000 is of a rare type. Written without triggers and foreign keys, which take hours. */
function seed(server, events) {
  const columns = `agent_id, client_id, staff_sequence, client_sequence, kind, object_id, number, order_id, old_state, new_state,
    changed_at, published_at`;
  const kinds = `(ARRAY['${KINDS.join("', '")}'])[1 + n % ${KINDS.length}]`;
  const first = "(SELECT min(id) FROM clients WHERE agent_id = 1)";
  server.sql(`SET session_replication_role = replica; TRUNCATE events; TRUNCATE event_outbox;
    INSERT INTO events (${columns})
    SELECT 1, ${first}, n, n, CASE WHEN n % 20000 = 7 THEN 'withdrawal.created' ELSE ${kinds} END, n / 9, 'K1-' || n / 9, n / 9,
      NULL, NULL, now(), now() FROM generate_series(1, ${events}) n`);
  server.sql(`UPDATE event_positions SET last_sequence = ${events} WHERE agent_id = 1 AND client_id IS NULL`);
  server.sql("VACUUM ANALYZE events");
}

/** The pages that are read, by the position that they begin after and their filter. */
const CASES = [
  ["a page of the feed", (last) => Math.floor(Math.random() * (last - 200)), ""],
  ["the newest events", (last) => last - 100, ""],
  // A page looks at 10,000 positions at most, and both feeds have as many left.
  ["a page of a rare type", (last) => Math.floor(Math.random() * (last - FEW)), "&types=withdrawal.created"],
];

async function readPages(server, last, [, after, filter]) {
  const started = performance.now();
  for (let page = 0; page < PAGES; page += 1) {
    await (await server.send(server.keys.staff, `/agent/events?limit=100&after=${after(last)}${filter}`)).arrayBuffer();
  }
  return (performance.now() - started) / PAGES;
}

async function comparePages(few, many) {
  seed(few, FEW);
  seed(many, MANY);
  for (const kind of CASES) {
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pair = [await readPages(few, FEW, kind), await readPages(many, MANY, kind)];
      if (round > 0) rounds.push(pair);
    }
    const ratio = median(rounds.map(([short, long]) => long / short));
    const [short, long] = [0, 1].map((place) => median(rounds.map((pair) => pair[place])).toFixed(2));
    const shown = `${long} ms, of ${FEW} ${short} ms, ratio ${ratio.toFixed(2)}`;
    report(`${kind[0]} of ${MANY} events`, shown, `≤ ${PAGE_RATIO}`, ratio <= PAGE_RATIO);
  }
}

const [few, many] = [new DemoServer(karavan, "bench_events_few"), new DemoServer(karavan, "bench_events_many")];
try {
  await few.start();
  await compareWrites(few);
  await many.start();
  await comparePages(few, many);
} finally {
  await few.stop();
  await many.stop();
}
process.exit(exitCode());
