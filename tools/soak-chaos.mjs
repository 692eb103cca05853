// Kills replicas, the broker and the database in turn while staff and a client write messages and money moves. Every acknowledged
// message must be stored once, and reach every reader once and in order.
// Usage: node --experimental-websocket tools/soak-chaos.mjs <karavan> [rounds=12] [notify]
// A round has one fault of each kind. Starts its own PostgreSQL and NATS server; with `notify`, or without the program of the
// broker, PostgreSQL carries the signals.
// Prints one line per check: name, count, failures.
import { randomBytes, randomUUID } from "node:crypto";
import { PAUSES, Reader } from "./soak-reader.mjs";
import { Karavan, Report, pause, random } from "./soak-server.mjs";
import { Broker, Postgres } from "./soak-services.mjs";
import { Traffic } from "./soak-traffic.mjs";

const [program, rounds = "12", transport] = process.argv.slice(2);
const REPLICAS = 3;
const CHATS = 4;
/** Pairs of a reader of the client's side and one of staff, per chat. One of each pair connects again at once. */
const READER_PAIRS = 2;
const WRITERS = 8;
/** The part of the writes that move money. */
const CREDITS = 0.3;
/** The part of the writes whose sender closes the connection at a random moment and sends them again. */
const ABANDONED = 0.1;
const ABANDONED_WITHIN_MS = 40;
const WRITE_PAUSE_MS = 20;
const CREDIT_PATH = "/agent/clients/1/balance/adjustments";
const CREDIT = { amount: "0.01", currency: "RUB", memo: "chaos" };
const ACKNOWLEDGED_WITHIN_MS = 30_000;
const STOPS_WITHIN_MS = 20_000;
const SERVES_WITHIN_MS = 5_000;
const RECEIVED_WITHIN_MS = 5_000;
/** Pages double the pause between their attempts. */
const SUBSCRIBED_WITHIN_MS = 15_000;

