/** The real server, with a separate database for each test. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Database, copyTemplate } from "./database.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./port.ts";
import { pagesFolder, runFolder, serverBinary, templateMedia } from "./paths.ts";

const READY_WITHIN_MS = 15_000;
const LOGGED_WITHIN_MS = 15_000;

export class Server {
  readonly #folder: string;
  readonly #database: Database;
  readonly #port: number;
  readonly #environment: Record<string, string>;
  #process: ChildProcess | undefined;
  #log = "";

  private constructor(folder: string, database: Database, port: number, environment: Record<string, string>) {
    this.#folder = folder;
    this.#database = database;
    this.#port = port;
    this.#environment = environment;
  }

  /** Starts a server on a copy of the template database. `{port}` in values of `environment` is replaced by its port. */
  static async start(environment: Record<string, string> = {}): Promise<Server> {
    const folder = mkdtempSync(join(runFolder(), "server-"));
    if (existsSync(templateMedia())) cpSync(templateMedia(), join(folder, "data/media"), { recursive: true });
    const server = new Server(folder, copyTemplate(folder), await freePort(), environment);
    await server.up();
    return server;
  }

  /** The public address. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The log so far. */
  get log(): string {
    return this.#log;
  }

  /** The environment of the process and of commands on the same database. */
  #variables(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      DATABASE_URL: this.#database.url,
      BIND: `127.0.0.1:${this.#port}`,
      REALTIME_BIND: "none",
      PUBLIC_URL: this.url,
      ASSETS_DIR: pagesFolder,
      MESSENGERS: "log",
      // Nothing listens there: no test opens the pages of real shops.
      SHOP_GATEWAY: "http://127.0.0.1:1",
      LOG_FORMAT: "json",
      ...Object.fromEntries(
        Object.entries(this.#environment).map(([name, value]) => [name, value.replace("{port}", String(this.#port))]),
      ),
    };
  }

  /** Runs a command of `karavan` on the database of the running server. Returns its output. */
  run(command: readonly string[]): string {
    return execFileSync(serverBinary(), command, { cwd: this.#folder, env: this.#variables(), encoding: "utf8" });
  }

  /** Runs SQL on the database of the running server, to bring it to a state that takes days to reach. */
  sql(statements: string): void {
    this.#database.sql(statements);
  }

  /** Starts the process, the first time or again after `down`, on the same port and database. */
  async up(): Promise<void> {
    const started = spawn(serverBinary(), ["serve"], {
      cwd: this.#folder,
      env: this.#variables(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    }
    const failure = () => `the server did not become ready:\n${this.#log}`;
    const check = async () => {
      if (started.exitCode !== null) throw new Error(failure());
      return (await fetch(`${this.url}/readyz`).then((answer) => answer.ok, () => false)) || undefined;
    };
    await eventually(READY_WITHIN_MS, check, failure);
  }

  /** Stops the process by SIGTERM and waits for its exit. */
  async down(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = new Promise((done) => running.once("exit", done));
    running.kill("SIGTERM");
    // Open connections of a browser must not delay the test.
    const killTimer = setTimeout(() => running.kill("SIGKILL"), 3_000);
    await exited;
    clearTimeout(killTimer);
  }

  /** Kills the process, which has no time to finish anything. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = new Promise((done) => running.once("exit", done));
    running.kill("SIGKILL");
    await exited;
  }

  /** Another process on the same database. Stop it by `down`. */
  async replica(): Promise<Server> {
    const other = new Server(this.#folder, this.#database, await freePort(), this.#environment);
    await other.up();
    return other;
  }

  async dispose(): Promise<void> {
    await this.down();
    this.#database.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Waits for the latest one-time code for a phone in the log (`MESSENGERS=log`). */
  async oneTimeCode(phone: string): Promise<string> {
    const check = () => {
      for (const line of this.#log.split("\n").filter((line) => line.includes("one-time code")).reverse()) {
        const entry = JSON.parse(line) as { phone?: string; code?: string };
        if (entry.phone === phone && entry.code) return entry.code;
      }
      return undefined;
    };
    return eventually(LOGGED_WITHIN_MS, check, () => `no one-time code was logged for ${phone}`);
  }

  /** Waits for the link with this part in the latest such e-mail to an address in the log (`MAIL=log`). */
  async emailLink(to: string, part: string): Promise<string> {
    const check = () => {
      for (const line of this.#log.split("\n").filter((line) => line.includes('"email"')).reverse()) {
        const entry = JSON.parse(line) as { to?: string; text?: string };
        const link = entry.to === to ? /https?:\/\/\S+/.exec(entry.text ?? "") : null;
        if (link?.[0].includes(part)) return link[0];
      }
      return undefined;
    };
    return eventually(LOGGED_WITHIN_MS, check, () => `no e-mail to ${to} was logged`);
  }

  /** Log lines of level ERROR. */
  errors(): string[] {
    return this.#log.split("\n").filter((line) => line.includes('"level":"ERROR"'));
  }
}
