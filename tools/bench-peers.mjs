// Benchmarks the server compared with the programs of bench/peers and with the baseline program, on one PostgreSQL database.
// Usage: TEST_DATABASE_URL=… node tools/bench-peers.mjs <karavan> <bare> <virtual environment> <fastify folder> [--quick | --check]
// All must return the same answers. Prints a table. A missed target does not fail the run, a different answer does.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { Programs, cpuOfTree, memoryOfTree } from "./bench-programs.mjs";
import { normalize, readsOf, rowsOf, sameOrThrow } from "./bench-answers.mjs";

const [karavan, bare, fastapi, fastify, ...options] = process.argv.slice(2);
const quick = options.includes("--quick");
const checkOnly = options.includes("--check");
const SECRET = "a-secret-for-measuring-0123456789abcdef";
const ORDERS = checkOnly ? 1_000 : quick ? 6_000 : 20_000;
const ROUNDS = quick ? 3 : 5;
const MS = quick ? 1_500 : 3_000;
const CONNECTIONS = 16;
/** Processes of a program that has one thread each, and connections to the database of each program. */
const WORKERS = 2;
const DATABASE_CONNECTIONS = 8;
const FIRST_ORDER = 100_000;
const FIRST_DRAFT = 20_000;
/** Each program adds items to other drafts in each round, so that all find them empty. */
const DRAFTS = quick || checkOnly ? 256 : 512;
const LARGE_ORDERS_CLIENT = 1199;
const TARGETS = { requests: 8, cpu: 1 / 12 };

const server = process.env.TEST_DATABASE_URL;
const url = server.replace(/[^/]*$/, "bench_peers");
const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const psql = (sql, database = url) => run("psql", ["-qtA", database, "-c", sql], { PGOPTIONS: "-c client_min_messages=warning" }).trim();
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);

// ---- Data and programs.

function prepare() {
  psql("DROP DATABASE IF EXISTS bench_peers", server);
  psql("CREATE DATABASE bench_peers", server);
  const environment = { DATABASE_URL: url, RUST_LOG: "warn", JWT_SECRET: SECRET };
  run(karavan, ["migrate"], environment);
  run(karavan, ["demo"], environment);
  const started = Date.now();
  run(bare, ["seed", url, "full", String(ORDERS), String(DRAFTS * 4 * (ROUNDS + 1))]);
  const counts = psql("SELECT (SELECT count(*) FROM order_items) || ' items, ' || (SELECT count(*) FROM order_history) || ' events'");
  console.log(`# ${ORDERS} orders, ${counts}: created in ${Math.round((Date.now() - started) / 1000)} s`);
}

const programs = new Programs();

function startAll() {
  const shared = { DATABASE_URL: url, JWT_SECRET: SECRET };
  const pool = { POOL_SIZE: String(DATABASE_CONNECTIONS) };
  return Promise.all([
    programs.start("Karavan", (address) => ({
      command: [karavan, "serve"],
      environment: {
        ...shared,
        BIND: address,
        REALTIME_BIND: "none",
        RUST_LOG: "error",
        DATABASE_CONNECTIONS: String(DATABASE_CONNECTIONS),
      },
    })),
    programs.start("bare axum + sqlx", (address) => ({ command: [bare, "serve", url, address, SECRET], environment: {} })),
    programs.start("FastAPI + SQLAlchemy", (address) => ({
      command: [
        ...[join(resolve(fastapi), "bin/python"), "-m", "uvicorn", "app.main:app", "--workers", String(WORKERS)],
        ...["--host", "127.0.0.1", "--port", address.split(":")[1], "--no-access-log", "--log-level", "warning"],
      ],
      cwd: "bench/peers/fastapi",
      environment: { ...shared, ...pool, PYTHONDONTWRITEBYTECODE: "1" },
    })),
    programs.start("Fastify + Prisma", (address) => ({
      command: [process.execPath, "src/server.js"],
      cwd: fastify,
      environment: { ...shared, ...pool, PORT: address.split(":")[1], WORKERS: String(WORKERS), NODE_ENV: "production" },
    })),
  ]);
}