const postgres = await Postgres.create();
const broker = transport === "notify" ? undefined : await Broker.create();
const replicas = [];
process.on("exit", () => {
  for (const karavan of replicas) karavan.server?.kill("SIGKILL");
  broker?.remove();
  postgres.remove();
  replicas[0]?.remove();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
if (!broker) console.log("without a broker: signals by NOTIFY");

const first = await Karavan.prepare(program, { database: postgres.url });
first.env.JWT_SECRET = randomBytes(32).toString("hex");
replicas.push(first);
while (replicas.length < REPLICAS) replicas.push(await first.secondProcess());
for (const karavan of replicas) {
  if (broker) karavan.env.BROKER_URL = broker.url;
  await karavan.start();
}

const traffic = new Traffic(replicas);
const staff = { guard: "agent", phone: "+79990000001" };
const client = { guard: "client", phone: "+79990000002" };
for (const person of [staff, client]) await traffic.logIn(person);

/** Sends a request that must succeed. */
async function call(method, path, options) {
  const answer = await traffic.send(method, path, options);
  if (!answer.json) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json;
}

/** A submitted order, which has a chat. */
async function createChat() {
  const draft = { type: "standard", title: "Chat", destination_country: "RU" };
  const { id } = await call("POST", "/client/orders", { person: client, body: draft });
  const item = { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50", quantity: 1 };
  await call("POST", `/client/orders/${id}/items`, { person: client, body: item });
  await call("POST", `/client/orders/${id}/submit`, { person: client, body: {} });
  return id;
}

const balance = async () => {
  const { accounts } = await call("GET", "/agent/clients/1/balance", { person: staff });
  return Math.round(Number(accounts[0].amount) * 100);
};

const chats = [];
while (chats.length < CHATS) chats.push(await createChat());
/** The acknowledged messages by chat: id, body, writer and number of the writer's message. */
const messages = new Map(chats.map((chat) => [chat, []]));
let [credits, retried, givenUp] = [0, 0, 0];

/** Sends the request with one key to one replica after another until it is acknowledged. Returns the answer, if there was one. */
async function write(path, person, body, key = randomUUID()) {
  let patience = random() < ABANDONED ? Math.ceil(random() * ABANDONED_WITHIN_MS) : undefined;
  const giveUpAt = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  for (let attempt = 0; performance.now() < giveUpAt; attempt += 1) {
    const answer = await traffic.send("POST", path, { person, body, key, patience });
    if (answer.status === 201) return answer.json;
    if (attempt === 0) retried += 1;
    patience = undefined;
    await pause(WRITE_PAUSE_MS);
  }
  givenUp += 1;
  return undefined;
}

async function credit(key) {
  if (await write(CREDIT_PATH, staff, CREDIT, key)) credits += 1;
}

/** Sends one credit to one replica until it is acknowledged. Returns the milliseconds, or undefined after the time. */
async function serves(replica, within) {
  const key = randomUUID();
  const send = () => traffic.send("POST", CREDIT_PATH, { person: staff, body: CREDIT, key, replica });
  const took = await until(async () => (await send()).status === 201, within);
  if (took === undefined) await credit(key);
  else credits += 1;
  return took;
}

let [isWriting, isStopping, busy] = [true, false, 0];

async function keepWriting(writer) {
  for (let number = 0; !isStopping; ) {
    await pause(WRITE_PAUSE_MS);
    if (!isWriting) continue;
    busy += 1;
    if (random() < CREDITS) {
      await credit();
    } else {
      const chat = chats[Math.floor(random() * chats.length)];
      const person = random() < 0.5 ? staff : client;
      const body = `${writer}.${number}`;
      const message = await write(`/${person.guard}/orders/${chat}/chat`, person, { body });
      if (message) messages.get(chat).push({ id: message.id, body, writer, number });
      number += 1;
    }
    busy -= 1;
  }
}

const readers = chats.flatMap((chat) =>
  Array.from({ length: READER_PAIRS * 2 }, (_, number) => {
    const person = number % 2 ? client : staff;
    const pauses = number < READER_PAIRS ? PAUSES.page : PAUSES.eager;
    const send = (...request) => traffic.send(...request);
    return new Reader({ chat, person, pauses, send, address: () => traffic.any().karavan.url });
  }),
);

/** Waits until the condition holds. Returns the milliseconds, or undefined after the time. */
async function until(condition, within) {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > within) return undefined;
    await pause(20);
  }
  const took = performance.now() - started;
  return took <= within ? took : undefined;
}

const missing = () =>
  readers.reduce((sum, reader) => sum + messages.get(reader.chat).filter(({ id }) => !reader.has(id)).length, 0);

const slowest = { replicas: 0, readers: 0, messages: 0 };
const failed = { replicas: 0, readers: 0, messages: 0 };
const note = (what, took) => {
  if (took === undefined) failed[what] += 1;
  else slowest[what] = Math.max(slowest[what], took);
};

/** Waits until every reader is subscribed and the writers are done. Then every reader must receive all messages. */
async function settle() {
  note("readers", await until(() => readers.every((reader) => reader.isLive), SUBSCRIBED_WITHIN_MS));
  isWriting = false;
  await until(() => busy === 0, Infinity);
  note("messages", await until(() => missing() === 0, RECEIVED_WITHIN_MS));
  isWriting = true;
}

let [stops, ungraceful] = [0, 0];

/** Stops a replica with SIGTERM, and kills it if it does not stop in time. */
async function stop(karavan) {
  const stopped = karavan.stop("SIGTERM");
  const timer = setTimeout(() => karavan.server.kill("SIGKILL"), STOPS_WITHIN_MS);
  await stopped;
  clearTimeout(timer);
  stops += 1;
  if (karavan.server.exitCode !== 0) ungraceful += 1;
}

async function restartReplica(end) {
  const { karavan, outages } = traffic.any();
  outages.begin();
  await end(karavan);
  await pause(random() * 500);
  await karavan.start();
  outages.end();
}

async function restartBroker() {
  await broker.kill();
  await pause(100 + random() * 900);
  await broker.start();
}

async function restartDatabase() {
  traffic.database.begin();
  postgres.kill();
  await pause(100 + random() * 1_400);
  postgres.start();
  traffic.database.end();
}

/** The faults by name. */
const faults = {
  "replica killed": () => restartReplica((karavan) => karavan.stop("SIGKILL")),
  "replica stopped": () => restartReplica(stop),
  ...(broker && { "broker killed": restartBroker }),
  "database killed": restartDatabase,
};

/** Makes the fault during the load, and waits until each replica accepts a write again. */
async function strike(name) {
  await pause(200 + random() * 800);
  await faults[name]();
  await Promise.all(traffic.replicas.map(async (replica) => note("replicas", await serves(replica, SERVES_WITHIN_MS))));
  await settle();
}

const before = await balance();
const reading = readers.map((reader) => reader.run());
note("readers", await until(() => readers.every((reader) => reader.isLive), SUBSCRIBED_WITHIN_MS));
const writing = Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer));
let struck = 0;
for (let round = 0; round < Number(rounds); round += 1) {
  const names = Object.keys(faults).map((name) => [random(), name]);
  for (const [, name] of names.sort(([one], [other]) => one - other)) {
    await strike(name);
    struck += 1;
  }
}
isStopping = true;
await Promise.all(writing);
note("messages", await until(() => missing() === 0, RECEIVED_WITHIN_MS));

