/** Programs in other languages: receivers of webhooks, and clients of the WebSocket. The server is a real process that is killed. */
import { createHmac } from "node:crypto";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { repository } from "../harness/paths.ts";
import { Receiver } from "../harness/receiver.ts";
import { expect, test } from "../harness/test.ts";

const CODE = join(repository, "frontend-ui/src/features/webhooks/verify");
const PROGRAMS = join(repository, "e2e/programs");
const ENVIRONMENT = { WEBHOOK_NETWORKS: "127.0.0.0/8", JWT_SECRET: "a secret that all processes of a test share" };

test.use({ environment: ENVIRONMENT });

interface Delivered {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** Python with the packages of `tools/python/programs.txt`. */
function python(): string {
  const command = "source tools/lib.sh && python_environment programs";
  const home = execFileSync("bash", ["-c", command], { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return join(home.trim(), "bin/python");
}

const has = (program: string) => spawnSync(program, ["version"], { stdio: "ignore" }).error === undefined;

/** Runs a program with a request in its standard input. Returns whether it accepts the signature. */
function accepts(command: string, args: string[], request: Delivered, cwd = tmpdir()): boolean {
  const options = { input: JSON.stringify(request), cwd, encoding: "utf8" as const, env: { ...process.env, GOFLAGS: "-mod=mod" } };
  return spawnSync(command, args, options).status === 0;
}

type Verifier = (request: Delivered) => boolean | Promise<boolean>;

/** The code of the page in the languages of this machine. */
function verifiers(): Map<string, Verifier> {
  const folder = mkdtempSync(join(repository, "e2e/test-results/code-"));
  const found = new Map<string, Verifier>();
  copyFileSync(join(CODE, "verify.mjs"), join(folder, "verify.mjs"));
  found.set("JavaScript", async ({ secret, headers, body }) => {
    const { verify } = (await import(pathToFileURL(join(folder, "verify.mjs")).href)) as { verify: (...args: unknown[]) => unknown };
    try {
      verify(secret, headers, body);
      return true;
    } catch {
      return false;
    }
  });
  const interpreter = python();
  found.set("Python", (request) => accepts(interpreter, [join(PROGRAMS, "verify.py"), join(CODE, "verify.py")], request));
  if (has("php")) {
    copyFileSync(join(CODE, "verify.php.txt"), join(folder, "verify.php"));
    copyFileSync(join(PROGRAMS, "verify.php.txt"), join(folder, "main.php"));
    found.set("PHP", (request) => accepts("php", [join(folder, "main.php"), join(folder, "verify.php")], request));
  } else {
    test.info().annotations.push({ type: "skipped", description: "PHP is not installed: its code is not tried" });
  }
  if (has("go")) {
    copyFileSync(join(CODE, "verify.go.txt"), join(folder, "verify.go"));
    copyFileSync(join(PROGRAMS, "main.go.txt"), join(folder, "main.go"));
    writeFileSync(join(folder, "go.mod"), "module verify\n\ngo 1.19\n");
    found.set("Go", (request) => accepts("go", ["run", "."], request, folder));
  } else {
    test.info().annotations.push({ type: "skipped", description: "Go is not installed: its code is not tried" });
  }
  return found;
}

/** A request as the server would have sent it at another time. */
function signedAt(request: Delivered, seconds: number): Delivered {
  const id = request.headers["webhook-id"]!;
  const key = Buffer.from(request.secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${request.body}`).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
  return { ...request, headers };
}

test("the code of the page verifies what the server sends, and nothing else", async ({ server }) => {
  test.slow();
  const receiver = await Receiver.start();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const types = ["order.created"];
  const created = await owner.post<{ webhook: { id: number }; secret: string }>("/agent/webhooks", {
    name: "Склад 仓库",
    url: receiver.url,
    types,
  });
  const path = `/agent/webhooks/${created.webhook.id}`;
  const rotated = await owner.post<{ secret: string }>(`${path}/secret`, {});
  await owner.post(`${path}/test`, {});
  const { headers, body } = await eventually(20_000, () => receiver.received[0], () => "no test arrived");
  receiver.stop();
  const sent = (secret: string): Delivered => ({ secret, headers: headers as Record<string, string>, body });
  const now = Math.floor(Date.now() / 1000);
  for (const [language, verify] of verifiers()) {
    for (const secret of [created.secret, rotated.secret]) {
      expect(await verify(sent(secret)), `${language}: one of two secrets`).toBe(true);
    }
    const request = sent(rotated.secret);
    expect(await verify(signedAt(request, now)), `${language}: now`).toBe(true);
    for (const [fault, wrong] of [
      ["another body", { ...request, body: body.replace("仓库", "仓軍") }],
      ["another secret", sent(`whsec_${Buffer.alloc(32, 7).toString("base64")}`)],
      ["another id", { ...request, headers: { ...request.headers, "webhook-id": "evt_other" } }],
      ["no signature of version 1", { ...request, headers: { ...request.headers, "webhook-signature": "v1a,c2lnbmF0dXJl" } }],
      ["six minutes old", signedAt(request, now - 360)],
      ["six minutes ahead", signedAt(request, now + 360)],
    ] as const) {
      expect(await verify(wrong), `${language}: ${fault}`).toBe(false);
    }
  }
});

test("an event whose server is killed while it sends arrives after the restart, with the same id", async ({ server, client }) => {
  // The receiver takes the connection and never reads: the event is claimed, and nothing of it has arrived.
  const connections: unknown[] = [];
  const silent = createServer((connection) => connections.push(connection.on("error", () => undefined)));
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as { port: number };
  const url = `http://127.0.0.1:${port}/hook`;
  await client.post("/client/webhooks", { name: "Склад", url, types: ["order.created"] });
  const draft = await client.draft("Перед падением");
  await eventually(20_000, () => connections[0], () => "the server does not send");
  await server.kill();
  silent.close();
  const receiver = await Receiver.start(port);
  // The leases of the process that died would end in minutes.
  const past = "'2026-01-01 00:00:00+00:00'";
  server.sql(`UPDATE webhooks SET sending_until = ${past}; UPDATE jobs SET claimed_until = ${past} WHERE kind = 'webhooks:send'`);
  await server.up();
  const arrived = () => receiver.received.find(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id === draft.id);
  const { headers } = await eventually(30_000, arrived, () => "the event is lost");
  const again = await client.send<{ data: { id: string; data: { id: number } }[] }>("GET", "/client/events?types=order.created");
  expect(headers["webhook-id"]).toBe(again.data.find((event) => event.data.id === draft.id)!.id);
  receiver.stop();
});

test("two processes send each event once", async ({ server, client }) => {
  test.slow();
  const receiver = await Receiver.start();
  const second = await server.replica();
  await client.post("/client/webhooks", { name: "Склад", url: receiver.url, types: ["order.created"] });
  const there = await Api.login(second, "client", "+79990000002");
  const drafts: number[] = [];
  for (let index = 0; index < 30; index += 1) drafts.push((await (index % 2 ? there : client).draft(`Заказ ${index}`)).id);
  const events = () => receiver.received.map(({ body }) => JSON.parse(body) as { id: string; data: { id: number } });
  const all = () => (drafts.every((draft) => events().some((event) => event.data.id === draft)) ? true : undefined);
  await eventually(60_000, all, () => `${receiver.received.length} of ${drafts.length} events arrived`);
  await second.down();
  expect(events().map(({ id }) => id)).toHaveLength(new Set(events().map(({ id }) => id)).size);
  // Other tests create orders of this client at the same time.
  expect(events().filter(({ data }) => drafts.includes(data.id))).toHaveLength(drafts.length);
  receiver.stop();
});

test("Pysher follows a cabinet with an API key, and is refused when the key has ended", async ({ server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { cabinet } = await owner.send<{ cabinet: { agent_id: number } }>("GET", "/agent/me");
  const created = await owner.post<{ plaintext: string; key: { id: number } }>("/agent/api-keys", {
    name: "Pysher",
    rights: { orders: "read" },
  });
  const { hostname, port } = new URL(server.url);
  const channel = `private-agent.${cabinet.agent_id}`;
  const follow = [join(PROGRAMS, "follow.py"), hostname, port, created.plaintext, channel, "order.changed"];
  const program = spawn(python(), follow, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  program.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const line = (what: string) => {
    const lines = output.split("\n").filter(Boolean).map((text) => JSON.parse(text) as { what: string; data: string });
    return lines.find((found) => found.what === what);
  };
  const said = (what: string) => eventually(20_000, () => line(what), () => `Pysher does not say "${what}": ${output}`);
  await said("subscribed");
  const draft = await client.draft("Для программы");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await client.submit(draft.id);
  // The data of an event is the text that the server sent: Pysher does not parse it.
  expect(JSON.parse((await said("event")).data)).toEqual({ id: draft.id });
  await owner.send("DELETE", `/agent/api-keys/${created.key.id}`);
  // Pysher connects again after 4009, which no client should (findings/pysher-ignores-error-codes.sh), and is refused.
  expect((await said("refused")).data).toContain("/broadcasting/auth");
  expect(line("error")).toBeUndefined();
  await eventually(10_000, () => program.exitCode ?? undefined, () => "the program does not end");
});
