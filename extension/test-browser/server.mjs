/** A stand-in server of the extension's API, which keeps idempotency keys as the real one does. */
import { createServer } from "node:http";

export const TOKEN = "svc_07ELSZgnu18FMTahov29GNUbipw3AH0Cfmem";
const ME = {
  user: { id: 1, name: "Anna", phone: "+79990000000" },
  clients: [{ id: 5, code: "K101", name: "Anna", currency: "RUB", agent: { id: 1, name: "Lotus" } }],
};

/** The settings page of a cabinet that shows a new token. */
export const SETTINGS_PAGE = `<title>Settings</title><div id="karavan-pairing"></div><script>
  const offer = document.querySelector("#karavan-pairing");
  offer.addEventListener("karavanchallenge", () => {
    Object.assign(offer.dataset, { answer: offer.dataset.challenge, server: location.origin, token: "${TOKEN}" });
  });
</script>`;

/** A server of the extension's API. */
export class Server {
  me = structuredClone(ME);
  items = [];
  requests = [];
  isDown = false;
  isRevoked = false;
  /** Items are stored, and their requests are never answered. */
  hangs = false;
  /** @type {((item: object) => boolean) | null} items that are refused permanently */
  refuses = null;
  /** @type {((request: object) => object) | null} what an order costs with products */
  estimate = null;
  #keys = new Map();
  #http;

  static async start() {
    const server = new Server();
    server.#http = createServer((request, answer) => server.#answer(request, answer));
    await new Promise((done) => server.#http.listen(0, "127.0.0.1", done));
    server.url = `http://127.0.0.1:${server.#http.address().port}`;
    return server;
  }

  async #answer(request, answer) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const cors = {
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Headers": "authorization,content-type,idempotency-key,accept",
      "Access-Control-Allow-Methods": "GET,POST,DELETE",
      "content-type": "application/json",
    };
    const reply = (status, content) => answer.writeHead(status, cors).end(JSON.stringify(content));
    if (request.method === "OPTIONS") return answer.writeHead(204, cors).end();
    if (this.isDown) return request.socket.destroy();
    const path = request.url;
    if (path === "/client/settings")
      return answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(this.settings ?? "");
    this.requests.push({ method: request.method, path, key: request.headers["idempotency-key"], body });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return reply(401, { code: "credential_invalid" });
    if (this.isRevoked) return reply(401, { code: "credential_revoked" });
    if (path === "/api/ext/token" && request.method === "DELETE") {
      this.isRevoked = true;
      return answer.writeHead(204, cors).end();
    }
    if (path === "/api/ext/me") return reply(200, this.me);
    if (this.refusal && request.method === "POST" && path.endsWith(this.refusal.path ?? ""))
      return answer
        .writeHead(this.refusal.status, {
          ...cors,
          ...this.refusal.headers,
          "Access-Control-Expose-Headers": "Retry-After",
        })
        .end(JSON.stringify(this.refusal.content));
    const draft = {
      id: 7,
      number: "K101-7",
      title: "Draft",
      client_id: 5,
      agent_name: "Lotus",
      currency: "RUB",
      items_count: this.items.length,
      total: { amount: "0.00", currency: "RUB" },
    };
    if (path === "/api/ext/estimates") return reply(200, this.estimate(JSON.parse(body)));
    if (path === "/api/ext/drafts" && request.method === "GET") return reply(200, { data: [draft] });
    if (request.method === "POST") {
      const key = request.headers["idempotency-key"];
      const known = this.#keys.get(key);
      const hash = `${path}\n${body}`;
      // Chromium itself repeats a request once when its connection is cut.
      if (known && this.losesAnswers) return request.socket.destroy();
      if (known) return known.hash === hash ? reply(201, known.answer) : reply(422, { code: "idempotency_key_reused" });
      const fields = new Set([
        "title",
        "url",
        "price",
        "currency",
        "quantity",
        "image_url",
        "marketplace",
        "external_id",
        "variant",
        "shop",
        "comment",
        "price_uncertain",
        ...(this.me.item_fields ?? []),
      ]);
      if (/\/items$/.test(path)) {
        const item = JSON.parse(body);
        const unknown = Object.keys(item).filter((field) => !fields.has(field));
        if (unknown.length)
          return reply(422, {
            code: "validation_failed",
            errors: Object.fromEntries(unknown.map((field) => [field, ["unknown"]])),
          });
        if (this.refuses?.(item))
          return reply(422, { code: "validation_failed", errors: { price: [{ code: "not_an_amount" }] } });
        this.items.push(item);
        const content = { item: { id: 100 + this.items.length }, order: draft };
        this.#keys.set(key, { hash, answer: content });
        if (this.hangs) return undefined;
        // The item is stored, and its answer is lost on the way.
        if (this.losesAnswers) return request.socket.destroy();
        return reply(201, content);
      }
      return reply(201, { id: 7, texts: ["Переведено"] });
    }
    return reply(404, { code: "route_not_found" });
  }

  /** Forgets what was sent and what the test before has set. */
  reset() {
    Object.assign(this, {
      items: [],
      requests: [],
      isDown: false,
      isRevoked: false,
      hangs: false,
      losesAnswers: false,
      refusal: null,
      refuses: null,
      estimate: null,
    });
    this.me = structuredClone(ME);
  }

  stop() {
    this.#http.closeAllConnections();
    return new Promise((done) => this.#http.close(done));
  }
}
