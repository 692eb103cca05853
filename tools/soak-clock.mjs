// Clock jumps on SQLite: the server's clock jumps forward and back by up to a day while people credit money and write in a chat.
// No request may fail with a 5xx, no acknowledged write may be lost or doubled, also if it is sent again after a jump, messages
// keep their order, no person has to log in again, and at the end no job that is due waits.
// An access token expires when the clock jumps over its fifteen minutes. As in a browser, the refresh token then gets a new one.
// Usage: node tools/soak-clock.mjs <karavan> [seconds=30]
// Prints one line per check: name, count, failures.
import { randomUUID } from "node:crypto";
import { Faults, query } from "./faults.mjs";
import { Karavan, Report, pause, random } from "./soak-server.mjs";

const [program, seconds = "30"] = process.argv.slice(2);
const WRITERS = 4;
/** An order of the demo data with a chat. */
const ORDER = 7;
/** The part of the credits that are sent again later. */
const REPEATED_SHARE = 0.3;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUMP_MS = 400;
/** Within this time the jobs that are due have run: a worker looks for jobs every five seconds. */
const DRAIN_MS = 20_000;
/** The longest delay before a retry, in days. */
const LONGEST_RETRY = 36_000 / 86_400;
/**
 * Jobs that were due at a time, or when they were created regardless of the clock at that time. A job that has failed waits for its
 * retry, which the right time may put before the time at which the job was created.
 */
const waitingJobs = (time) =>
  "SELECT kind, run_at, created_at, attempts FROM jobs WHERE done_at IS NULL AND failed_at IS NULL " +
  `AND (julianday(run_at) <= julianday('${time}') OR (attempts = 0 AND julianday(run_at) <= julianday(created_at)) ` +
  `OR (attempts > 0 AND julianday(run_at) > julianday('${time}') + ${LONGEST_RETRY + 1 / 1440}))`;
/** Without that of the exchange rates: their source is not reachable here, and a clock that runs ahead uses up its attempts. */
const DEAD_JOBS = "SELECT kind, last_error FROM jobs WHERE failed_at IS NOT NULL AND kind <> 'rates:fetch-cbr'";

const karavan = await Karavan.prepare(program);
const faults = new Faults(karavan);
let stopping = false;
let [requests, refreshes, jumps] = [0, 0, 0];
const failures = new Map();
const endedSessions = [];

function recordFailure(text) {
  failures.set(text, (failures.get(text) ?? 0) + 1);
}

/** A logged-in person with the cookie of a browser. */
class Person {
  #token = "";
  #cookie = "";
  #refreshing;

  constructor(guard, phone) {
    this.guard = guard;
    this.phone = phone;
  }

  async logIn() {
    const body = JSON.stringify({ phone: this.phone, password: "karavan-demo" });
    if (!(await this.#openSession("login/password", body))) throw new Error(`${this.phone} could not log in`);
  }

  async #openSession(path, body) {
    const answer = await fetch(`${karavan.url}/${this.guard}/${path}`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", cookie: this.#cookie },
      body,
    });
    const session = await answer.json();
    if (!answer.ok) return false;
    this.#token = session.access_token;
    this.#cookie = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
    return true;
  }

  async #refresh() {
    refreshes += 1;
    if (await this.#openSession("refresh")) return;
    endedSessions.push(this.phone);
    await this.logIn();
  }

  /** Sends a request, with a new access token if the one in use has expired. */
  async send(method, path, { body, key } = {}) {
    for (;;) {
      const token = this.#token;
      const answer = await fetch(`${karavan.url}/${this.guard}${path}`, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${token}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: body && JSON.stringify(body),
      });
      requests += 1;
      const content = await answer.json();
      if (answer.ok) return content;
      if (answer.status !== 401) {
        recordFailure(`${method} ${path}: status ${answer.status}, ${content.code}`);
        return undefined;
      }
      // Requests that overlap share one new token.
      if (token === this.#token) {
        this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
        await this.#refreshing;
      }
    }
  }
}

const staff = new Person("agent", "+79990000001");
const client = new Person("client", "+79990000002");
const credits = new Map();
let [repeats, differentRepeats] = [0, 0];

const credit = (key) =>
  staff.send("POST", "/clients/1/balance/adjustments", { key, body: { amount: "0.01", currency: "RUB", memo: key } });

