// The part of bench-sockets.mjs with many sockets in one chat, compared with a baseline that only sends messages to sockets.
// The client is a plain TCP connection per socket, because a full WebSocket client takes longer than the server.
import { execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { Programs } from "./bench-programs.mjs";

/** A person may have 30 sockets. */
const SOCKETS_PER_PERSON = 30;
/** Connections that are opened at the same time. */
const PARALLEL = 64;
/** Passwords that are checked at the same time. */
const LOGINS = 4;
const MESSAGES = 20;
const MESSAGE_PAUSE_MS = 500;
const IDLE_MS = 30_000;
/** An idle connection of PostgreSQL may report its last transactions this late. */
const REPORTED_AFTER_MS = 11_000;
/** Statements of the server itself in that time: its checks do not fall into both periods equally often. */
const IDLE_TOLERANCE = 5;
const RECEIVE_TIMEOUT_MS = 30_000;
const SUBSCRIBED_TARGET = 2;
const RECEIVED_TARGET = 1.25;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** A masked text frame with a mask of zeros. */
function encode(text) {
  const payload = Buffer.from(text);
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = 0x81;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** A WebSocket without extensions, which passes on the texts it receives. */
class Socket {
  #stream;
  #buffer = Buffer.alloc(0);
  #isOpen = false;
  /** The listener for the next text. */
  onText = () => {};

  constructor(port, onEnd) {
    this.#stream = connect({ host: "127.0.0.1", port, noDelay: true });
    const head = [
      "GET /app/karavan?protocol=7 HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    this.#stream.write(`${head.join("\r\n")}\r\n\r\n`);
    this.#stream.on("data", (bytes) => this.#receive(bytes)).on("close", onEnd).on("error", onEnd);
  }

  send(frame) {
    this.#stream.write(encode(JSON.stringify(frame)));
  }

  destroy() {
    this.#stream.removeAllListeners("close").destroy();
  }

  #receive(bytes) {
    this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, bytes]) : bytes;
    if (!this.#isOpen) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!this.#buffer.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101"))) throw new Error("the socket was refused");
      this.#isOpen = true;
      this.#buffer = this.#buffer.subarray(end + 4);
    }
    while (this.#buffer.length >= 2) {
      const short = this.#buffer[1];
      const start = short < 126 ? 2 : 4;
      if (this.#buffer.length < start) return;
      const end = start + (short < 126 ? short : this.#buffer.readUInt16BE(2));
      if (this.#buffer.length < end) return;
      const isText = this.#buffer[0] === 0x81;
      const payload = this.#buffer.subarray(start, end);
      this.#buffer = this.#buffer.subarray(end);
      if (isText) this.onText(payload);
    }
  }

  /** The data of the next frame with this event. */
  next(event) {
    return new Promise((done, fail) => {
      this.onText = (bytes) => {
        const frame = JSON.parse(bytes);
        if (frame.event === event) done(JSON.parse(frame.data));
        else if (frame.event === "pusher:error") fail(new Error(String(bytes)));
      };
    });
  }
}

/** Calls the function for each item, for some at the same time. */
async function forEach(items, parallel, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/**
 * Opens the sockets, subscribes them, and sends messages. `publish` sends a message, `tokens` are the tokens of the persons whose
 * sockets they are. Returns the milliseconds until all sockets are subscribed, for each message until all have it, and a
 * payload.
 */
async function measure(address, count, { channel, tokens, publish, whileIdle }) {
  const port = Number(address.split(":")[1]);
  let isEnding = false;
  let lost = 0;
  const onEnd = () => (lost += isEnding ? 0 : 1);
  let received = 0;
  let payload;
  let onAll = () => {};
  const onMessage = (bytes) => {
    if (bytes.includes('"message.created"')) {
      received += 1;
      payload ??= JSON.parse(bytes).data;
      if (received === count) onAll(performance.now());
    } else if (bytes.includes('"pusher:ping"')) {
      return false;
    }
    return true;
  };
  const started = performance.now();
  const sockets = [];
  await forEach(Array.from({ length: count }, (_, number) => number + 1), PARALLEL, async (number) => {
    const socket = new Socket(port, onEnd);
    sockets.push(socket);
    const { socket_id } = await socket.next("pusher:connection_established");
    const body = { socket_id, channel_name: channel };
    const { auth } = await post(address, "/broadcasting/auth", body, { token: tokens[number % tokens.length] });
    const confirmed = socket.next("pusher_internal:subscription_succeeded");
    socket.send({ event: "pusher:subscribe", data: { channel, auth } });
    await confirmed;
    socket.onText = (bytes) => {
      if (!onMessage(bytes)) socket.send({ event: "pusher:pong" });
    };
  });
  const subscribed = performance.now() - started;
  const idle = await whileIdle?.();
  // The server may close an idle connection at the moment of the next request.
  agent.destroy();
  const times = [];
  for (let number = 0; number < MESSAGES; number += 1) {
    await pause(MESSAGE_PAUSE_MS);
    received = 0;
    const all = new Promise((done) => (onAll = done));
    const sent = performance.now();
    await publish(number);
    const took = await Promise.race([all, pause(RECEIVE_TIMEOUT_MS)]);
    if (took === undefined) throw new Error(`${received} of ${count} sockets have received a message`);
    times.push(took - sent);
  }
  if (lost > 0) throw new Error(`${lost} sockets were closed`);
  isEnding = true;
  for (const socket of sockets) socket.destroy();
  return { subscribed, times, payload, idle };
}

const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });

/** Posts JSON, or a text as it is. Returns the body of the answer, if it has one. */
function post(address, path, body, { token, from } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(from && { "x-forwarded-for": from }),
  };
  return new Promise((done, fail) => {
    const outgoing = request(`http://${address}${path}`, { method: "POST", headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => {
        if (answer.statusCode >= 300) fail(new Error(`${path}: ${answer.statusCode} ${text}`));
        else done(text && JSON.parse(text));
      });
    });
    outgoing.on("error", fail).end(text);
  });
}

