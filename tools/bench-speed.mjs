// Benchmarks the server compared with a baseline program that runs the same SQL statements, and with a million orders compared
// with a thousand.
// Usage: TEST_DATABASE_URL=… node tools/bench-speed.mjs <karavan> <bare> <cache folder>
//        [--quick] [--only=sqlite|postgres] [--growth] [--like=word] [--large=orders]
// Prints a line per figure: name, value, target, ok or MISSED. A missed target does not fail the run.
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const [karavan, bare, cache, ...options] = process.argv.slice(2);
const quick = options.includes("--quick");
const option = (name) => options.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option("only");
// Runs only the comparison of a million orders with a thousand, and reuses the databases of an earlier run.
const growthOnly = options.includes("--growth");
// Runs only the cases of that comparison whose name contains the word.
const like = option("like") ?? "";
const SECRET = "a-secret-for-measuring-0123456789abcdef";
const PASSWORD = "karavan-demo";
const SMALL = 1_000;
const MIDDLE = quick ? 30_000 : 100_000;
const LARGE = Number(option("large") ?? (quick ? MIDDLE : 1_000_000));
const FIRST_ID = 100_000;
const FIRST_DRAFT = 20_000;
const DRAFTS = 64;
const ROUNDS = quick ? 3 : 5;
const MS = quick ? 500 : 3_000;
const SHORT_MS = quick ? 200 : 1_000;
const CONNECTIONS = 8;
// Items are added to the drafts in turn. Each payment needs an unpaid order, so the number of payments is limited.
const FIRST_PAYABLE = 50_000;
const PAYMENTS = quick ? 250 : 1_000;
const CARDS = { small: 80_020, large: 80_500 };
/** Where the orders start whose cards are compared: parts of all orders. */
const CARD_PARTS = [0.1, 0.3, 0.5, 0.7, 0.9, 1];
const NO_END = 1_000_000_000;
const START_TIMEOUT_MS = 20_000;

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);

const missed = [];
function report(name, value, unit, target, ok, note = "") {
  const verdict = ok ? "ok" : "MISSED";
  if (!ok) missed.push(name);
  console.log(`${name}: ${value}${unit}, target ${target}: ${verdict}${note ? ` (${note})` : ""}`);
}

// ---- Databases: created once, cached, and copied for benchmarks that write.

const sqlite = {
  name: "SQLite",
  url: (label) => `sqlite://${join(cache, `${label}.db`)}?mode=rwc`,
  exists: (label) => existsSync(join(cache, `${label}.db`)),
  create(label) {
    this.drop(label);
  },
  keep(from, to) {
    renameSync(join(cache, `${from}.db`), join(cache, `${to}.db`));
  },
  copy(from, to) {
    this.drop(to);
    copyFileSync(join(cache, `${from}.db`), join(cache, `${to}.db`));
  },
  drop(label) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(cache, `${label}.db${suffix}`), { force: true });
  },
};

const server = process.env.TEST_DATABASE_URL;
const psql = (sql) => run("psql", ["-qtA", server, "-c", sql], { PGOPTIONS: "-c client_min_messages=warning" }).trim();
const base = (label) => `bench_${label.replaceAll("-", "_")}`;
const postgres = {
  name: "PostgreSQL",
  url: (label) => server.replace(/[^/]*$/, base(label)),
  exists: (label) => psql(`SELECT 1 FROM pg_database WHERE datname = '${base(label)}'`) === "1",
  create(label) {
    this.drop(label);
    psql(`CREATE DATABASE ${base(label)}`);
  },
  keep: (from, to) => psql(`ALTER DATABASE ${base(from)} RENAME TO ${base(to)}`),
  copy(from, to) {
    this.drop(to);
    psql(`CREATE DATABASE ${base(to)} TEMPLATE ${base(from)}`);
  },
  drop: (label) => psql(`DROP DATABASE IF EXISTS ${base(label)}`),
};

