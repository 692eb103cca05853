// Makes commits fail during concurrent writes: on SQLite by a limit on the file size, which acts like a full disk, on PostgreSQL by
// closing connections before or after the commit reaches the server. Every acknowledged write must be visible exactly once to
// another process, immediately and after a restart.
// Usage: node tools/soak-commit.mjs <karavan> [seconds=6] [DATABASE_URL]
// Prints one line per check: name, count, failures.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { Karavan, Report, pause, random } from "./soak-server.mjs";

const [program, seconds = "6", database] = process.argv.slice(2);
const WRITERS = 6;
// The limit on the file size is at least this: a part of a commit.
const FREE_BYTES = 20_000;
// The disk alternates between full and not full at this interval.
const TOGGLE_MS = 100;
const DISCONNECT_SHARE = 0.2;

const unconfirmed = new Set();
let stopping = false;
let refused = 0;
// Writes refused with a status other than 503.
let unexpected = 0;

async function write(karavan) {
  while (!stopping) {
    const [waiting] = unconfirmed;
    const key = waiting ?? randomUUID();
    unconfirmed.delete(key);
    await karavan.credit(key).catch((error) => {
      refused += 1;
      if (error.status !== 503) unexpected += 1;
      unconfirmed.add(key);
      return pause(5);
    });
  }
}

/**
 * SQLite with a limit on the file size: writes beyond it fail as on a full disk. The write-ahead log keeps its size while SQLite
 * writes it again from the start, so the limit is a random position inside the log: a limit at its end might never be reached.
 */
async function fullDisk() {
  const karavan = await Karavan.prepare(program);
  const script = 'trap "" XFSZ; exec "$0" serve';
  const limit = (bytes) => spawnSync("prlimit", [`--pid=${karavan.server.pid}`, `--fsize=${bytes}:unlimited`]).status === 0;
  const logSize = () => statSync(`${karavan.folder}/soak.db-wal`).size;
  let timer;
  let isFull = false;
  return {
    karavan,
    observer: await karavan.secondProcess(),
    start: () => karavan.start(["sh", "-c", script, karavan.program]),
    startFault: () => {
      timer = setInterval(() => {
        isFull = !isFull;
        limit(isFull ? FREE_BYTES + Math.floor(random() * logSize()) : "unlimited");
      }, TOGGLE_MS);
      return true;
    },
    endFault: () => {
      clearInterval(timer);
      return limit("unlimited");
    },
  };
}

/**
 * PostgreSQL behind a proxy that closes the connection at a fifth of the commits: before forwarding the commit or before
 * forwarding its response.
 */
async function closeConnections() {
  const direct = new URL(database);
  const target = { host: direct.hostname, port: Number(direct.port || 5432) };
  let isActive = false;
  const proxy = createServer((server) => {
    const upstream = connect(target);
    let dropResponses = false;
    const disconnect = () => {
      server.destroy();
      upstream.destroy();
    };
    server.on("data", (bytes) => {
      if (isActive && bytes.includes("COMMIT\0") && random() < DISCONNECT_SHARE) {
        if (random() < 0.5) return disconnect();
        dropResponses = true;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => (dropResponses ? disconnect() : server.write(bytes)));
    for (const socket of [server, upstream]) socket.on("error", disconnect).on("close", disconnect);
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  const through = new URL(database);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.address().port);
  const observer = await Karavan.prepare(program, { database });
  return {
    karavan: await observer.secondProcess(through.href),
    observer,
    start: () => karavan.start(),
    startFault: () => (isActive = true),
    endFault: () => {
      isActive = false;
      return true;
    },
    close: () => proxy.close(),
  };
}

const { karavan, observer, start, startFault, endFault, close } = await (database ? closeConnections() : fullDisk());
await start();
await karavan.logIn();
await observer.start();
await observer.logIn();
const before = await karavan.balance();
const writers = Array.from({ length: WRITERS }, () => write(karavan));
if (!startFault()) throw new Error("could not start the fault");
await pause(Number(seconds) * 1000);
if (!endFault()) throw new Error("could not end the fault");
const refusedDuringFault = refused;
await pause(Number(seconds) * 500);
stopping = true;
await Promise.all(writers);
let unwritten = 0;
for (const key of unconfirmed) {
  const isWritten = await karavan.credit(key).then(() => true, () => false);
  if (!isWritten) unwritten += 1;
}
const written = karavan.acknowledged.size;
const visibleImmediately = (await observer.balance()) - before;
await observer.stop();
await karavan.stop();
await karavan.start();
await karavan.logIn();
const visibleAfterRestart = (await karavan.balance()) - before;
await karavan.stop();
const books = observer.run("ledger:verify");

const report = new Report();
report.check("writes not visible to another process", written, Math.abs(visibleImmediately - written));
report.check("writes lost after a restart", written, Math.abs(visibleAfterRestart - written));
report.check("writes refused after the fault", unconfirmed.size, unwritten);
report.check("writes refused with a status other than 503", refused, unexpected);
report.check("faults without an effect on any write", refusedDuringFault, refusedDuringFault === 0 ? 1 : 0);
report.check("ledger out of balance", 1, books.ok ? 0 : 1);
console.log(books.output);
close?.();
karavan.remove();
report.end();
