// A PostgreSQL server and a broker that can be killed and started again; shared by the scripts of `make soak`.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, pause } from "./soak-server.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 20_000;
const BROKERS = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"];

const idOf = (option) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));

/** A PostgreSQL cluster in a temporary folder. */
export class Postgres {
  #folder = mkdtempSync(join(tmpdir(), "karavan-chaos-pg-"));
  // PostgreSQL refuses to run as root.
  #user = process.getuid() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  #programs;

  static async create() {
    const postgres = new Postgres();
    const find = "source tools/lib.sh && source tools/packages.sh && postgres_bin";
    postgres.#programs = execFileSync("bash", ["-c", find], { cwd: ROOT, encoding: "utf8" }).trim();
    if (!postgres.#programs) throw new Error("PostgreSQL's programs are missing: run tools/setup.sh test");
    if (postgres.#user) chownSync(postgres.#folder, postgres.#user.uid, postgres.#user.gid);
    postgres.#run("initdb", ["-U", "karavan", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    postgres.port = await freePort();
    postgres.url = `postgres://karavan@127.0.0.1:${postgres.port}/postgres`;
    postgres.start();
    return postgres;
  }

  #run(program, words) {
    const { status, stderr, error } = spawnSync(join(this.#programs, program), ["-D", join(this.#folder, "data"), ...words], {
      ...this.#user,
      cwd: this.#folder,
      env: { ...process.env, HOME: this.#folder },
      // `pg_ctl start` leaves its outputs to the server, which would keep a pipe open.
      stdio: ["ignore", "ignore", program === "initdb" ? "pipe" : "ignore"],
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${program} failed: ${error ?? stderr ?? status}`);
  }

  /** Starts the server, and returns when it accepts connections. */
  start() {
    // The process is killed, not the machine, so nothing has to be flushed to disk. Commits are written before they are answered.
    const settings = "-c fsync=off -c synchronous_commit=on -c max_connections=200 -c listen_addresses=127.0.0.1";
    const options = `${settings} -c unix_socket_directories= -p ${this.port}`;
    this.#run("pg_ctl", ["-w", "-l", join(this.#folder, "log"), "-o", options, "start"]);
  }

  /** Ends the server as a crash would: without a checkpoint, and with an end of all connections. */
  kill() {
    this.#run("pg_ctl", ["-w", "-m", "immediate", "stop"]);
  }

  remove() {
    try {
      this.kill();
    } catch {
      // It was not running.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const accepts = (port) =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("connect", () => done(true)).on("error", () => done(false));
    socket.on("connect", () => socket.destroy());
  });

/** A NATS server. */
export class Broker {
  #server;

  /** Undefined if the program is not installed. */
  static async create() {
    const program = BROKERS.find((path) => existsSync(path));
    if (!program) return undefined;
    const broker = new Broker();
    broker.program = program;
    broker.port = await freePort();
    broker.url = `nats://127.0.0.1:${broker.port}`;
    await broker.start();
    return broker;
  }

  async start() {
    this.#server = spawn(this.program, ["-a", "127.0.0.1", "-p", String(this.port)], { stdio: "ignore" });
    const until = performance.now() + START_TIMEOUT_MS;
    while (!(await accepts(this.port))) {
      if (performance.now() > until) throw new Error("the broker did not start");
      await pause(10);
    }
  }

  async kill() {
    const ended = new Promise((done) => this.#server.once("exit", done));
    this.#server.kill("SIGKILL");
    return ended;
  }

  remove() {
    this.#server.kill("SIGKILL");
  }
}