/** `shape` is `one-item`, to compare numbers of orders, or `full`: 1 to 50 items, photos, histories, chats and notes. */
function prepare(database, orders, shape) {
  const label = `${shape}-${orders}`;
  if (database.exists(label)) return label;
  const started = Date.now();
  database.create("making");
  const environment = { DATABASE_URL: database.url("making"), RUST_LOG: "warn", JWT_SECRET: SECRET };
  run(karavan, ["migrate"], environment);
  run(karavan, ["demo"], environment);
  run(bare, ["seed", database.url("making"), shape, String(orders), String(DRAFTS)]);
  // The server runs this once a day.
  run(karavan, ["search:merge"], environment);
  database.keep("making", label);
  console.log(`# ${database.name}: ${orders} orders created in ${Math.round((Date.now() - started) / 1000)} s`);
  return label;
}

// ---- Programs.

let port = 21_000 + (process.pid % 5_000);
async function start(program, words, environment, address, path) {
  const child = spawn(program, words, { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] });
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answers = await fetch(`http://${address}${path}`).then(() => true, () => false);
    if (answers) return child;
    await pause(20);
  }
  child.kill("SIGKILL");
  throw new Error(`${program} did not start`);
}

async function startServer(url) {
  const address = `127.0.0.1:${(port += 1)}`;
  const environment = {
    DATABASE_URL: url,
    BIND: address,
    REALTIME_BIND: "none",
    JWT_SECRET: SECRET,
    RUST_LOG: "error",
    DATABASE_CONNECTIONS: "8",
  };
  return { address, child: await start(karavan, ["serve"], environment, address, "/readyz") };
}

async function startBaseline(url) {
  const address = `127.0.0.1:${(port += 1)}`;
  return { address, child: await start(bare, ["serve", url, address, SECRET], {}, address, "/") };
}

async function stop({ child }) {
  const exited = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await exited;
}

async function post(address, path, body, token) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`http://${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function get({ address }, token, path) {
  const answer = await fetch(`http://${address}${path}`, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const logIn = async ({ address }, guard, phone) =>
  (await post(address, `/${guard}/login/password`, { phone, password: PASSWORD })).access_token;

// The load runs in a separate process on the same machine as the server; this process only waits.
const load = ({ address }, token, paths, { connections = 1, ms = MS, method = "GET", body = "", first = 0, atMost = NO_END } = {}) =>
  JSON.parse(run(bare, ["load", address, token, ...[connections, ms, first, atMost].map(String), method, body, ...paths]));

// ---- Figures.

// Measures both sides in turn, round after round, so that other load on the machine affects both.
function compare(name, target, sides) {
  const rates = sides.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    sides.forEach((side, place) => {
      const rate = side(round).per_second;
      // The first round warms up.
      if (round > 0) rates[place].push(rate);
    });
  }
  const [own, other] = rates.map(median);
  const ratio = own / other;
  const noise = rates.map((rate) => `${Math.round(spread(rate) * 100)} %`).join(" and ");
  report(name, ratio.toFixed(2), "×", `≥ ${Number(target.toFixed(2))}×`, ratio >= target, `${own}/s vs. ${other}/s; spread ${noise}`);
}

const SEARCHES = [
  ["an order number", "T1"],
  ["a frequent word", "футболка"],
  ["a frequent word of two characters", "卫衣"],
  ["one character", "ф"],
  ["a word of 2 % of the orders", "замша"],
  ["a word of 0.5 %", "羊绒"],
  ["a word of 0.2 %", "кашемир"],
  ["a word of 0.05 %", "жаккард", "кашемир"],
  ["a word of 0.005 %", "鹿皮", "кашемир"],
  ["a word without matches", "мармелад"],
  ["a number without matches", "9182736450"],
  ["two frequent words", "красная куртка"],
  ["a frequent and a rare word", "красная 鹿皮", "красная 羊绒"],
  ["the middle of a word", "оссов"],
];

const FILTERS = [
  ["no filter", ""],
  ["to price", "section=to_price"],
  ["to buy", "section=to_buy"],
  ["awaited", "section=awaited"],
  ["warehouse", "section=warehouse"],
  ["problems", "section=problems"],
  ["mine", "section=mine"],
  ["a status", "status=shipped"],
  ["a client", "client_id=1007"],
  ["self-buyout", "self_buyout=true"],
  ["standard", "self_buyout=false"],
  ["unread", "unread=true"],
  ["from a day", "from=2023-11-14"],
  ["to a day", "to=2023-11-15"],
];

