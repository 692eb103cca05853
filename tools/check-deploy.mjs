// Sends requests through nginx and HAProxy, configured by the files of deploy/, to two stub replicas.
// Usage: node tools/check-deploy.mjs files | nginx <scratch folder> | haproxy <scratch folder>; see check-deploy.sh.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as plainRequest } from "node:http";
import { HOST, STARTS_WITHIN_MS, send, startHaproxy, startNginx } from "./deploy-proxies.mjs";
import { freePort } from "./soak-server.mjs";

const MIB = 1 << 20;

/** Stub API and WebSocket servers of two replicas. Every request is recorded. */
class Replicas {
  seen = [];
  servers = [];

  async start() {
    for (const kind of ["api", "realtime"]) {
      for (const number of [1, 2]) {
        const server = createServer((request, response) => this.#answer(`${kind}-${number}`, request, response));
        // Like the program, and longer than the proxies keep a connection.
        server.keepAliveTimeout = 15_000;
        server.on("upgrade", (request, socket) => this.#upgrade(`${kind}-${number}`, request, socket));
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        this.servers.push(server);
      }
    }
    [this.api1, this.api2, this.realtime1, this.realtime2] = this.servers.map((server) => server.address().port);
    // The stubs of the realtime port answer health checks themselves.
    [this.health1, this.health2] = [this.realtime1, this.realtime2];
  }

  /** The recorded requests whose path starts with `path`. */
  with(path) {
    return this.seen.filter((request) => request.url.startsWith(path));
  }

  #note(name, request) {
    const noted = { name, method: request.method, url: request.url, headers: request.headers, bytes: 0 };
    this.seen.push(noted);
    return noted;
  }

  async #answer(name, request, response) {
    const noted = this.#note(name, request);
    for await (const part of request) noted.bytes += part.length;
    // The connection of the first request to such a path is closed after the request was read.
    if (request.url.startsWith("/drop/") && this.with(request.url).length === 1) {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { "content-type": "text/plain" }).end(name);
  }

