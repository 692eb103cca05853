// Measures what docs/capacity.md calculates with: the size of an order with all that belongs to it on PostgreSQL, by table, and the
// memory of an idle socket.
// Usage: TEST_DATABASE_URL=… node --experimental-websocket tools/bench-capacity.mjs <karavan> <bare> [orders]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Programs } from "./bench-programs.mjs";

const [karavan, bare, count = "20000"] = process.argv.slice(2);
const orders = Number(count);
const SECRET = "a-secret-for-measuring-0123456789abcdef";
/** People of the demo, and the channel of their cabinet. A person may have 30 sockets. */
const PEOPLE = [
  ["agent", "+79990000001", "private-agent.1"],
  ["client", "+79990000002", "private-client.1"],
  ["agent", "+79990000004", "private-agent.1"],
];
const SOCKETS_PER_PERSON = 30;
const SHOWN_TABLES = 12;
const IDLE_MS = 10_000;

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const server = process.env.TEST_DATABASE_URL;
const database = server.replace(/[^/]*$/, "bench_capacity");
const psql = (address, sql) => run("psql", ["-qtA", "-F", " ", address, "-c", sql]).trim();
const environment = { DATABASE_URL: database, RUST_LOG: "error", JWT_SECRET: SECRET, MESSENGERS: "log", MAIL: "log" };

/** Rows and bytes of each table; its indexes separately. */
function tables() {
  psql(database, "VACUUM ANALYZE");
  const sql = "SELECT relname, n_live_tup, pg_table_size(relid), pg_indexes_size(relid) FROM pg_stat_user_tables";
  const rows = psql(database, sql).split("\n").map((row) => row.split(" "));
  return new Map(rows.map(([name, ...figures]) => [name, figures.map(Number)]));
}

function sizeOfOrders() {
  const before = tables();
  run(bare, ["seed", database, "full", String(orders), "64"]);
  run(karavan, ["search:merge"], environment);
  const grown = [...tables()].map(([name, figures]) => {
    const [rows, bytes, indexBytes] = figures.map((figure, place) => (figure - (before.get(name)?.[place] ?? 0)) / orders);
    return { name, rows, bytes, indexBytes, all: bytes + indexBytes };
  });
  const sum = grown.reduce((sum, { all }) => sum + all, 0);
  console.log(`an order with all that belongs to it: ${(sum / 1000).toFixed(1)} KB (${orders} orders)`);
  for (const { name, rows, bytes, indexBytes } of grown.sort((a, b) => b.all - a.all).slice(0, SHOWN_TABLES)) {
    console.log(`  ${name}: ${rows.toFixed(1)} rows, ${bytes.toFixed(0)} B and ${indexBytes.toFixed(0)} B of indexes`);
  }
}

const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
/** User and system time of a process, in milliseconds. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function call(address, path, body, token) {
  const headers = { "content-type": "application/json", accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`http://${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Opens a socket that follows a channel. */
async function open(address, token, channel) {
  const socket = new WebSocket(`ws://${address}/app/karavan?protocol=7`);
  const next = (event) =>
    new Promise((done) => {
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.event === event) done(frame.data && JSON.parse(frame.data));
      });
    });
  const { socket_id } = await next("pusher:connection_established");
  const grant = await call(address, "/broadcasting/auth", { socket_id, channel_name: channel }, token);
  const subscribed = next("pusher_internal:subscription_succeeded");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...grant } }));
  await subscribed;
}

async function memoryOfSockets() {
  const programs = new Programs();
  try {
    const { address, child } = await programs.start("karavan", (address) => ({
      command: [karavan, "serve"],
      environment: { ...environment, BIND: address, REALTIME_BIND: "none", PUBLIC_URL: `http://${address}` },
    }));
    const people = [];
    for (const [guard, phone, channel] of PEOPLE) {
      const { access_token } = await call(address, `/${guard}/login/password`, { phone, password: "karavan-demo" });
      people.push([access_token, channel]);
      await open(address, access_token, channel);
    }
    await pause(2_000);
    const before = residentKb(child.pid);
    for (const [token, channel] of people) {
      for (let number = 1; number < SOCKETS_PER_PERSON; number += 1) await open(address, token, channel);
    }
    await pause(2_000);
    const added = people.length * (SOCKETS_PER_PERSON - 1);
    console.log(`an idle socket: ${((residentKb(child.pid) - before) / added).toFixed(0)} KB (${added} sockets)`);
    const busy = cpuMs(child.pid);
    await pause(IDLE_MS);
    console.log(`${added} idle sockets: ${cpuMs(child.pid) - busy} ms of processor time in ${IDLE_MS / 1000} s`);
  } finally {
    await programs.stop();
  }
}

psql(server, "DROP DATABASE IF EXISTS bench_capacity");
psql(server, "CREATE DATABASE bench_capacity");
for (const words of [["migrate"], ["demo"]]) run(karavan, words, environment);
sizeOfOrders();
await memoryOfSockets();
process.exit(0);
