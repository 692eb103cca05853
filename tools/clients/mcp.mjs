// Lets the clients of MCP for JavaScript search orders, create a draft and add an item: over HTTP and through `karavan mcp`, in both
// eras of the protocol. Then runs the scenarios of the official conformance suite that need no tools of its own.
// Usage: KARAVAN_URL=… KARAVAN_KEY=… node mcp.mjs <karavan>
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, request } from "node:http";
import { promisify } from "node:util";

const [program] = process.argv.slice(2);
const { KARAVAN_URL: url, KARAVAN_KEY: key } = process.env;
// The others call tools, resources or prompts of a server made for the suite. `dns-rebinding-protection` is for servers without
// authentication: it expects every page of this machine to be allowed, and this server allows its own pages only.
const SCENARIOS = ["server-initialize", "ping", "tools-list"];
const address = new URL(`${url}/mcp`);
const withKey = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
const command = { command: program, args: ["mcp"], env: { KARAVAN_URL: url, KARAVAN_KEY: key, PATH: process.env.PATH } };
const info = { name: "karavan-test", version: "1" };

const negotiating = (mode) => new Client(info, { versionNegotiation: { mode } });

const clients = {
  "default, HTTP": [new Client(info), new StreamableHTTPClientTransport(address, withKey)],
  "auto, HTTP": [negotiating("auto"), new StreamableHTTPClientTransport(address, withKey)],
  "pinned, HTTP": [negotiating({ pin: "2026-07-28" }), new StreamableHTTPClientTransport(address, withKey)],
  "1.32, HTTP": [new OlderClient(info), new OlderHttp(address, withKey)],
  "default, stdio": [new Client(info), new StdioClientTransport(command)],
  "auto, stdio": [negotiating("auto"), new StdioClientTransport(command)],
  "1.32, stdio": [new OlderClient(info), new OlderStdio(command)],
};

for (const [name, [client, transport]] of Object.entries(clients)) {
  await client.connect(transport);
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  assert.ok(names.includes("item_add") && !names.includes("client_search"), `${name}: ${names}`);
  const call = async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: args });
    assert.notEqual(result.isError, true, `${name}: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  const { data } = await call("order_search", { limit: 2 });
  assert.equal(data.length, 2, name);
  const order = await call("order_create", { type: "standard", title: name });
  const item = { title: "Nike Dunk Low", url: "https://detail.1688.com/offer/736512841907.html", price: "459", quantity: 2 };
  const added = await call("item_add", { ...item, order: order.id, idempotency_key: `item-of-${order.id}` });
  const items = await call("order_items", { order: order.id });
  assert.deepEqual(items.data.map(({ id }) => id), [added.id], name);
  const refused = await client.callTool({ name: "order_get", arguments: { order: 999_999_999 } });
  assert.equal(JSON.parse(refused.content[0].text).code, "not_found", name);
  await client.close();
  console.log(`MCP client for TypeScript, ${name}: done`);
}

// The suite sends no credential, so a proxy adds one.
const proxy = createServer((incoming, outgoing) => {
  const { method, headers } = incoming;
  const forwarded = request(address, { method, headers: { ...headers, authorization: `Bearer ${key}` } }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(forwarded);
});
await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
const through = `http://127.0.0.1:${proxy.address().port}/mcp`;
for (const scenario of SCENARIOS) {
  const suite = new URL("node_modules/.bin/conformance", import.meta.url).pathname;
  await promisify(execFile)(suite, ["server", "--url", through, "--scenario", scenario]).catch(({ stdout, stderr }) => {
    throw new Error(`conformance, ${scenario}: ${stdout}${stderr}`);
  });
  console.log(`MCP conformance, ${scenario}: passed`);
}
proxy.close();