const psql = (sql) => execFileSync("psql", ["-qtA", process.env.TEST_DATABASE_URL, "-c", sql], { encoding: "utf8" }).trim();

/** Copies the owner of the demo agent as often as needed, without access groups. Returns their phone numbers. */
function createPeople(count) {
  const phone = (number) => `+7998${String(1_000_000 + number)}`;
  const columns = "name, password_hash, locale, timezone, theme, second_factor_since, contact_channel, timezone_chosen";
  psql(`INSERT INTO users (phone, ${columns})
    SELECT '+7998' || (1000000 + n), ${columns} FROM users, generate_series(1, ${count}) AS n WHERE phone = '+79990000001'`);
  psql(`INSERT INTO staff (agent_id, user_id, is_owner, confirmed_at)
    SELECT s.agent_id, u.id, s.is_owner, s.confirmed_at FROM staff s JOIN users o ON o.id = s.user_id, users u
    WHERE o.phone = '+79990000001' AND u.phone LIKE '+7998%'`);
  return Array.from({ length: count }, (_, number) => phone(number + 1));
}

/** The transactions of the database within a time, including rollbacks. */
async function transactions() {
  const read = () => Number(psql("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"));
  await pause(REPORTED_AFTER_MS);
  const before = read();
  await pause(IDLE_MS);
  return read() - before;
}

/** Compares the server with the baseline. `database` has the demo data; `report` prints a figure. */
export async function measureManySockets(karavan, bare, count, { environment, report }) {
  const programs = new Programs();
  try {
    const server = await programs.start("karavan", (address) => ({
      command: [karavan, "serve"],
      environment: {
        ...environment,
        BIND: address,
        PUBLIC_URL: `http://${address}`,
        TRUSTED_PROXIES: "1",
        ADDRESS_CONNECTIONS: String(2 * count),
        MAX_CONNECTIONS: String(2 * count),
      },
    }));
    const { address } = server;
    const tokens = [];
    const phones = createPeople(Math.ceil(count / SOCKETS_PER_PERSON));
    await forEach(phones, LOGINS, async (phone) => {
      const from = `10.${Number(phone.slice(-4, -2))}.${Number(phone.slice(-2))}.1`;
      const login = await post(address, "/agent/login/password", { phone, password: "karavan-demo" }, { from });
      tokens.push(login.access_token);
    });
    const order = psql("SELECT id FROM orders WHERE agent_id = 1 AND status <> 'draft' ORDER BY id LIMIT 1");
    const before = await transactions();
    const ours = await measure(address, count, {
      channel: `private-order.${order}`,
      tokens,
      whileIdle: transactions,
      publish: (number) => post(address, `/agent/orders/${order}/chat`, { body: `message ${number}` }, { token: tokens[0] }),
    });
    const sockets = count.toLocaleString("en");
    const added = ours.idle - before;
    const note = `${ours.idle} transactions with them and ${before} without`;
    const idle = `${sockets} idle sockets, statements in ${IDLE_MS / 1_000} s`;
    report(idle, Math.max(0, added), `0 ± ${IDLE_TOLERANCE}`, added <= IDLE_TOLERANCE, note);
    const baseline = await programs.start("bare", (address) => ({ command: [bare, "sockets", address] }));
    const theirs = await measure(baseline.address, count, {
      channel: "private-order.1",
      tokens: ["none"],
      publish: () => post(baseline.address, "/messages", ours.payload),
    });
    const compare = (name, ms, bareMs, target) => {
      const note = `${ms.toFixed(0)} ms, baseline ${bareMs.toFixed(0)} ms`;
      report(name, `${(ms / bareMs).toFixed(2)}×`, `${target}×`, ms <= target * bareMs, note);
    };
    compare(`${sockets} sockets until all are subscribed`, ours.subscribed, theirs.subscribed, SUBSCRIBED_TARGET);
    compare(`one message until ${sockets} sockets have it, median`, median(ours.times), median(theirs.times), RECEIVED_TARGET);
  } finally {
    await programs.stop();
  }
}