async function writeCredits() {
  while (!stopping) {
    const isRepeated = random() < REPEATED_SHARE && credits.size > 0;
    const key = isRepeated ? [...credits.keys()][Math.floor(random() * credits.size)] : randomUUID();
    const answer = JSON.stringify(await credit(key));
    if (answer === undefined) continue;
    if (isRepeated) {
      repeats += 1;
      if (answer !== credits.get(key)) differentRepeats += 1;
    } else credits.set(key, answer);
  }
}

const messages = [];
let misplacedMessages = 0;

async function writeMessages(person) {
  while (!stopping) {
    const last = Math.max(0, ...messages);
    const key = randomUUID();
    const message = await person.send("POST", `/orders/${ORDER}/chat`, { key, body: { body: key } });
    if (message === undefined) continue;
    // The message was sent after `last` was acknowledged.
    if (message.id <= last) misplacedMessages += 1;
    messages.push(message.id);
    if (random() < REPEATED_SHARE) {
      const again = await person.send("POST", `/orders/${ORDER}/chat`, { key, body: { body: key } });
      if (again) repeats += 1;
      if (again && again.id !== message.id) differentRepeats += 1;
    }
    await pause(20);
  }
}

/** The ids of all messages in the order in which the chat lists them. */
async function listMessages() {
  const listed = [];
  for (;;) {
    const { data, more } = await staff.send("GET", `/orders/${ORDER}/chat?limit=200&after=${listed.at(-1) ?? 0}`);
    listed.push(...data.map(({ id }) => id));
    if (!more) return listed;
  }
}

async function moveClock(deadline) {
  const choices = [0, -1, 5, -30, MINUTE, 10 * MINUTE, HOUR, -HOUR, DAY, -DAY];
  while (performance.now() < deadline) {
    faults.setClockOffset(choices[Math.floor(random() * choices.length)] * (1 + random() / 10));
    jumps += 1;
    await pause(JUMP_MS * (0.5 + random()));
  }
  // The last jump goes back by a day, without requests that began before it.
  faults.setClockOffset(DAY);
  await pause(2 * JUMP_MS);
  stopping = true;
  await Promise.all(writers);
  faults.setClockOffset(0);
  jumps += 2;
}

/** The balance in kopecks. */
async function readBalance() {
  const { accounts } = await staff.send("GET", "/clients/1/balance");
  return Math.round(Number(accounts[0].amount) * 100);
}

/** Waits until the due jobs have run. Returns the jobs that still wait, and the dead ones. */
async function drainJobs() {
  const deadline = performance.now() + DRAIN_MS;
  const due = waitingJobs(new Date().toISOString());
  for (;;) {
    const [waiting, dead] = query(faults.copyDatabase(), due, DEAD_JOBS);
    if (waiting.length === 0 || performance.now() > deadline) return { waiting, dead };
    await pause(500);
  }
}

await karavan.start(faults.command());
await staff.logIn();
await client.logIn();
const before = await readBalance();
const messagesBefore = (await listMessages()).length;
const writers = [...Array.from({ length: WRITERS }, writeCredits), writeMessages(staff), writeMessages(client)];
await moveClock(performance.now() + Number(seconds) * 1000);
for (const key of credits.keys()) {
  repeats += 1;
  if (JSON.stringify(await credit(key)) !== credits.get(key)) differentRepeats += 1;
}
const gained = (await readBalance()) - before;
const listed = await listMessages();
const expected = messages.toSorted((one, other) => one - other);
const ownListed = listed.slice(messagesBefore);
const misplaced = Math.max(
  misplacedMessages + expected.filter((id, index) => ownListed[index] !== id).length,
  Math.abs(ownListed.length - expected.length),
);
const { waiting, dead } = await drainJobs();
await karavan.stop();
const books = karavan.run("ledger:verify");
const [[jobsDone]] = query(faults.copyDatabase(), "SELECT count(*) FROM jobs WHERE done_at IS NOT NULL");

for (const [text, count] of failures) console.log(`  ${text}, ${count} times`);
for (const job of [...waiting, ...dead]) console.log(`  job ${job.join(", ")}`);
const report = new Report();
report.check("refused requests during clock jumps", requests, [...failures.values()].reduce((sum, count) => sum + count, 0));
report.check("credits that were lost or doubled", credits.size, Math.abs(gained - credits.size));
report.check("repeated requests with another answer", repeats, differentRepeats);
report.check("messages lost, doubled or out of order", messages.length, misplaced);
report.check("sessions that ended", refreshes, endedSessions.length);
report.check("due jobs that wait, and dead jobs", jobsDone[0], waiting.length + dead.length);
report.check("ledger out of balance", 1, books.ok ? 0 : 1);
console.log(`${jumps} jumps; ${books.output}`);
karavan.remove();
report.end();