async function growth(database) {
  const labels = [prepare(database, SMALL, "one-item"), prepare(database, LARGE, "one-item")];
  const servers = await Promise.all(labels.map((label) => startServer(database.url(label))));
  try {
    const tokens = await Promise.all(servers.map((at) => logIn(at, "agent", "+79990000001")));
    const cursor = (orders, part = 0.4) => {
      const id = Buffer.alloc(8);
      id.writeBigInt64BE(BigInt(FIRST_ID + Math.floor(orders * part)));
      return id.toString("base64url");
    };
    const cases = [
      ["a page in the middle, by cursor", (orders) => `/agent/orders?limit=50&cursor=${cursor(orders)}`],
      ["counts of the sections", () => "/agent/orders/counts"],
    ];
    // Cards of orders of every age. Each is requested once before it is measured, because the first request marks it as read.
    const cardPaths = {};
    for (const [side, orders] of [SMALL, LARGE].entries()) {
      cardPaths[orders] = [];
      for (const part of CARD_PARTS) {
        const page = await get(servers[side], tokens[side], `/agent/orders?limit=50&cursor=${cursor(orders, part)}`);
        cardPaths[orders].push(...page.data.map(({ id }) => `/agent/orders/${id}`));
      }
      for (const card of cardPaths[orders]) await get(servers[side], tokens[side], card);
    }
    cases.push(["cards of orders of every age", (orders) => cardPaths[orders]]);
    // Pages of different length can't be compared, so both databases are queried for as many rows as the small one has. A word
    // without matches in the small database is replaced there by a word with a few.
    const search = (words) => `search=${encodeURIComponent(words)}`;
    const lists = [
      ...FILTERS.map(([name, query]) => [`filter: ${name}`, query, query]),
      ...SEARCHES.map(([name, words, among = words]) => [`search: ${name}`, search(words), search(among)]),
    ];
    for (const [name, query, among] of lists) {
      const found = await get(servers[0], tokens[0], `/agent/orders?limit=50&${among}`);
      const rows = Math.max(1, found.data.length);
      const path = (orders) => `/agent/orders?limit=${rows}&${orders === SMALL ? among : query}`;
      cases.push([`${name} (${rows} a page)`, path]);
    }
    for (const [name, path] of cases.filter(([name]) => name.includes(like))) {
      const rounds = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        [SMALL, LARGE].forEach((orders, side) => {
          rounds[side].push(load(servers[side], tokens[side], [path(orders)].flat(), { ms: SHORT_MS }));
        });
      }
      const of = (key) => rounds.map((figures) => median(figures.map((figure) => figure[key])));
      const [p50, p99] = [of("p50_us"), of("p99_us")];
      const ms = (microseconds) => (microseconds / 1000).toFixed(1);
      // A short run has too few responses for the 99th percentile.
      const ratio = quick ? p50[1] / p50[0] : p99[1] / p99[0];
      const note = `p50 ${ms(p50[1])} ms vs. ${ms(p50[0])} ms; p99 ${ms(p99[1])} ms vs. ${ms(p99[0])} ms`;
      report(`${database.name}, ${LARGE} orders compared with ${SMALL}: ${name}`, ratio.toFixed(2), "×", "≤ 1.5×", ratio <= 1.5, note);
    }
  } finally {
    await Promise.all(servers.map(stop));
  }
}

// An order with 500 items compared with one with 20.
function cards(database, at, token) {
  const times = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    [CARDS.small, CARDS.large].forEach((id, side) => {
      const { p50_us } = load(at, token, [`/agent/orders/${id}`], { ms: SHORT_MS });
      if (round > 0) times[side].push(p50_us);
    });
  }
  const [small, large] = times.map(median);
  const ms = (microseconds) => (microseconds / 1000).toFixed(1);
  report(
    `${database.name}: card of 500 items compared with 20`,
    (large / small).toFixed(2),
    "×",
    "≤ 3×",
    large <= 3 * small,
    `p50 ${ms(large)} ms vs. ${ms(small)} ms`,
  );
}

