// Makes commits fail while six writers write: on SQLite by files that may not grow, as on a full disk, on PostgreSQL by connections
// that are cut before or after the commit reaches the server. Every write that is acknowledged must be there for another process,
// at once and after a restart, and none twice.
// Usage: node tools/soak-commit.mjs <karavan> [seconds=6] [DATABASE_URL]
// Prints one line per check: name, count, failures.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { Karavan, Report, pause } from "./soak-server.mjs";

const [program, seconds = "6", database] = process.argv.slice(2);
const WRITERS = 6;
// What may still be written when the disk is said to be full: part of a commit.
const ROOM_BYTES = 20_000;
// How long the disk is full, and how long there is room again.
const TURN_MS = 100;
const CUT_SHARE = 0.2;

const unsure = new Set();
let stopping = false;
let refused = 0;
// Refused with anything but "unavailable, try again".
let unexplained = 0;

async function write(karavan) {
  while (!stopping) {
    const [waiting] = unsure;
    const key = waiting ?? randomUUID();
    unsure.delete(key);
    await karavan.credit(key).catch((error) => {
      refused += 1;
      if (error.status !== 503) unexplained += 1;
      unsure.add(key);
      return pause(5);
    });
  }
}

/** SQLite whose files may not grow past a size: writes beyond it fail, as they do on a full disk. */
async function fullDisk() {
  const karavan = await Karavan.prepare(program);
  const script = 'trap "" XFSZ; exec "$0" serve';
  const limit = (bytes) => spawnSync("prlimit", [`--pid=${karavan.server.pid}`, `--fsize=${bytes}:unlimited`]).status === 0;
  const size = (file) => statSync(`${karavan.folder}/${file}`).size;
  let turns;
  let isFull = false;
  return {
    karavan,
    another: await karavan.beside(),
    start: () => karavan.start(["sh", "-c", script, karavan.program]),
    begin: () => {
      turns = setInterval(() => {
        isFull = !isFull;
        limit(isFull ? Math.max(size("soak.db"), size("soak.db-wal")) + ROOM_BYTES : "unlimited");
      }, TURN_MS);
      return true;
    },
    end: () => {
      clearInterval(turns);
      return limit("unlimited");
    },
  };
}

/** PostgreSQL behind a proxy that cuts the connection at every fifth commit: before it is sent on, or before its answer is. */
async function cutConnections() {
  const direct = new URL(database);
  const target = { host: direct.hostname, port: Number(direct.port || 5432) };
  let cutting = false;
  const proxy = createServer((server) => {
    const upstream = connect(target);
    let dropAnswers = false;
    const cut = () => {
      server.destroy();
      upstream.destroy();
    };
    server.on("data", (bytes) => {
      if (cutting && bytes.includes("COMMIT\0") && Math.random() < CUT_SHARE) {
        if (Math.random() < 0.5) return cut();
        dropAnswers = true;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => (dropAnswers ? cut() : server.write(bytes)));
    for (const socket of [server, upstream]) socket.on("error", cut).on("close", cut);
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  const through = new URL(database);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.address().port);
  const another = await Karavan.prepare(program, { database });
  return {
    karavan: await another.beside(through.href),
    another,
    start: () => karavan.start(),
    begin: () => (cutting = true),
    end: () => {
      cutting = false;
      return true;
    },
    close: () => proxy.close(),
  };
}

const { karavan, another, start, begin, end, close } = await (database ? cutConnections() : fullDisk());
await start();
await karavan.logIn();
await another.start();
await another.logIn();
const before = await karavan.balance();
const writers = Array.from({ length: WRITERS }, () => write(karavan));
if (!begin()) throw new Error("the fault can't be made");
await pause(Number(seconds) * 1000);
if (!end()) throw new Error("the fault can't be ended");
const refusedInFault = refused;
await pause(Number(seconds) * 500);
stopping = true;
await Promise.all(writers);
let stuck = 0;
for (const key of unsure) {
  const isWritten = await karavan.credit(key).then(() => true, () => false);
  if (!isWritten) stuck += 1;
}
const written = karavan.acknowledged.size;
const seenAtOnce = (await another.balance()) - before;
await another.stop();
await karavan.stop();
await karavan.start();
await karavan.logIn();
const seenLater = (await karavan.balance()) - before;
await karavan.stop();
const books = another.run("ledger:verify");

const report = new Report();
report.check("writes that another process does not see", written, Math.abs(seenAtOnce - written));
report.check("writes that are lost after a restart", written, Math.abs(seenLater - written));
report.check("writes that are refused after the fault", unsure.size, stuck);
report.check("writes that are refused with anything but 503", refused, unexplained);
report.check("faults that no write met", refusedInFault, refusedInFault === 0 ? 1 : 0);
report.check("books that do not balance", 1, books.ok ? 0 : 1);
console.log(books.output);
close?.();
karavan.remove();
report.end();
