// Scores of Lighthouse for the login, the list of orders and an order of both sides, on the demo data.
// Usage: node measure.js <server> <Chromium> [--desktop]. The server is one of `make release`, or has ASSETS_DIR.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const [server, chromium, form] = process.argv.slice(2);
const TARGETS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = 3;
const START_TIMEOUT_MS = 20_000;
const PASSWORD = "karavan-demo";
const PEOPLE = { client: "+79990000002", agent: "+79990000001" };
const BROWSER = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function untilReady(base) {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    if (await fetch(`${base}/readyz`).then((response) => response.ok, () => false)) return;
    await pause(50);
  }
  throw new Error("the server did not get ready");
}

/** Logs in by the browser's own request, so that it keeps the cookies. Returns the access token. */
async function logIn(page, base, guard) {
  await page.goto(`${base}/${guard}/login`);
  return page.evaluate(
    async (path, body) => {
      const headers = { accept: "application/json", "content-type": "application/json" };
      const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()).access_token;
    },
    `/${guard}/login/password`,
    { phone: PEOPLE[guard], password: PASSWORD },
  );
}

/** An order that is not a draft: it has a calculation and a chat. */
async function findOrder(base, guard, token) {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const { data } = await (await fetch(`${base}/${guard}/orders`, { headers })).json();
  return data.find((order) => order.status !== "draft").id;
}

/** The audits that lower the scores other than performance. */
function faultsOf({ categories, audits }) {
  const others = Object.values(categories).filter((category) => category.id !== "performance");
  const counted = others.flatMap((category) => category.auditRefs).filter((reference) => reference.weight > 0);
  const failed = counted.map((reference) => audits[reference.id]).filter((audit) => audit.score !== null && audit.score < 1);
  return failed.map((audit) => `${audit.id}: ${audit.title}`);
}

/** One run in a browser of its own. With an empty cache the browser has the login alone. */
async function measure(base, guard, page, cache) {
  const browser = await puppeteer.launch({ executablePath: chromium, args: BROWSER });
  try {
    const tab = await browser.newPage();
    let address = `${base}/${guard}/${page}`;
    if (page !== "login") {
      const token = await logIn(tab, base, guard);
      if (page === "order") address = `${base}/${guard}/orders/${await findOrder(base, guard, token)}`;
    }
    await tab.goto(address, { waitUntil: "networkidle0" });
    await tab.goto("about:blank");
    if (cache === "empty") {
      const session = await tab.createCDPSession();
      await session.send("Network.clearBrowserCache");
      await session.detach();
    }
    const flags = { disableStorageReset: true, logLevel: "error", onlyCategories: Object.keys(TARGETS) };
    const config = form === "--desktop" ? desktopConfig : undefined;
    const { lhr } = await lighthouse(address, flags, config, tab);
    const number = (audit) => lhr.audits[audit].numericValue;
    return {
      scores: Object.fromEntries(Object.keys(TARGETS).map((name) => [name, Math.round(lhr.categories[name].score * 100)])),
      faults: faultsOf(lhr),
      largest: number("largest-contentful-paint"),
      blocked: number("total-blocking-time"),
      shift: number("cumulative-layout-shift"),
      machine: lhr.environment.benchmarkIndex,
    };
  } finally {
    await browser.close();
  }
}

async function report(base, guard, page, cache) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(base, guard, page, cache));
  const of = (read) => median(runs.map(read));
  const scores = Object.keys(TARGETS).map((name) => [name, of((run) => run.scores[name])]);
  const missed = scores.filter(([name, score]) => score < TARGETS[name]).map(([name]) => name);
  const shown = scores.map(([name, score]) => `${name} ${score}`).join(", ");
  const times = `largest element ${(of((run) => run.largest) / 1000).toFixed(1)} s, blocked ${of((run) => run.blocked).toFixed(0)} ms`;
  const noise = `performance ${runs.map((run) => run.scores.performance).join("/")}, machine ${of((run) => run.machine).toFixed(0)}`;
  console.log(
    `${guard}, ${page}, ${cache} cache: ${shown}; ${times}, shift ${of((run) => run.shift).toFixed(3)} (${noise})` +
      `: ${missed.length === 0 ? "ok" : `MISSED by ${missed.join(", ")}`}`,
  );
  for (const fault of new Set(runs.flatMap((run) => run.faults))) console.log(`  ${fault}`);
}

const folder = mkdtempSync(join(tmpdir(), "karavan-lighthouse-"));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const environment = {
  ...process.env,
  DATABASE_URL: `sqlite://${join(folder, "karavan.db")}?mode=rwc`,
  MEDIA_URL: join(folder, "media"),
  BIND: `127.0.0.1:${port}`,
  PUBLIC_URL: base,
  REALTIME_BIND: "none",
  RUST_LOG: "warn",
};
for (const command of ["migrate", "demo"]) execFileSync(server, [command], { env: environment, stdio: "ignore" });
const running = spawn(server, ["serve"], { env: environment, stdio: "ignore" });
try {
  await untilReady(base);
  console.log(`Lighthouse, ${form === "--desktop" ? "desktop" : "mobile"} profile, medians of ${RUNS} runs, targets ${Object.values(TARGETS).join(" / ")}`);
  for (const guard of Object.keys(PEOPLE)) {
    for (const page of ["login", "orders", "order"]) {
      for (const cache of ["empty", "full"]) await report(base, guard, page, cache);
    }
  }
} finally {
  const exited = new Promise((done) => running.once("exit", done));
  running.kill("SIGTERM");
  await exited;
  rmSync(folder, { recursive: true, force: true });
}