/** Sends a request over a connection of its own, because the servers close idle connections while the load runs. */
function send({ address }, { method = "GET", path, token, body }) {
  const headers = {
    accept: "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((done, fail) => {
    const outgoing = request(`http://${address}${path}`, { method, headers, agent: false }, async (answer) => {
      let text = "";
      for await (const part of answer.setEncoding("utf8")) text += part;
      if (answer.statusCode < 300) done(text);
      else fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
    });
    outgoing.on("error", fail).end(body);
  });
}

/** Tokens by which the requests are sent. Access tokens are valid for fifteen minutes. */
async function logIn(own) {
  const login = async (guard, phone) => {
    const body = JSON.stringify({ phone, password: "karavan-demo" });
    return JSON.parse(await send(own, { method: "POST", path: `/${guard}/login/password`, body })).access_token;
  };
  const [agent, client] = [await login("agent", "+79990000001"), await login("client", "+79990000002")];
  return { agent, client };
}

async function extensionToken(own, { client }) {
  const body = JSON.stringify({ name: "bench" });
  return JSON.parse(await send(own, { method: "POST", path: "/client/settings/extension-tokens", token: client, body })).plaintext;
}

// ---- Requests.

const NEW_ITEM = JSON.stringify({
  title: "Футболка 卫衣 хлопок",
  url: "https://detail.1688.com/offer/713048829441.html",
  price: "28.50",
  quantity: 3,
  image_url: "https://cbu01.alicdn.com/img/ibank/713048829441.jpg",
  marketplace: "1688",
  external_id: "713048829441",
  variant: "深灰色 / XL",
  shop: { name: "广州市云裳服饰厂", url: "https://shop1.1688.com/?spm=1" },
  comment: "Проверьте швы, пожалуйста",
});
const ADD = "an item added to an order";

function cases(tokens, extension) {
  const cards = psql(`SELECT id FROM orders WHERE agent_id = 1 AND status <> 'draft' AND id >= ${FIRST_ORDER} ORDER BY id DESC LIMIT 200`);
  const large = psql(`SELECT id FROM orders WHERE client_id = ${LARGE_ORDERS_CLIENT} AND status <> 'draft' ORDER BY id DESC LIMIT 20`);
  const path = (id) => `/agent/orders/${id}`;
  return [
    { name: "staff's list of 50 orders", token: tokens.agent, paths: ["/agent/orders"] },
    { name: "the same, 50 items in each", token: tokens.agent, paths: [`/agent/orders?client_id=${LARGE_ORDERS_CLIENT}`] },
    { name: "client's list of 50 orders", token: tokens.client, paths: ["/client/orders"] },
    { name: "order card", token: tokens.agent, paths: cards.split("\n").map(path) },
    { name: "order card of 50 items", token: tokens.agent, paths: large.split("\n").map(path) },
    { name: ADD, token: extension, method: "POST", body: NEW_ITEM },
  ];
}

const drafts = (slot) => Array.from({ length: DRAFTS }, (_, n) => `/api/ext/drafts/${FIRST_DRAFT + slot * DRAFTS + n}/items`);

/** Fails unless all programs give the same answers and write the same rows. */
async function check(servers, requests) {
  psql("DROP TABLE IF EXISTS bench_reads; CREATE TABLE bench_reads AS SELECT * FROM order_reads");
  let compared = 0;
  for (const { name, token, paths, method, body } of requests) {
    const answers = [];
    for (const [place, at] of servers.entries()) {
      // The first one to open a card would mark it as read for the others.
      psql("DELETE FROM order_reads; INSERT INTO order_reads SELECT * FROM bench_reads");
      const texts = [];
      // The last round has these drafts for itself; each program starts at another one, twice.
      const own = paths ?? [0, 0].map(() => drafts(ROUNDS * 4 + place).at(-1));
      for (const path of own) texts.push(normalize(await send(at, { method, path, token, body }), name === ADD));
      const rows = name === ADD ? rowsOf(psql, own[0].split("/")[4]) : readsOf(psql);
      answers.push({ program: at.name, texts, rows, paths: own });
    }
    compared += sameOrThrow(name, answers);
  }
  psql("DELETE FROM order_reads; INSERT INTO order_reads SELECT * FROM bench_reads; DROP TABLE bench_reads");
  console.log(`# ${servers.map(({ name }) => name).join(", ")}: ${compared} answers and the rows they leave are equal`);
}

// ---- Figures.