/** All messages of a chat, the oldest first. */
async function stored(chat) {
  const all = [];
  for (let more = true; more; ) {
    const page = await call("GET", `/agent/orders/${chat}/chat?limit=200&after=${all.at(-1)?.id ?? 0}`, { person: staff });
    all.push(...page.data);
    more = page.more;
  }
  return all;
}

const found = { acknowledged: 0, lost: 0, doubled: 0, foreign: 0, disordered: 0, differing: 0, received: 0 };
for (const chat of chats) {
  const rows = await stored(chat);
  const acknowledged = messages.get(chat);
  const bodies = new Map();
  for (const { body } of rows) bodies.set(body, (bodies.get(body) ?? 0) + 1);
  const idOf = new Map(rows.map(({ id, body }) => [body, id]));
  found.acknowledged += acknowledged.length;
  found.lost += acknowledged.filter(({ id, body }) => idOf.get(body) !== id).length;
  found.doubled += [...bodies.values()].filter((count) => count > 1).length;
  found.foreign += Math.max(0, bodies.size - new Set(acknowledged.map(({ body }) => body)).size);
  const numbers = new Map();
  for (const { body } of rows) {
    const [writer, number] = body.split(".").map(Number);
    if (number <= (numbers.get(writer) ?? -1)) found.disordered += 1;
    numbers.set(writer, number);
  }
  const ids = rows.map(({ id }) => id);
  for (const { seen } of readers.filter((reader) => reader.chat === chat)) {
    found.received += seen.length;
    if (seen.join() !== ids.join()) found.differing += 1;
  }
}
const booked = (await balance()) - before;
for (const reader of readers) reader.stop();
await Promise.all(reading);
for (const karavan of replicas) await stop(karavan);
const books = first.run("ledger:verify");

const total = (what) => readers.reduce((sum, reader) => sum + reader[what], 0);
const refusals = readers.flatMap((reader) => reader.refusals);
const { unexpected, refusedWithoutCause, cutWithoutCause, unanswered } = traffic;
const described = [...unexpected, ...refusedWithoutCause, ...cutWithoutCause, ...unanswered, ...refusals];
for (const line of [...new Set(described)].slice(0, 10)) console.log(`  ${line}`);
const connections = total("connections");
const report = new Report();
report.check("acknowledged messages that are not stored", found.acknowledged, found.lost);
report.check("messages that are stored twice", found.acknowledged, found.doubled);
report.check("stored messages without an acknowledgement", found.acknowledged, found.foreign);
report.check("messages stored before an earlier one", found.acknowledged, found.disordered);
report.check("readers whose messages differ from the stored", readers.length, found.differing);
report.check("messages received after a later one", found.received, total("late"));
report.check("messages listed again after they were known", found.received, total("listedTwice"));
report.check("faults after which readers lack a message", struck + 1, failed.messages);
report.check("faults after which readers do not subscribe", struck + 1, failed.readers);
report.check("subscriptions refused for good", connections, refusals.length);
report.check("credits not booked once", credits, Math.abs(booked - credits));
report.check("ledger out of balance", 1, books.ok ? 0 : 1);
report.check("replicas that did not serve within 5 s", struck * REPLICAS, failed.replicas);
report.check("replicas that did not stop within 20 s", stops, ungraceful);
report.check("writes not acknowledged within 30 s", found.acknowledged + credits, givenUp);
report.check("requests with an unexpected status", traffic.answered, unexpected.length);
report.check("answers 503 while the database was up", traffic.answered, refusedWithoutCause.length);
report.check("connections cut by a running replica", traffic.answered, cutWithoutCause.length);
report.check("requests without an answer", traffic.answered, unanswered.length);
report.check("database faults without an answer 503", traffic.refused, traffic.refused === 0 ? 1 : 0);
console.log(
  `${struck} faults; ${retried} writes sent again, ${traffic.abandoned} of them abandoned by their senders; ${traffic.cut} ` +
    `connections cut by faults; ${total("repeats")} repeated events; ${connections - readers.length} new connections of ` +
    `${readers.length} readers`,
);
console.log(
  `at most ${slowest.replicas.toFixed(0)} ms until replicas serve, ${slowest.readers.toFixed(0)} ms until readers are ` +
    `subscribed, ${slowest.messages.toFixed(0)} ms until they have all messages; ${books.output}`,
);
report.end();
