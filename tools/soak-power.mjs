// Simulates power losses during writes on SQLite: kills the server, and then reverts a random part of the changes of the database
// that were not synced. No acknowledged write may be lost, and none may be applied twice.
// Usage: node tools/soak-power.mjs <karavan> [losses=20] [--without-sync]
// With --without-sync no change becomes durable. Then the test passes if it notices lost writes.
// Prints one line per check: name, count, failures.
import { Faults, query } from "./faults.mjs";
import { Karavan, Report, pause, random } from "./soak-server.mjs";

const options = process.argv.slice(2);
const isWithoutSync = options.includes("--without-sync");
const [program, losses = "20"] = options.filter((option) => !option.startsWith("--"));
const WRITERS = 8;
const MAX_SYNC_DELAY_US = 8_000;
// Acknowledged writes between two power losses: at least this many, and at most this many more.
const MIN_WRITES = 20;
const MORE_WRITES = 60;
// Longer than it takes to kill the server.
const LONG_SYNC_DELAY_US = 30_000;
// Until SQLite copies the write-ahead log to the main file.
const MAX_WAIT_MS = 10_000;
const MEMOS = "SELECT memo, count(*) FROM ledger_entries WHERE memo <> '' GROUP BY memo";

// Keys of writes with an unknown outcome; one writer sends each of them again.
const unsure = new Set();
let stopping = false;
const karavan = await Karavan.prepare(program);
const { acknowledged } = karavan;
const faults = new Faults(karavan);

const write = () => karavan.keepCrediting(unsure, () => stopping);

/** Waits until some more writes are acknowledged. */
async function waitForWrites(count) {
  const wanted = acknowledged.size + count;
  const deadline = performance.now() + 60_000;
  while (acknowledged.size < wanted) {
    if (performance.now() > deadline) throw new Error("the server acknowledges too few writes");
    await pause(1);
  }
}

/** Waits for a random moment, or for one at which the write-ahead log or the main file is not synced. */
async function waitForLoss() {
  // Without syncs a copy of the log would damage the main file: then the lost writes could not be counted.
  if (isWithoutSync) return waitForWrites(MIN_WRITES);
  await waitForWrites(MIN_WRITES + Math.floor(random() * MORE_WRITES));
  await pause(random() * 10);
  if (done > 0 && random() < 0.25) return;
  const end = random() < 0.5 ? "-wal" : "";
  const deadline = performance.now() + MAX_WAIT_MS;
  faults.set({ syncDelayUs: LONG_SYNC_DELAY_US });
  while (!faults.hasUnsyncedChanges(end) && performance.now() < deadline) await new Promise(setImmediate);
}

/** Reads a copy of the database before the server is started again. */
function inspectDatabase() {
  try {
    const [[[integrity]], memos] = query(faults.copyDatabase(), "PRAGMA integrity_check", MEMOS);
    const counts = new Map(memos);
    return { isIntact: integrity === "ok", lost: [...acknowledged].filter((key) => counts.get(key) !== 1).length };
  } catch (error) {
    console.log(error.message);
    return { isIntact: false, lost: 0 };
  }
}

let [damaged, lost, changes, mainChanges, lostSectors, failedStarts, done] = [0, 0, 0, 0, 0, 0, 0];
const isUnharmed = () => damaged + lost + failedStarts === 0;
faults.set({ journals: 1, ignoresSyncs: isWithoutSync ? 1 : 0 });
await karavan.start(faults.command());
await karavan.logIn();
const before = await karavan.balance();
const writers = Array.from({ length: WRITERS }, write);
while (done < Number(losses) && isUnharmed()) {
  faults.set({ syncDelayUs: Math.floor(random() * MAX_SYNC_DELAY_US) });
  await waitForLoss();
  await karavan.stop("SIGKILL");
  const loss = faults.losePower();
  changes += loss.changes;
  mainChanges += loss.mainChanges;
  lostSectors += loss.lostSectors;
  done += 1;
  const state = inspectDatabase();
  damaged += state.isIntact ? 0 : 1;
  lost += state.lost;
  failedStarts += await karavan.start().then(() => 0, () => 1);
  if (!isUnharmed() || done === Number(losses)) break;
  await waitForWrites(1);
  await karavan.stop(random() < 0.5 ? "SIGKILL" : "SIGTERM");
  await karavan.start(faults.command());
}
stopping = true;
await Promise.all(writers);

const report = new Report();
if (isWithoutSync) {
  report.check("lost writes without syncs that were not noticed", done, lost === 0 ? 1 : 0);
  console.log(`of ${acknowledged.size} acknowledged writes ${lost} were lost`);
  await karavan.stop("SIGKILL");
  karavan.remove();
  report.end();
}
report.check("acknowledged writes lost in a power loss", acknowledged.size, lost);
report.check("databases damaged by a power loss", done, damaged);
report.check("failed starts after a power loss", done, failedStarts);
report.check("power losses without any effect", changes, lostSectors === 0 ? 1 : 0);
console.log(`${changes} changes were not synced, ${mainChanges} of them in the main file; ${lostSectors} sectors lost a change`);
if (isUnharmed()) {
  for (const key of unsure) await karavan.credit(key);
  const written = acknowledged.size;
  const gained = (await karavan.balance()) - before;
  await karavan.stop();
  const books = karavan.run("ledger:verify");
  report.check("acknowledged writes that were lost or doubled", written, Math.abs(gained - written));
  report.check("ledger out of balance", 1, books.ok ? 0 : 1);
  console.log(books.output);
}
await karavan.stop("SIGKILL");
karavan.remove();
report.end();
