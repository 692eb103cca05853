// Repeatedly kills the server during writes and closes connections on it. No acknowledged write may be lost, and none may be
// applied twice.
// Usage: node tools/soak.mjs <karavan> [kills=50] [DATABASE_URL]
// Prints one line per check: name, count, failures.
import { randomUUID } from "node:crypto";
import { Karavan, Report, pause, random } from "./soak-server.mjs";

const [program, kills = "50", database] = process.argv.slice(2);
const WRITERS = 16;
const READY_WITHIN_MS = 2_000;
// Interrupted writes per kill.
const INTERRUPTED = 200;

// Keys of writes with an unknown outcome; one writer sends each of them again.
const unsure = new Set();
let stopping = false;
const karavan = await Karavan.prepare(program, { database });
const { acknowledged } = karavan;

const write = () => karavan.keepCrediting(unsure, () => stopping);

/** Closes the connections of writes at random moments and sends each again until it succeeds. Returns the number of interrupted writes. */
async function interrupt(count) {
  let cut = 0;
  const hangUp = async () => {
    while (cut < count) {
      const key = randomUUID();
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), random() * 15);
      const isAnswered = await karavan.credit(key, controller.signal).then(() => true, () => false);
      clearTimeout(timer);
      if (isAnswered) continue;
      cut += 1;
      while (!acknowledged.has(key)) await karavan.credit(key).catch(() => pause(5));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, hangUp));
  return cut;
}

await karavan.start();
await karavan.logIn();
const before = await karavan.balance();
const writers = Array.from({ length: WRITERS }, write);
const began = performance.now();
let slowest = 0;
for (let kill = 0; kill < Number(kills); kill += 1) {
  await pause(150 + random() * 350);
  await karavan.stop("SIGKILL");
  slowest = Math.max(slowest, await karavan.start());
}
await pause(300);
stopping = true;
await Promise.all(writers);
const seconds = (performance.now() - began) / 1000;
for (const key of unsure) await karavan.credit(key);
const gained = (await karavan.balance()) - before;
const killedFor = acknowledged.size;
const cut = await interrupt(Number(kills) * INTERRUPTED);
const all = (await karavan.balance()) - before;
await karavan.stop();
const books = karavan.run("ledger:verify");

const report = new Report();
report.check("acknowledged writes that were lost or doubled", killedFor, Math.abs(gained - killedFor));
report.check("interrupted writes that were doubled", cut, Math.abs(all - acknowledged.size));
report.check("kills with a slow restart", Number(kills), slowest > READY_WITHIN_MS ? 1 : 0);
report.check("ledger out of balance", 1, books.ok ? 0 : 1);
console.log(`${(killedFor / seconds).toFixed(0)} writes/s, ready again within ${slowest.toFixed(0)} ms; ${books.output}`);
karavan.remove();
report.end();
