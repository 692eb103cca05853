// Readers of chats that behave like open pages; shared by the scripts of `make soak`.
import { pause, random } from "./soak-server.mjs";

const HANDSHAKE_TIMEOUT_MS = 15_000;
const MAX_PAUSE_MS = 30_000;
const CATCH_UP_PAUSE_MS = 2_000;
const PAGE = 200;

/** The pauses between connections: of the pages, and of clients that connect again at once, like `pusher-js`. */
export const PAUSES = { page: { first: 1_000, jitter: 1_000 }, eager: { first: 50, jitter: 50 } };

/**
 * A reader of one chat. Like a page it connects again when the connection is lost, subscribes again, and then requests the
 * messages after the last known one. It handles events one after another, so that none overtakes the messages that were missed
 * before it.
 */
export class Reader {
  /** The ids of messages in the order in which they were first received. */
  seen = [];
  /** Events with a message that was known. Pages drop them. */
  repeats = 0;
  /** Messages older than one that was known before. */
  late = 0;
  /** Messages that the list returned twice. */
  listedTwice = 0;
  /** Refused subscriptions, and sockets that the server closed permanently. */
  refusals = [];
  connections = 0;
  isLive = false;

  #known = new Set();
  #upTo;
  #isStopped = false;
  #socket;
  #work = Promise.resolve();

  /** `send` sends a request to any replica, and `address` is that of the replica to connect to. */
  constructor({ chat, person, pauses, send, address }) {
    Object.assign(this, { chat, person, pauses, send, address });
  }

  has(id) {
    return this.#known.has(id);
  }

  async run() {
    let failures = 0;
    while (!this.#isStopped) {
      const wasSubscribed = await this.#connect();
      this.isLive = false;
      failures = wasSubscribed ? 0 : failures + 1;
      const { first, jitter } = this.pauses;
      if (!this.#isStopped) await pause(Math.min(first * 2 ** Math.min(failures, 5), MAX_PAUSE_MS) + random() * jitter);
    }
    await this.#work;
  }

  stop() {
    this.#isStopped = true;
    this.#socket?.close();
  }

  /** Returns, when the connection has ended, whether it was subscribed. */
  #connect() {
    return new Promise((ended) => {
      let isSubscribed = false;
      const socket = new WebSocket(`${this.address().replace("http", "ws")}/app/karavan?protocol=7`);
      this.#socket = socket;
      const timer = setTimeout(() => socket.close(), HANDSHAKE_TIMEOUT_MS);
      const end = () => {
        clearTimeout(timer);
        ended(isSubscribed);
      };
      socket.onerror = end;
      socket.onclose = ({ code, reason }) => {
        if (code >= 4000 && code < 4100) this.refusals.push(`${code} ${reason}`);
        end();
      };
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.event === "pusher:connection_established") {
          clearTimeout(timer);
          this.#subscribe(socket, JSON.parse(frame.data).socket_id);
        } else if (frame.event === "pusher_internal:subscription_succeeded") {
          isSubscribed = true;
          this.#work = this.#work.then(() => this.#catchUp(socket));
        } else if (frame.event === "message.created") {
          this.#work = this.#work.then(() => this.#receive(JSON.parse(frame.data).id));
        } else if (frame.event === "pusher:error") {
          const { code, message } = JSON.parse(frame.data);
          if (code < 4100) this.refusals.push(`${code} ${message}`);
          socket.close();
        } else if (frame.event === "pusher:ping") {
          socket.send(JSON.stringify({ event: "pusher:pong" }));
        }
      };
    });
  }

  async #subscribe(socket, name) {
    this.connections += 1;
    const channel = `private-order.${this.chat}`;
    const body = { socket_id: name, channel_name: channel };
    const answer = await this.send("POST", "/broadcasting/auth", { person: this.person, body });
    if (answer.status !== 200) return socket.close();
    const { auth } = answer.json;
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
  }

  /** Requests what was missed, until it succeeds. */
  async #catchUp(socket) {
    for (let isMore = true; isMore && !this.#isStopped; ) {
      const after = this.#upTo === undefined ? "" : `&after=${this.#upTo}`;
      const path = `/${this.person.guard}/orders/${this.chat}/chat?limit=${PAGE}${after}`;
      const answer = await this.send("GET", path, { person: this.person });
      if (answer.status !== 200) {
        await pause(CATCH_UP_PAUSE_MS);
        continue;
      }
      for (const { id } of answer.json.data) {
        if (this.#known.has(id)) this.listedTwice += 1;
        else this.#add(id);
      }
      isMore = after !== "" && answer.json.more && answer.json.data.length > 0;
    }
    this.isLive = this.#socket === socket && socket.readyState === WebSocket.OPEN;
  }

  #receive(id) {
    if (this.#known.has(id)) this.repeats += 1;
    else this.#add(id);
  }

  #add(id) {
    if (this.#upTo !== undefined && id < this.#upTo) this.late += 1;
    else this.#upTo = id;
    this.#known.add(id);
    this.seen.push(id);
  }
}
