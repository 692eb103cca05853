// A server with the demo data on a PostgreSQL database of its own, for benchmarks of what programs do.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Programs } from "./bench-programs.mjs";

const server = process.env.TEST_DATABASE_URL;
const run = (program, words, environment = {}) =>
  execFileSync(program, words, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const psql = (address, sql) => run("psql", ["-qtA", "-v", "ON_ERROR_STOP=1", address, "-c", sql]).trim();

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

let failed = false;
/** Prints a figure with its budget, and notes whether it fits. */
export function report(what, value, budget, fits) {
  console.log(`${fits ? "ok  " : "FAIL"} ${what}: ${value}, budget ${budget}`);
  failed ||= !fits;
}
export const exitCode = () => (failed ? 1 : 0);

export class DemoServer {
  #programs = new Programs();

  constructor(karavan, name) {
    this.name = name;
    this.database = server.replace(/[^/]*$/, name);
    this.environment = {
      DATABASE_URL: this.database,
      RUST_LOG: "error",
      JWT_SECRET: "a-secret-for-measuring-0123456789abcdef",
      MESSENGERS: "log",
      MAIL: "log",
      KEY_REQUESTS: "1000000",
      ADDRESS_KEY_REQUESTS: "1000000",
      MEDIA_URL: join(tmpdir(), `${name}-${process.pid}`),
    };
    this.karavan = karavan;
  }

  /** Creates the database with the demo data, and starts the server. `keys` are the test keys of staff and of a client. */
  async start() {
    this.#drop();
    psql(server, `CREATE DATABASE ${this.name}`);
    run(this.karavan, ["migrate"], this.environment);
    const [staff, client] = run(this.karavan, ["demo"], this.environment).match(/krv_test_\w+/g);
    this.keys = { staff, client };
    const { address, child } = await this.#programs.start(this.name, (address) => ({
      command: [this.karavan, "serve"],
      environment: { ...this.environment, BIND: address, REALTIME_BIND: "none", PUBLIC_URL: `http://${address}` },
    }));
    Object.assign(this, { address, child });
    return this;
  }

  sql(text) {
    return psql(this.database, text);
  }

  /** Sends a request, and returns its body. */
  async send(credential, path, { method = "GET", body, ...rest } = {}) {
    const headers = { authorization: `Bearer ${credential}`, accept: "application/json" };
    if (body) headers["content-type"] = "application/json";
    const options = { method, headers, body: body && JSON.stringify(body), ...rest };
    const attempt = () => fetch(`http://${this.address}${path}`, options);
    // The server may have closed an idle connection while data was prepared.
    const answer = await (method === "GET" ? attempt().catch(attempt) : attempt());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** The access token of a person of the demo data. */
  async logIn(side, phone) {
    const answer = await fetch(`http://${this.address}/${side}/login/password`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ phone, password: "karavan-demo" }),
    });
    return (await answer.json()).access_token;
  }

  /** Ends the server and removes its database. */
  async stop() {
    await this.#programs.stop();
    rmSync(this.environment.MEDIA_URL, { recursive: true, force: true });
    this.#drop();
  }

  #drop() {
    psql(server, `DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
  }
}
