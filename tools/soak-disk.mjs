// A failing disk on SQLite: during concurrent writes, a random part of the writes and syncs of the database fails with EIO, and
// syncs are slow. The server must refuse writes with 503. Every acknowledged write must be visible exactly once to another
// process, immediately and after a restart, and the server must recover when the disk does.
// Usage: node tools/soak-disk.mjs <karavan> [seconds=30]
// Prints one line per check: name, count, failures.
import { randomUUID } from "node:crypto";
import { Faults, query } from "./faults.mjs";
import { Karavan, Report, pause, random } from "./soak-server.mjs";

const [program, seconds = "30"] = process.argv.slice(2);
const WRITERS = 6;
// The disk alternates between failing and working at this interval.
const TOGGLE_MS = 250;
const MAX_SYNC_DELAY_US = 5_000;
// Shares of failing calls, of 10,000. At the largest one hardly a write succeeds.
const SHARES = [50, 300, 2_000, 10_000];
// After the fault, before a write may no longer be refused.
const RECOVERY_MS = 2_000;
// Requests that read, that write without a key, and that use several transactions.
const OTHER_REQUESTS = [
  { path: "/agent/clients/1/balance" },
  { path: "/agent/orders" },
  { method: "POST", path: "/agent/orders/7/chat", body: { body: "Is it there?" } },
  // A login that fails with 503 counts as an attempt, so a further one may have to wait.
  { method: "POST", path: "/agent/login/password", body: { phone: "+79990000005", password: "karavan-demo" }, allowed: 429 },
];

const unconfirmed = new Set();
const unexpected = new Map();
let stopping = false;
let refused = 0;
let others = 0;

const karavan = await Karavan.prepare(program);
const faults = new Faults(karavan);
const observer = await karavan.secondProcess();

function recordRefusal(action, { status, message }) {
  const text = `${action}: ${message}`;
  if (status !== 503) unexpected.set(text, (unexpected.get(text) ?? 0) + 1);
}

async function write() {
  while (!stopping) {
    const [waiting] = unconfirmed;
    const key = waiting ?? randomUUID();
    unconfirmed.delete(key);
    await karavan.credit(key).catch((error) => {
      refused += 1;
      recordRefusal("credit", error);
      unconfirmed.add(key);
      return pause(5);
    });
  }
}

/** Repeats a request of another feature. */
async function repeatRequest({ method = "GET", path, body, allowed = 200 }) {
  const headers = { accept: "application/json", "content-type": "application/json", authorization: karavan.authorization };
  while (!stopping) {
    others += 1;
    const answer = await fetch(`${karavan.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const { status } = answer;
    if (!answer.ok && status !== allowed) recordRefusal(`${method} ${path}`, { status, message: `status ${status}` });
    await answer.arrayBuffer();
    await pause(20);
  }
}

/** Changes the faults until the time is over. */
async function changeFaults(deadline) {
  const chooseShare = () => (random() < 0.5 ? SHARES[Math.floor(random() * SHARES.length)] : 0);
  while (performance.now() < deadline) {
    faults.set({ failingWrites: chooseShare(), failingSyncs: chooseShare() });
    faults.set({ syncDelayUs: Math.floor(random() * MAX_SYNC_DELAY_US) });
    await pause(TOGGLE_MS * (0.5 + random()));
    faults.set({ failingWrites: 0, failingSyncs: 0 });
    await pause(TOGGLE_MS * random());
  }
  faults.set({ syncDelayUs: 0 });
}

await karavan.start(faults.command());
await karavan.logIn();
await observer.start();
await observer.logIn();
const before = await karavan.balance();
const workers = [...Array.from({ length: WRITERS }, write), ...OTHER_REQUESTS.map(repeatRequest)];
await changeFaults(performance.now() + Number(seconds) * 1000);
const refusedDuringFault = refused;
await pause(RECOVERY_MS);
const refusedBefore = refused;
await pause(1_000);
const refusedAfterFault = refused - refusedBefore;
stopping = true;
await Promise.all(workers);
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
const visibleAfterRestart = (await karavan.balance()) - before;
await karavan.stop();
const [[[integrity]]] = query(faults.copyDatabase(), "PRAGMA integrity_check");
const books = observer.run("ledger:verify");
const failed = faults.failed();

for (const [text, count] of unexpected) console.log(`  ${text}, ${count} times`);
const report = new Report();
const unexpectedCount = [...unexpected.values()].reduce((sum, count) => sum + count, 0);
report.check("writes not visible to another process", written, Math.abs(visibleImmediately - written));
report.check("writes lost after a restart", written, Math.abs(visibleAfterRestart - written));
report.check("writes refused after the fault", unconfirmed.size, unwritten + refusedAfterFault);
report.check("requests refused with a status other than 503", refused + others, unexpectedCount);
report.check("faults without an effect on any write", failed.writes + failed.syncs, refusedDuringFault === 0 ? 1 : 0);
report.check("databases damaged by the fault", 1, integrity === "ok" ? 0 : 1);
report.check("ledger out of balance", 1, books.ok ? 0 : 1);
console.log(`${failed.writes} writes and ${failed.syncs} syncs failed, ${refused} requests were refused; ${books.output}`);
karavan.remove();
report.end();
