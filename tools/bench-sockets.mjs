// Benchmarks live chats: how long a stored message takes to reach the sockets of its chat, and how long subscriptions take.
// Usage: [TEST_DATABASE_URL=…] node --experimental-websocket tools/bench-sockets.mjs <karavan> <bare> <folder> [--quick] [--many]
// On PostgreSQL with one replica and with two, whose sockets take turns, and with 5,000 sockets in one chat: only these with
// `--many`, and not with `--quick`.
// Prints a line per figure: name, value, target, ok or MISSED. A missed target does not fail the run.
import { execFileSync, spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { measureManySockets } from "./bench-many-sockets.mjs";

const [karavan, bare, folder, ...options] = process.argv.slice(2);
const quick = options.includes("--quick");
const ROOMS = quick ? 50 : 200;
const SOCKETS_PER_ROOM = 5;
/** A person may have 30 sockets, and a socket 100 subscriptions. */
const SOCKETS = 20;
const RATES = quick ? [100, 200] : [100, 150, 200, 300, 500];
const SECONDS = quick ? 5 : 15;
const MANY_SOCKETS = 5_000;
/** The most that 99 of 100 messages take, by the number of replicas. */
const P99_TARGETS_MS = { 1: 50, 2: 150 };

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

function report(name, value, target, ok, note = "") {
  console.log(`${name}: ${value}, target ${target}: ${ok ? "ok" : "MISSED"}${note ? ` (${note})` : ""}`);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let ports = [];
function send(method, path, { token, body, port } = {}) {
  return new Promise((done, fail) => {
    const text = body && JSON.stringify(body);
    const headers = {
      accept: "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    const outgoing = request({ host: "127.0.0.1", port: port ?? ports[0], method, path, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => done({ status: answer.statusCode, text }));
    });
    outgoing.on("error", fail).end(text);
  });
}

async function call(method, path, options) {
  const answer = await send(method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.text ? JSON.parse(answer.text) : undefined;
}

async function logIn(guard, phone) {
  const answer = await call("POST", `/${guard}/login/password`, { body: { phone, password: "karavan-demo" } });
  return { guard, token: answer.access_token };
}

/** Submitted orders, each with a chat. */
async function rooms(client) {
  const ids = [];
  for (let number = 0; number < ROOMS; number += 1) {
    const { token } = client;
    const draft = { type: "standard", title: `Chat ${number}`, destination_country: "RU" };
    const order = await call("POST", "/client/orders", { token, body: draft });
    const item = { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50", quantity: 1 };
    await call("POST", `/client/orders/${order.id}/items`, { token, body: item });
    await call("POST", `/client/orders/${order.id}/submit`, { token, body: {} });
    ids.push(order.id);
  }
  return ids;
}

/** A socket; `onMessage` gets the bodies of new messages. */
function connect(port, onMessage) {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/karavan?protocol=7`);
    const opened = { socket, id: undefined, confirm: [] };
    socket.onerror = () => fail(new Error("a socket failed"));
    socket.onclose = () => fail(new Error("a socket was closed"));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.event === "pusher:connection_established") {
        opened.id = JSON.parse(frame.data).socket_id;
        done(opened);
      } else if (frame.event === "message.created") {
        onMessage(JSON.parse(frame.data).body);
      } else if (frame.event === "pusher_internal:subscription_succeeded") {
        opened.confirm.shift()?.();
      } else if (frame.event === "pusher:error") {
        throw new Error(`a subscription failed: ${data}`);
      } else if (frame.event === "pusher:ping") {
        socket.send(JSON.stringify({ event: "pusher:pong" }));
      }
    };
  });
}

async function grant({ token }, socket, channel) {
  return call("POST", "/broadcasting/auth", { token, body: { socket_id: socket.id, channel_name: channel } });
}

async function measure(client, owner) {
  const ids = await rooms(client);
  const waiting = new Map();
  const received = (body) => {
    const message = waiting.get(body);
    if (message) {
      message.latencies.push(performance.now() - message.sent);
    }
  };
  const sockets = [];
  for (let number = 0; number < SOCKETS; number += 1) {
    const port = ports[Math.floor(number / 2) % ports.length];
    sockets.push({ ...(await connect(port, received)), person: number % 2 ? client : owner });
  }
  const wanted = ids.flatMap((id, room) =>
    Array.from({ length: SOCKETS_PER_ROOM }, (_, number) => ({
      channel: `private-order.${id}`,
      socket: sockets[(room * SOCKETS_PER_ROOM + number) % SOCKETS],
    })),
  );
  for (const subscription of wanted) {
    Object.assign(subscription, await grant(subscription.socket.person, subscription.socket, subscription.channel));
  }
  let started = performance.now();
  await Promise.all(
    wanted.map(({ socket, channel, auth }) => {
      const confirmed = new Promise((done) => socket.confirm.push(done));
      socket.socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
      return confirmed;
    }),
  );
  const on = `${database}, ${ports.length === 1 ? "one replica" : `${ports.length} replicas`}`;
  console.log(`${on}: ${wanted.length} subscriptions in ${(performance.now() - started).toFixed(0)} ms`);

  for (const rate of RATES) {
    waiting.clear();
    const total = rate * SECONDS;
    let failed = 0;
    const answers = [];
    started = performance.now();
    for (let number = 0; number < total; number += 1) {
      const due = started + (number * 1_000) / rate;
      if (due > performance.now()) await pause(due - performance.now());
      const body = `${rate}.${number}`;
      const message = { sent: performance.now(), latencies: [] };
      waiting.set(body, message);
      const side = number % 2 ? client : owner;
      const path = `/${side.guard}/orders/${ids[number % ids.length]}/chat`;
      answers.push(
        send("POST", path, { token: side.token, body: { body } }).then(({ status }) => {
          message.stored = performance.now() - message.sent;
          if (status !== 201) failed += 1;
        }),
      );
    }
    await Promise.all(answers);
    const took = (performance.now() - started) / 1_000;
    await pause(3_000);
    const messages = [...waiting.values()];
    const latencies = messages.flatMap((message) => message.latencies);
    const stored = messages.map((message) => message.stored);
    const lost = messages.filter((message) => message.latencies.length !== SOCKETS_PER_ROOM).length - failed;
    const [p99, target] = [at(latencies, 0.99), P99_TARGETS_MS[ports.length]];
    report(
      `${on}: ${rate} messages a second in ${ROOMS} chats, p99 until received`,
      `${p99.toFixed(0)} ms`,
      `${target} ms`,
      p99 <= target && !lost && !failed,
      `p50 ${at(latencies, 0.5).toFixed(0)} ms, stored p99 ${at(stored, 0.99).toFixed(0)} ms, ` +
        `sent ${(total / took).toFixed(0)}/s, ${failed} refused, ${lost} not received by all`,
    );
  }
}

const database = process.env.TEST_DATABASE_URL ? "PostgreSQL" : "SQLite";
const environment = {
  ...process.env,
  DATABASE_URL: process.env.TEST_DATABASE_URL ?? `sqlite://${join(folder, "sockets.db")}?mode=rwc`,
  REALTIME_BIND: "none",
  MEDIA_URL: join(folder, "media"),
  MESSENGERS: "log",
  MAIL: "log",
  RUST_LOG: "error",
};
for (const words of [["migrate"], ["demo"]]) execFileSync(karavan, words, { env: environment, stdio: "ignore" });

async function serve(port) {
  const bind = { BIND: `127.0.0.1:${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const server = spawn(karavan, ["serve"], { env: { ...environment, ...bind }, stdio: ["ignore", "ignore", "inherit"] });
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await send("GET", "/readyz", { port }).then(({ status }) => status === 200, () => false)) return server;
    await pause(20);
  }
  throw new Error("the server did not get ready");
}

const replicaCounts = database === "SQLite" ? [1] : [1, 2];
for (const replicas of options.includes("--many") ? [] : replicaCounts) {
  const first = 31_000 + (process.pid % 5_000) + replicas * 10;
  ports = Array.from({ length: replicas }, (_, number) => first + number);
  const servers = [];
  try {
    for (const port of ports) servers.push(await serve(port));
    await measure(await logIn("client", "+79990000002"), await logIn("agent", "+79990000001"));
  } finally {
    for (const server of servers) server.kill("SIGTERM");
  }
}
if (database === "PostgreSQL" && !quick) await measureManySockets(karavan, bare, MANY_SOCKETS, { environment, report });
process.exit(0);
