// Requests to replicas of which some are killed, and the judgement of their outcomes; shared by the scripts of `make soak`.
import { random } from "./soak-server.mjs";

const ANSWER_WITHIN_MS = 10_000;
/** How long after the start of a killed program its failures are expected. */
const GRACE_MS = { replica: 1_000, database: 5_000 };

/** When a program was away. */
export class Outages {
  #periods = [];

  constructor(kind) {
    this.grace = GRACE_MS[kind];
  }

  begin() {
    this.#periods.push({ from: performance.now(), to: Infinity });
  }

  end() {
    this.#periods.at(-1).to = performance.now();
  }

  /** Whether the program was away, or had just returned, at some time since then. */
  includes(since) {
    return this.#periods.some(({ to }) => since <= to + this.grace);
  }
}

/** Sends each request to a random replica. */
export class Traffic {
  database = new Outages("database");
  answered = 0;
  /** Answers 503 and lost connections during a fault, and requests that the sender did not wait for. */
  refused = 0;
  cut = 0;
  abandoned = 0;
  /** Descriptions of outcomes that no fault explains. */
  refusedWithoutCause = [];
  cutWithoutCause = [];
  unexpected = [];
  unanswered = [];

  constructor(replicas) {
    this.replicas = replicas.map((karavan) => ({ karavan, outages: new Outages("replica") }));
  }

  any() {
    return this.replicas[Math.floor(random() * this.replicas.length)];
  }

  /**
   * Returns the status, 0 without an answer, and the body. Renews the login of the person if it has expired. With `patience`, the
   * sender closes the connection after these milliseconds.
   */
  async send(method, path, { person, body, key, replica = this.any(), patience }) {
    const started = performance.now();
    const name = `${method} ${path.replace(/\?.*/, "")}`;
    try {
      const answer = await fetch(`${replica.karavan.url}${path}`, {
        method,
        signal: AbortSignal.timeout(patience ?? ANSWER_WITHIN_MS),
        headers: {
          accept: "application/json",
          ...(person && { authorization: `Bearer ${person.token}` }),
          ...(body && { "content-type": "application/json" }),
          ...(key && { "idempotency-key": key }),
        },
        body: body && JSON.stringify(body),
      });
      const text = await answer.text();
      this.#judge(name, answer.status, started);
      if (answer.status === 401 && person) await this.logIn(person);
      return { status: answer.status, json: answer.ok ? JSON.parse(text) : undefined };
    } catch (error) {
      if (error.name === "TimeoutError" && patience !== undefined) this.abandoned += 1;
      else if (error.name === "TimeoutError") this.unanswered.push(name);
      else if (replica.outages.includes(started)) this.cut += 1;
      else this.cutWithoutCause.push(`${name}: ${error.cause?.code ?? error.message}`);
      return { status: 0 };
    }
  }

  #judge(name, status, started) {
    this.answered += 1;
    if (status < 300 || status === 401) return;
    if (status !== 503) this.unexpected.push(`${name}: ${status}`);
    else if (this.database.includes(started)) this.refused += 1;
    else this.refusedWithoutCause.push(name);
  }

  /** Logs the person in at the first replica that answers. */
  async logIn(person) {
    const body = { phone: person.phone, password: "karavan-demo" };
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const answer = await this.send("POST", `/${person.guard}/login/password`, { body });
      if (answer.status === 200) {
        person.token = answer.json.access_token;
        return;
      }
    }
    throw new Error("could not log in");
  }
}