const postmaster = () => {
  try {
    return Number(readFileSync(join(psql("SHOW data_directory"), "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
};

function load({ address }, { token, method = "GET", body = "", paths }) {
  const words = [address, token, CONNECTIONS, MS, 0, 1_000_000_000, method, body, ...paths].map(String);
  return JSON.parse(run(bare, ["load", ...words]));
}

/** Measures all programs in turn, round after round, so that other load on the machine affects all. The first round warms up. */
function measure(servers, one, database) {
  const figures = servers.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let turn = 0; turn < servers.length; turn += 1) {
      const place = (turn + round) % servers.length;
      const { pid } = servers[place].child;
      const before = [cpuOfTree(pid), database && cpuOfTree(database)];
      const found = load(servers[place], { ...one, paths: one.paths ?? drafts(round * servers.length + place) });
      const each = (after, before) => (after - before) / found.requests;
      const program = each(cpuOfTree(pid), before[0]);
      const inDatabase = database && each(cpuOfTree(database), before[1]);
      if (round > 0) figures[place].push({ ...found, program, database: inDatabase });
    }
  }
  return servers.map(({ name, child }, place) => {
    const of = (key) => median(figures[place].map((figure) => figure[key]));
    return {
      name,
      rate: of("per_second"),
      spread: spread(figures[place].map((figure) => figure.per_second)),
      p50: of("p50_us"),
      p99: of("p99_us"),
      program: of("program"),
      database: database && of("database"),
      memory: memoryOfTree(child.pid),
    };
  });
}

const number = (value) => Math.round(value).toLocaleString("en");
const ms = (microseconds) => (microseconds / 1000).toFixed(1);
const verdict = (ok) => (ok ? "" : ", missed");

function row(name, own, other) {
  const rate = own.rate / other.rate;
  const cpu = other.program / own.program;
  const isPeer = other.name.includes("+ SQL") || other.name.includes("Prisma");
  const ratios = [
    `${rate.toFixed(rate < 2 ? 2 : 1)}×${isPeer ? verdict(rate >= TARGETS.requests) : ""}`,
    cpu < 1.5 ? `${(1 / cpu).toFixed(2)}×` : `1/${cpu.toFixed(1)}${isPeer ? verdict(1 / cpu <= TARGETS.cpu) : ""}`,
  ];
  const cells = [
    name,
    other.name,
    `${number(other.rate)} (${Math.round(other.spread * 100)} %)`,
    `${ms(other.p50)} ms`,
    `${ms(other.p99)} ms`,
    `${number(other.program)} µs`,
    other.database === undefined ? "–" : `${number(other.database)} µs`,
    `${number(other.memory / 1024)} MB`,
    ...(own === other ? ["", ""] : ratios),
  ];
  return `| ${cells.join(" | ")} |`;
}

async function main() {
  const started = Date.now();
  const loadBefore = loadavg()[0];
  prepare();
  const servers = await startAll();
  const extension = await extensionToken(servers[0], await logIn(servers[0]));
  await check(servers, cases(await logIn(servers[0]), extension));
  if (checkOnly) return;
  const database = postmaster();
  const lines = [];
  for (let place = 0; place < 6; place += 1) {
    const one = cases(await logIn(servers[0]), extension)[place];
    console.log(`# ${one.name} …`);
    const [own, ...others] = measure(servers, one, database);
    lines.push(row(one.name, own, own), ...others.map((other) => row("", own, other)));
  }
  const versions = [`Node.js ${process.versions.node}`, run(join(fastapi, "bin/python"), ["--version"]).trim()];
  console.log(`\n${ORDERS} orders, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${MS / 1000} s, ${cpus().length} cores, ${versions.join(", ")}, \
PostgreSQL ${psql("SHOW server_version").split(" ")[0]}. Load of the machine before the run: ${loadBefore.toFixed(1)}.\n`);
  console.log(
    "| request | program | requests/s (spread) | p50 | p99 | CPU per request: program | database | memory " +
      "| Karavan's requests, goal ≥ 8× | Karavan's CPU, goal ≤ 1/12 |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  console.log(`${lines.join("\n")}\n\n# ${Math.round((Date.now() - started) / 1000)} s`);
}

try {
  await main();
} finally {
  await programs.stop();
}
