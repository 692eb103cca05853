// Starts the programs of a benchmark, and reads their resource usage.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

const START_TIMEOUT_MS = 30_000;
const TICK_US = 10_000;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().on("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Programs that serve HTTP on loopback addresses. */
export class Programs {
  #started = [];

  /** Starts a program and waits for its first answer, whatever it is. */
  async start(name, plan) {
    const address = `127.0.0.1:${await freePort()}`;
    const { command, environment, cwd } = plan(address);
    const [program, ...words] = command;
    const child = spawn(program, words, { cwd, env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] });
    this.#started.push(child);
    child.on("error", (error) => console.error(`${name}: ${error.message}`));
    const until = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < until && child.exitCode === null) {
      if (await fetch(`http://${address}/`).then(() => true, () => false)) return { name, address, child };
      await pause(50);
    }
    throw new Error(`${name} did not start`);
  }

  async stop() {
    await Promise.all(
      this.#started
        .filter((child) => child.exitCode === null && child.pid)
        .map((child) => {
          const exited = new Promise((done) => child.once("exit", done));
          child.kill("SIGTERM");
          return Promise.race([exited, pause(5_000).then(() => child.kill("SIGKILL"))]);
        }),
    );
  }
}

/** The fields of /proc/<pid>/stat after the name of the program; undefined if the process has ended. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** A process and all that it started, by id, with their fields. */
function tree(root) {
  const processes = new Map();
  for (const entry of readdirSync("/proc")) {
    const fields = /^\d+$/.test(entry) && stat(entry);
    if (fields) processes.set(Number(entry), fields);
  }
  const found = new Map();
  const add = (pid) => {
    if (!processes.has(pid)) return;
    found.set(pid, processes.get(pid));
    for (const [child, fields] of processes) if (Number(fields[1]) === pid) add(child);
  };
  add(root);
  return found;
}

/** CPU time of a process and all that it started, in microseconds, including processes that have ended. */
export function cpuOfTree(root) {
  let ticks = 0;
  for (const fields of tree(root).values()) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_US;
}

/** Memory of a process and all that it started, in KB. Shared memory counts once. */
export function memoryOfTree(root) {
  let sum = 0;
  for (const pid of tree(root).keys()) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)[1]);
  }
  return sum;
}