  #upgrade(name, request, socket) {
    this.#note(name, request);
    // RFC 6455; HAProxy checks it.
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket", `Sec-WebSocket-Accept: ${accept}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => socket.write(`${name} received ${bytes}`));
    socket.on("end", () => socket.end());
  }

  async stop() {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** Uploads zeros. A proxy may respond and close the connection before it has read the whole body. */
async function upload(port, path, bytes, method = "POST") {
  const answer = await send(port, path, { method, body: Buffer.alloc(bytes) }).catch((error) => {
    if (["ECONNRESET", "EPIPE"].includes(error.code)) return { status: 413 };
    throw error;
  });
  return answer.status;
}

async function check(title, test) {
  try {
    await test();
    console.log(`  ok  ${title}`);
  } catch (error) {
    console.error(`  FAILED  ${title}`);
    throw error;
  }
}

async function checkProxy(proxy, replicas, ports) {
  const { https, http } = ports;

  await check("the host, the client's address and the API's headers are forwarded", async () => {
    const headers = {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-proto": "http",
      "x-request-id": "abc-1",
      "idempotency-key": "key-1",
      "if-match": '"7"',
      authorization: "Bearer token",
      accept: "application/json",
    };
    const answer = await send(https, "/headers", { headers });
    assert.equal(answer.status, 200);
    const [seen] = replicas.with("/headers");
    assert.match(seen.name, /^api-/);
    assert.equal(seen.headers.host, HOST);
    // With TRUSTED_PROXIES=1 the server trusts the last entry.
    assert.equal(seen.headers["x-forwarded-for"].split(",").at(-1).trim(), "127.0.0.1");
    assert.equal(seen.headers["x-forwarded-proto"], "https");
    for (const name of ["x-request-id", "idempotency-key", "if-match", "authorization", "accept"]) {
      assert.equal(seen.headers[name], headers[name], name);
    }
  });

  await check("a WebSocket reaches the realtime port and carries frames both ways", async () => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const answer = await send(https, "/app/karavan?protocol=7", { headers });
    assert.equal(answer.status, 101);
    const [seen] = replicas.with("/app/karavan");
    assert.match(seen.name, /^realtime-/);
    assert.equal(seen.headers.upgrade, "websocket");
    assert.equal(seen.headers.host, HOST);
    answer.socket.write("ping");
    const [bytes] = await once(answer.socket, "data");
    assert.equal(bytes.toString(), `${seen.name} received ping`);
    answer.socket.destroy();
  });

  await check("request bodies are limited to the server's limits", async () => {
    const refusedUpTo = (path) => replicas.with(path).every((request) => request.bytes <= 26 * MIB);
    assert.equal(await upload(https, "/client/orders/1/chat/files", 25 * MIB), 200);
    assert.equal(replicas.with("/client/orders/1/chat/files")[0].bytes, 25 * MIB);
    assert.equal(await upload(https, "/client/orders/1/chat/large", 26 * MIB + 1), 413);
    assert.ok(refusedUpTo("/client/orders/1/chat/large"));
    // A video uploaded from a phone as a multipart form.
    assert.equal(await upload(https, "/su/secret-1/file", 300 * MIB + 1024), 200);
    assert.equal(await upload(https, "/su/secret-1/file", 301 * MIB + 1), 413);
    assert.equal(await upload(https, "/su/secret-1/uploads/1", 26 * MIB + 1, "PATCH"), 413);
  });

  await check("only safe requests are retried after a replica dropped the connection", async () => {
    assert.equal((await send(https, "/drop/get")).status, 200);
    assert.equal(replicas.with("/drop/get").length, 2);
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const path = `/drop/${method.toLowerCase()}`;
      const body = method === "DELETE" ? undefined : "{}";
      assert.equal((await send(https, path, { method, body })).status, 502, method);
      assert.equal(replicas.with(path).length, 1, method);
    }
  });

  await check("metrics are not public", async () => {
    assert.equal((await send(https, "/metrics")).status, 404);
    assert.equal(replicas.with("/metrics").length, 0);
  });

  await check("HTTP is redirected to HTTPS, keeping method and path", async () => {
    const request = plainRequest({ port: http, host: "127.0.0.1", path: "/client/orders?a=1", headers: { host: HOST } }).end();
    const [response] = await once(request, "response");
    response.resume();
    assert.equal(response.statusCode, 308);
    assert.equal(response.headers.location, `https://${HOST}/client/orders?a=1`);
  });

  await check("an API key over HTTP is passed on instead of redirected, and named as such", async () => {
    const key = { host: HOST, authorization: "Bearer krv_live_abc", "x-forwarded-proto": "https" };
    const request = plainRequest({ port: http, host: "127.0.0.1", path: "/agent/in-the-clear", headers: key }).end();
    const [response] = await once(request, "response");
    response.resume();
    assert.equal(response.statusCode, 200);
    const [seen] = replicas.with("/agent/in-the-clear");
    assert.equal(seen.headers["x-forwarded-proto"].split(",").at(-1).trim(), "http");
    assert.equal(seen.headers["x-forwarded-for"].split(",").at(-1).trim(), "127.0.0.1");
  });

  await check("unknown host names are rejected during the TLS handshake", async () => {
    await assert.rejects(send(https, "/", { host: "other.example" }));
  });

  await check("credentials in paths and queries are not logged", async () => {
    const paths = ["/su/secret-2/list", "/client/r/secret-3", "/agent/reset-password/secret-4", "/webhooks/max?secret=secret-5"];
    for (const path of paths) assert.equal((await send(https, path)).status, 200);
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (!proxy.log().includes("/webhooks/max") && Date.now() < deadline) await new Promise(setImmediate);
    for (const path of ["/su/-/list", "/client/r/-", "/agent/reset-password/-", "/webhooks/max"]) {
      assert.ok(proxy.log().includes(path), `${path} is not in the log:\n${proxy.log()}`);
    }
    assert.ok(!proxy.log().includes("secret-"), proxy.log());
  });

  await check("no request is lost when a replica is down, whatever its method", async () => {
    await new Promise((done) => {
      replicas.servers[0].close(done);
      replicas.servers[0].closeAllConnections();
    });
    for (let number = 0; number < 4; number += 1) {
      const answer = await send(https, `/gone/${number}`, { method: "POST", body: "{}" });
      assert.deepEqual([answer.status, answer.text], [200, "api-2"]);
      assert.equal(replicas.with(`/gone/${number}`).length, 1);
    }
  });
}

/** Checks that names and addresses that occur in several files agree. */
function checkFiles() {
  const read = (name) => readFileSync(`deploy/${name}`, "utf8");
  const named = new Set([...read("compose.yaml").matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1]));
  const given = new Set([...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]));
  assert.deepEqual([...named].sort(), [...given].sort(), "compose.yaml and .env.example have different variables");
  const inCompose = [...read("compose.yaml").matchAll(/ipv4_address: (\S+)/g)].map((match) => match[1]);
  const addresses = new Set([...read("nginx/upstreams.compose.conf").matchAll(/server (\S+):80[89]0 /g)].map((match) => match[1]));
  for (const address of addresses) assert.ok(inCompose.includes(address), `${address} is not in compose.yaml`);
  assert.equal(addresses.size, 2);
  const documented = readFileSync("docs/operations.md", "utf8");
  for (const [, name] of read("systemd/karavan.env.example").matchAll(/^([A-Z0-9_]+)=/gm)) {
    assert.ok(documented.includes(`\`${name}\``), `${name} is not in docs/operations.md`);
  }
}

const [what, scratch] = process.argv.slice(2);
if (what === "files") {
  checkFiles();
} else {
  const start = { nginx: startNginx, haproxy: startHaproxy }[what];
  assert.ok(start && scratch, "usage: node tools/check-deploy.mjs files | nginx <folder> | haproxy <folder>");
  const replicas = new Replicas();
  await replicas.start();
  const ports = { http: await freePort(), https: await freePort() };
  console.log(`${what} in front of two replicas`);
  const proxy = await start(scratch, replicas, ports, "/started");
  try {
    await checkProxy(proxy, replicas, ports);
  } finally {
    await proxy.stop();
    await replicas.stop();
  }
}