async function compareWithBaseline(database, targets) {
  const label = prepare(database, MIDDLE, "full");
  const copies = [`${label}-product`, `${label}-bare`];
  for (const copy of copies) database.copy(label, copy);
  let [own, other] = [await startServer(database.url(copies[0])), undefined];
  try {
    const agent = await logIn(own, "agent", "+79990000001");
    const buyer = await logIn(own, "client", "+79990000002");
    const { plaintext } = await post(own.address, "/client/settings/extension-tokens", { name: "bench" }, buyer);
    // The baseline uses a copy of the database with the same sessions.
    await stop(own);
    own = undefined;
    run(bare, ["orders", database.url(copies[0])]);
    database.copy(copies[0], copies[1]);
    [own, other] = [await startServer(database.url(copies[0])), await startBaseline(database.url(copies[1]))];
    const path = "/agent/orders?limit=50";
    const texts = await Promise.all(
      [own, other].map(({ address }) =>
        fetch(`http://${address}${path}`, { headers: { authorization: `Bearer ${agent}`, accept: "application/json" } }).then((answer) =>
          answer.text(),
        ),
      ),
    );
    report(`${database.name}: both programs return the same response`, texts[0].length, " bytes", "equal", texts[0] === texts[1]);
    compare(
      `${database.name}, ${MIDDLE} orders: first page of 50`,
      targets.list,
      [own, other].map((at) => () => load(at, agent, [path], { connections: CONNECTIONS })),
    );
    const drafts = Array.from({ length: DRAFTS }, (_, n) => `/api/ext/drafts/${FIRST_DRAFT + n}/items`);
    const body = JSON.stringify({
      title: "Футболка 卫衣 хлопок",
      url: "https://detail.1688.com/offer/1.html",
      price: "28.50",
      shop: { name: "x" },
    });
    compare(
      `${database.name}, ${MIDDLE} orders: item added by the extension`,
      targets.add,
      [own, other].map((at) => () => load(at, plaintext, drafts, { connections: CONNECTIONS, method: "POST", body, ms: SHORT_MS })),
    );
    const pay = (at) => (round) =>
      load(at, buyer, ["/client/orders/{}/pay"], {
        connections: CONNECTIONS,
        method: "POST",
        // Each order's quote has the same id as the order.
        body: '{"quote_id":{},"amount":{"amount":"28.50","currency":"CNY"}}',
        first: FIRST_PAYABLE + round * PAYMENTS,
        atMost: PAYMENTS,
        ms: 60_000,
      });
    compare(`${database.name}: orders paid from one wallet`, targets.pay, [own, other].map(pay));
    const cardOf = (at) => () => load(at, agent, [`/agent/orders/${CARDS.small}`], { ms: SHORT_MS });
    compare(`${database.name}: card of 20 items`, targets.card, [own, other].map(cardOf));
    await stop(other);
    other = undefined;
    const pays = pay(own);
    compare(`${database.name}: payments compared with debits of the wallet without a server`, targets.wallet, [
      (round) => pays(ROUNDS + 1 + round),
      () => JSON.parse(run(bare, ["wallet", database.url(copies[1]), String(CONNECTIONS), String(SHORT_MS)])),
    ]);
    cards(database, own, agent);
  } finally {
    if (own) await stop(own);
    if (other) await stop(other);
    for (const copy of copies) database.drop(copy);
  }
}

if (!growthOnly) rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const started = Date.now();
if (only !== "postgres") {
  if (!growthOnly) await compareWithBaseline(sqlite, { list: 0.6, add: 0.65, pay: 0.5, wallet: 0.5, card: 1 / 1.5 });
  await growth(sqlite);
}
if (only !== "sqlite") {
  if (!growthOnly) await compareWithBaseline(postgres, { list: 0.75, add: 0.65, pay: 0.5, wallet: 0.5, card: 1 / 1.5 });
  await growth(postgres);
}
console.log(`\n${missed.length} targets missed; ${Math.round((Date.now() - started) / 1000)} s`);
for (const name of missed) console.log(`  MISSED ${name}`);
