// Replaces two replicas in turn behind a proxy of deploy/, on PostgreSQL and under load: no request may fail.
// Usage: node tools/soak-restart.mjs <karavan> <requests> nginx|haproxy <folder with the certificate> <database URL> [<earlier karavan>]
// With the program of an earlier release both replicas start with it. The first replacement migrates the database that the other
// one still uses.
import { randomBytes } from "node:crypto";
import { Agent } from "node:https";
import { resolve } from "node:path";
import { send, startHaproxy, startNginx } from "./deploy-proxies.mjs";
import { Karavan, Report, freePort, pause, random } from "./soak-server.mjs";

const WORKERS = 12;
/** The part of the requests that write. */
const WRITES = 0.3;
/** Reads of staff: a list, a card, a count. */
const READS = ["/agent/orders", "/agent/clients/1/balance", "/agent/home"];
/** Longer than nginx leaves out a replica that has failed, so that never both are out. */
const SETTLE_MS = 11_000;

const [program, wanted, kind, scratch, database, earlier = program] = process.argv.slice(2);
const start = { nginx: startNginx, haproxy: startHaproxy }[kind];
if (!program || !start || !database) throw new Error("usage: soak-restart.mjs <karavan> <requests> nginx|haproxy <folder> <database>");

const first = await Karavan.prepare(earlier, { database });
first.env.JWT_SECRET = randomBytes(32).toString("hex");
const second = await first.secondProcess();
const replicas = {};
for (const [number, karavan] of [first, second].entries()) {
  const realtime = await freePort();
  const port = Number(new URL(karavan.url).port);
  Object.assign(karavan.env, { REALTIME_BIND: `127.0.0.1:${realtime}`, TRUSTED_PROXIES: "1", SHUTDOWN_DELAY: "5" });
  Object.assign(replicas, { [`api${number + 1}`]: port, [`health${number + 1}`]: port, [`realtime${number + 1}`]: realtime });
  await karavan.start();
}
await first.logIn();
const before = await first.balance();
const ports = { http: await freePort(), https: await freePort() };
const proxy = await start(scratch, replicas, ports, "/readyz");

let [sent, restarts, isRestarting] = [0, 0, true];
const failures = [];

async function work() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, headers: { accept: "application/json", authorization: first.authorization } };
  while (isRestarting || sent < Number(wanted)) {
    sent += 1;
    const isWrite = random() < WRITES;
    const path = isWrite ? "/agent/clients/1/balance/adjustments" : READS[Math.floor(random() * READS.length)];
    const key = `restart-${sent}`;
    const write = {
      method: "POST",
      headers: { ...options.headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ amount: "0.01", currency: "RUB", memo: key }),
    };
    const answer = await send(ports.https, path, { ...options, ...(isWrite ? write : {}) }).catch((error) => ({ status: error.code }));
    if (answer.status !== (isWrite ? 201 : 200)) failures.push(`${isWrite ? "POST" : "GET"} ${path}: ${answer.status}`);
    else if (isWrite) first.acknowledged.add(key);
  }
  agent.destroy();
}

async function restart() {
  for (const karavan of [first, second]) {
    await pause(SETTLE_MS);
    await karavan.stop("SIGTERM");
    karavan.program = resolve(program);
    await karavan.start();
    restarts += 1;
  }
  await pause(SETTLE_MS);
  isRestarting = false;
}

await Promise.all([restart(), ...Array.from({ length: WORKERS }, work)]);
const credited = (await first.balance()) - before;
await proxy.stop();
for (const karavan of [first, second]) await karavan.stop();
for (const failure of [...new Set(failures)].slice(0, 10)) console.log(`  ${failure}`);
const report = new Report();
report.check(`requests during ${restarts} restarts behind ${kind}`, sent, failures.length);
report.check("acknowledged credits that are booked once", first.acknowledged.size, Math.abs(credited - first.acknowledged.size));
first.remove();
report.end();
