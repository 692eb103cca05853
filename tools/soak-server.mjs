// A server under test and writes with a known outcome; shared by the scripts of `make soak`.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The seed of this run, to repeat its decisions: `KARAVAN_SEED`, or a new one. */
export const seed = Number(process.env.KARAVAN_SEED ?? Date.now() % 0x7fff_ffff);
let state = seed >>> 0;

/** A number from 0 to 1, from a linear congruential generator. */
export function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 0x1_0000_0000;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** The server with a database that has the demo data. Writes are credits of one kopeck, each with an idempotency key. */
export class Karavan {
  acknowledged = new Set();
  #token = "";

  constructor(program, folder, port, database) {
    this.program = resolve(program);
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.env = {
      PATH: process.env.PATH,
      DATABASE_URL: database,
      BIND: `127.0.0.1:${port}`,
      REALTIME_BIND: "none",
      PUBLIC_URL: this.url,
      RUST_LOG: "error",
      CBR_URL: "http://127.0.0.1:9/",
    };
  }

  /**
   * Prepares a new database in `folder`, or the given one, with the demo data. A new one is a copy of the one in the folder
   * `KARAVAN_DEMO`, if that is set.
   */
  static async prepare(program, { folder = mkdtempSync(join(tmpdir(), "karavan-soak-")), database } = {}) {
    const karavan = new Karavan(program, folder, await freePort(), database ?? `sqlite://${join(folder, "soak.db")}?mode=rwc`);
    const demo = process.env.KARAVAN_DEMO;
    if (demo && !database) {
      copyFileSync(join(demo, "demo.db"), join(folder, "soak.db"));
      cpSync(join(demo, "data"), join(folder, "data"), { recursive: true });
      return karavan;
    }
    if (!karavan.run("migrate").ok || !karavan.run("demo").ok) throw new Error("could not prepare the database");
    return karavan;
  }

  /** Another server process on the same database, with a separate port. */
  async secondProcess(database = this.env.DATABASE_URL) {
    const other = new Karavan(this.program, this.folder, await freePort(), database);
    other.env.JWT_SECRET = this.env.JWT_SECRET;
    return other;
  }

  run(...args) {
    const { status, stdout, stderr } = spawnSync(this.program, args, { env: this.env, cwd: this.folder, encoding: "utf8" });
    return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
  }

  /** Starts the server. Returns the milliseconds until it was ready. */
  async start(command = [this.program, "serve"]) {
    const started = performance.now();
    this.server = spawn(command[0], command.slice(1), { env: this.env, cwd: this.folder, stdio: "ignore" });
    for (;;) {
      if (await fetch(`${this.url}/readyz`).then((answer) => answer.ok, () => false)) return performance.now() - started;
      if (this.#hasEnded()) throw new Error("the server has ended");
      if (performance.now() - started > 30_000) throw new Error("the server did not get ready");
      await pause(10);
    }
  }

  #hasEnded() {
    return this.server.exitCode !== null || this.server.signalCode !== null;
  }

  async stop(signal = "SIGTERM") {
    if (this.#hasEnded()) return;
    const ended = new Promise((done) => this.server.once("exit", done));
    this.server.kill(signal);
    return ended;
  }

  async logIn() {
    const answer = await fetch(`${this.url}/agent/login/password`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ phone: "+79990000001", password: "karavan-demo" }),
    });
    this.#token = (await answer.json()).access_token;
  }

  /** The value of the header of logged-in requests. */
  get authorization() {
    return `Bearer ${this.#token}`;
  }

  /** Credits one kopeck. Throws unless the server acknowledges it; the outcome is unknown then. */
  async credit(key, signal) {
    const answer = await fetch(`${this.url}/agent/clients/1/balance/adjustments`, {
      signal,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        authorization: this.authorization,
        "idempotency-key": key,
      },
      body: JSON.stringify({ amount: "0.01", currency: "RUB", memo: key }),
    });
    if (answer.status !== 201) throw Object.assign(new Error(`status ${answer.status}`), { status: answer.status });
    await answer.json();
    this.acknowledged.add(key);
  }

  /** Credits until it is stopped. `unsure` has the keys of credits with an unknown outcome; each of them is sent again. */
  async keepCrediting(unsure, isStopped) {
    while (!isStopped()) {
      const [waiting] = unsure;
      const key = waiting ?? randomUUID();
      unsure.delete(key);
      await this.credit(key).catch(() => {
        unsure.add(key);
        return pause(20);
      });
    }
  }

  /** The balance in kopecks. */
  async balance() {
    const answer = await fetch(`${this.url}/agent/clients/1/balance`, {
      headers: { accept: "application/json", authorization: this.authorization },
    });
    const { accounts } = await answer.json();
    return Math.round(Number(accounts[0].amount) * 100);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Prints one line per check, and exits with 1 if any failed. */
export class Report {
  #failed = 0;

  check(name, count, failures) {
    this.#failed += failures > 0 ? 1 : 0;
    console.log(`${name.padEnd(48)} n=${String(count).padStart(7)} failures=${failures}`);
  }

  end() {
    if (this.#failed > 0) console.log(`KARAVAN_SEED=${seed}`);
    process.exit(this.#failed > 0 ? 1 : 0);
  }
}
