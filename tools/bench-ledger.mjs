// Benchmarks the ledger without the HTTP server: debits of one wallet compared with the same two statements alone, and two workers
// on a hundred wallets compared with one.
// Usage: TEST_DATABASE_URL=… node tools/bench-ledger.mjs <karavan> <bare> <ledger-bench> <pgbench> <folder>
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [karavan, bare, ledger, pgbench, folder] = process.argv.slice(2);
const ROUNDS = 5;
const MS = 3_000;
const WORKERS = 8;
const WALLETS = 100;
const CLIENTS = 1_000;
const ONE_WALLET_TARGET = 0.7;
const TWO_WORKERS_TARGET = 1.7;

const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function compare(name, target, own, other) {
  const rates = [[], []];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = [own(), other()];
    if (round > 0) measured.forEach((rate, side) => rates[side].push(rate));
  }
  const [left, right] = rates.map(median);
  const ratio = left / right;
  console.log(`${name}: ${ratio.toFixed(2)}×, target ≥ ${target}×: ${ratio >= target ? "ok" : "MISSED"} (${left}/s vs. ${right}/s)`);
}

const charge = (url, workers, wallets) => JSON.parse(run(ledger, ["charge", url, String(workers), String(MS), String(wallets)])).per_second;

function prepare(url) {
  const environment = {
    DATABASE_URL: url,
    REALTIME_BIND: "none",
    RUST_LOG: "error",
    JWT_SECRET: "a-secret-for-measuring-0123456789abcdef",
  };
  run(karavan, ["migrate"], environment);
  run(karavan, ["demo"], environment);
  run(bare, ["seed", url, "one-item", String(CLIENTS), "1"]);
  run(ledger, ["fund", url, String(WALLETS)]);
}

const sqlite = `sqlite://${join(folder, "ledger.db")}?mode=rwc`;
prepare(sqlite);
compare(
  "SQLite: debits of one wallet compared with the same UPDATE and INSERT alone",
  ONE_WALLET_TARGET,
  () => charge(sqlite, WORKERS, 1),
  () => JSON.parse(run(bare, ["wallet", sqlite, String(WORKERS), String(MS)])).per_second,
);

const server = process.env.TEST_DATABASE_URL;
run("psql", ["-qtA", server, "-c", "CREATE DATABASE ledger_bench"]);
const postgres = server.replace(/[^/]*$/, "ledger_bench");
prepare(postgres);
const script = join(folder, "charge.sql");
// The statements that the ledger runs for a given wallet and entry: the conditional UPDATE and the INSERT of both postings.
const [wallet, revenue, entry] = run("psql", [
  "-qtA",
  postgres,
  "-c",
  `SELECT (SELECT id FROM ledger_accounts WHERE agent_id = 1 AND client_id = 1 AND currency = 'RUB'),
          (SELECT id FROM ledger_accounts WHERE agent_id = 1 AND kind = 'cash_box' AND currency = 'RUB'),
          (SELECT max(id) FROM ledger_entries WHERE agent_id = 1)`,
])
  .trim()
  .split("|");
writeFileSync(
  script,
  `BEGIN;
UPDATE ledger_accounts SET balance_minor = balance_minor - 1 WHERE id = ${wallet} AND balance_minor - 1 >= 0 AND agent_id = 1 RETURNING balance_minor;
INSERT INTO ledger_postings (agent_id, entry_id, account_id, client_id, amount_minor, currency, balance_after_minor) VALUES (1, ${entry}, ${wallet}, 1, -1, 'RUB', 0), (1, ${entry}, ${revenue}, NULL, 1, 'RUB', NULL);
COMMIT;
`,
);
const { hostname, port, username, pathname } = new URL(postgres);
function pgbenchRate() {
  const words = ["-n", "-M", "prepared", "-c", String(WORKERS), "-j", "2", "-T", String(MS / 1000), "-f", script];
  const where = [
    "-h",
    hostname || new URL(postgres).searchParams.get("host"),
    "-p",
    port || "5432",
    "-U",
    decodeURIComponent(username),
    pathname.slice(1),
  ];
  const output = run(pgbench, [...words, ...where]);
  return Math.round(Number(/tps = ([\d.]+) \(without|tps = ([\d.]+)/.exec(output)?.slice(1).find(Boolean)));
}
compare("PostgreSQL: debits of one wallet compared with pgbench running the same UPDATE and INSERT", ONE_WALLET_TARGET, () => charge(postgres, WORKERS, 1), pgbenchRate);
compare(
  "PostgreSQL: two workers on a hundred wallets compared with one",
  TWO_WORKERS_TARGET,
  () => charge(postgres, 2, WALLETS),
  () => charge(postgres, 1, WALLETS),
);
