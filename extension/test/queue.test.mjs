/** Products that wait: each with its exact bytes and key, for the account it was captured for, until it is in or refused permanently. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as queue from "../lib/queue.js";
import * as store from "../lib/store.js";
import { TOKEN, connectionTo, installChrome } from "./chrome.mjs";
import { added, account, answer, down, item, mine, recorded, send } from "./sending.mjs";

let stored;
beforeEach(() => {
  stored = installChrome({ connection: mine });
});

/** Storage of a browser returns objects with their keys in another order. */
function reorderStorage() {
  const sorted = (value) =>
    Array.isArray(value)
      ? value.map(sorted)
      : value && typeof value === "object"
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((key) => [key, sorted(value[key])]),
          )
        : value;
  const plain = chrome.storage.local.set;
  chrome.storage.local.set = (values) => plain(sorted(values));
}

test("the same bytes go under the same key, however storage orders them", async () => {
  reorderStorage();
  const first = recorded(down);
  const [result] = await queue.send([send()], { fetch: first.fetch });
  assert.deepEqual([result.isQueued, result.failure.key], [true, "e_network"]);
  const second = recorded();
  await queue.flush({ early: true, fetch: second.fetch });
  assert.deepEqual(second.requests, first.requests);
  assert.equal(second.requests[0].body, JSON.stringify(item));
  assert.deepEqual(await queue.entriesOf(account), []);
  assert.equal((await store.findSentOrder(account, item)).number, "K1-7");
});

test("a second queued product replaces none; the badge counts both", async () => {
  await queue.send([send("k-1")], { fetch: down });
  await queue.send([send("k-2", { item: { ...item, title: "B" } })], { fetch: down });
  assert.deepEqual(
    (await queue.entriesOf(account)).map(({ key, about }) => [key, about.title]),
    [
      ["k-1", "A"],
      ["k-2", "B"],
    ],
  );
  assert.equal(stored.badge, "2");
  const { requests, fetch } = recorded();
  await queue.flush({ early: true, fetch });
  assert.deepEqual(
    requests.map(({ key }) => key),
    ["k-1", "k-2"],
  );
  assert.equal(stored.badge, "");
  assert.equal(stored.alarms["send-again"], undefined);
});

test("products stored by the popup are sent after a restart of the browser", async () => {
  await queue.enqueue([send("k-1"), send("k-2")]);
  const left = structuredClone(stored.local);
  stored = installChrome(left);
  const { requests, fetch } = recorded();
  await queue.flush({ fetch });
  assert.deepEqual(
    requests.map(({ key }) => key),
    ["k-1", "k-2"],
  );
});

test("the pause between attempts grows to one hour, and attempts continue", async () => {
  let time = 0;
  const now = () => time;
  await queue.enqueue([send()], time);
  const pauses = [];
  for (let attempts = 0; attempts < 12; attempts += 1) {
    await queue.flush({ fetch: answer(503, {}), now });
    const [entry] = await queue.entriesOf(account);
    pauses.push(entry.nextAt - time);
    const { requests, fetch } = recorded();
    await queue.flush({ fetch, now: () => entry.nextAt - 1 });
    assert.equal(requests.length, 0, "not before its time");
    time = entry.nextAt;
  }
  assert.ok(pauses[0] >= 27_000 && pauses[0] <= 33_000, String(pauses[0]));
  for (const [index, pause] of pauses.entries())
    assert.ok(pause <= 3_960_000 && pause >= 27_000 * Math.min(2 ** index, 100), `${index}: ${pause}`);
  const { requests, fetch } = recorded();
  await queue.flush({ fetch, now });
  assert.equal(requests.length, 1);
});

test("Retry-After of a server is respected", async () => {
  await queue.send([send()], {
    fetch: answer(429, { code: "too_many_requests" }, { "Retry-After": "600" }),
    now: () => 0,
  });
  assert.equal((await queue.entriesOf(account))[0].nextAt, 600_000);
});

test("after one attempt finds a server down, its other products are not sent either", async () => {
  await queue.enqueue([send("k-1"), send("k-2"), send("k-3")]);
  const { requests, fetch } = recorded(down);
  await queue.flush({ early: true, fetch });
  assert.equal(requests.length, 1);
  assert.deepEqual(
    (await queue.entriesOf(account)).map(({ tried }) => tried),
    [1, 1, 1],
  );
});

test("an immediate rejection is not queued; a later rejection stays in the queue for the person", async () => {
  const [result] = await queue.send([send()], { fetch: answer(409, { code: "order_not_draft" }) });
  assert.deepEqual([result.failure.key, result.isQueued], ["e_not_draft", false]);
  assert.deepEqual(await queue.entriesOf(account), []);

  await queue.send([send("k-2")], { fetch: down });
  await queue.flush({ early: true, fetch: answer(409, { code: "order_not_draft" }) });
  const [entry] = await queue.entriesOf(account);
  assert.deepEqual([entry.state, entry.failure], ["refused", "e_not_draft"]);
  const { requests, fetch } = recorded();
  await queue.flush({ early: true, fetch });
  assert.equal(requests.length, 0);
  const key = await queue.retarget("k-2", { order: 9 });
  await queue.flush({ keys: [key], force: true, fetch });
  assert.equal(requests[0].address, "https://k.example/api/ext/drafts/9/items");
  assert.deepEqual(await queue.entriesOf(account), []);
});

test("several products for one new draft create one draft", async () => {
  const { requests, fetch } = recorded(
    answer(201, { id: 7 }),
    answer(201, added),
    answer(201, { id: 7 }),
    answer(201, added),
  );
  const many = ["a", "b"].map((key) => send(key, { target: { client: 3 }, draftKey: "a-draft" }));
  const results = await queue.send(many, { fetch });
  assert.deepEqual(
    results.map((result) => result.added.order.number),
    ["K1-7", "K1-7"],
  );
  assert.deepEqual(
    requests.map(({ address, key }) => [address.split("/ext")[1], key]),
    [
      ["/drafts", "a-draft"],
      ["/drafts/7/items", "a"],
      ["/drafts", "a-draft"],
      ["/drafts/7/items", "b"],
    ],
  );
  assert.equal(requests[0].body, requests[2].body);
});

for (const [what, other] of [
  ["server", connectionTo("https://other.example", 1)],
  ["person", connectionTo("https://k.example", 2)],
]) {
  test(`a queued product is never sent to another ${what}; its own connection stays and receives it`, async () => {
    await queue.send([send()], { fetch: down });
    await store.replaceConnection(mine, other);
    const { requests, fetch } = recorded();
    await queue.flush({ early: true, fetch });
    assert.deepEqual(
      requests.map(({ address, key }) => [address, key]),
      [["https://k.example/api/ext/drafts/7/items", "k-1"]],
    );
  });

  test(`a product without its connection stays queued, whatever ${what} is connected`, async () => {
    await queue.send([send()], { fetch: down });
    await store.replaceConnection(mine, other);
    await store.removeConnection(mine);
    const { requests, fetch } = recorded();
    await queue.flush({ early: true, fetch });
    await queue.flush({ force: true, fetch });
    assert.deepEqual(requests, []);
    assert.deepEqual(
      (await queue.entriesOfOthers(other)).map(({ key }) => key),
      ["k-1"],
    );
    await store.replaceConnection(other, mine);
    await queue.flush({ early: true, fetch });
    assert.equal(requests.length, 1);
  });

  test(`a popup that was opened for one ${what} sends nothing to another`, async () => {
    const { requests, fetch } = recorded();
    await store.replaceConnection(mine, other);
    await assert.rejects(queue.send([send()], { fetch }), { key: "e_other_connection" });
    assert.deepEqual(requests, []);
  });

  test(`the last draft and the badge of a product stay with their ${what}`, async () => {
    await queue.send([send()], { fetch: answer(201, added) });
    assert.deepEqual(await store.lastTarget(mine), { order: 7 });
    assert.equal(await store.lastTarget(other), null);
    assert.equal(await store.findSentOrder(other, item), null);
    await store.recordSend(other, item, { id: 9, number: "X-9" });
    assert.equal((await store.findSentOrder(mine, item)).number, "K1-7");
  });
}

test("products of a revoked token stay queued until the account is connected again", async () => {
  await queue.send([send()], { fetch: answer(401, { code: "credential_revoked" }) });
  const [entry] = await queue.entriesOf(account);
  assert.deepEqual([entry.state, entry.failure], ["waiting", "e_revoked"]);
  assert.equal((await store.connection()).failure, "e_revoked");
  const { requests, fetch } = recorded();
  await queue.flush({ early: true, fetch });
  assert.equal(requests.length, 1);
});

test("a screenshot is sent after its item, and does not keep a delivered product in the queue", async () => {
  const proof = "data:image/jpeg;base64,AAEC";
  const { requests, fetch } = recorded(answer(201, added), answer(503, {}));
  await queue.send([send("k-1", { proof })], { fetch });
  assert.equal((await queue.entriesOf(account)).length, 1);
  const again = recorded(answer(415, { code: "media_type_refused" }));
  await queue.flush({ early: true, fetch: again.fetch });
  assert.deepEqual(
    [requests[1].address, again.requests[0].address, again.requests.length],
    ["https://k.example/api/ext/drafts/7/items/70/proof", "https://k.example/api/ext/drafts/7/items/70/proof", 1],
  );
  assert.deepEqual(await queue.entriesOf(account), []);
});

test("without an account nothing is sent", async () => {
  stored = installChrome({ connection: { server: "https://k.example", token: TOKEN } });
  const { requests, fetch } = recorded();
  await assert.rejects(queue.send([{ ...send(), account: {} }], { fetch }), { key: "e_other_connection" });
  assert.deepEqual(requests, []);
});

test("products queued by an earlier version are sent with the same bytes", async () => {
  const legacy = { server: mine.server, token: mine.token };
  const reordered = Object.fromEntries(Object.entries(item).sort());
  stored = installChrome({
    connection: legacy,
    waiting: { target: { order: 7 }, item: reordered, key: "k-0", tried: 1 },
    sends: [{ key: "1688|1|red", number: "K1-7", id: 7 }],
    lastTarget: { order: 7 },
  });
  await store.migrateConnection(mine);
  assert.deepEqual(await store.connection(), mine);
  assert.equal((await store.findSentOrder(mine, item)).number, "K1-7");
  assert.deepEqual(await store.lastTarget(mine), { order: 7 });
  const { requests, fetch } = recorded();
  await queue.flush({ early: true, fetch });
  const { marketplace, external_id, variant, ...start } = item;
  assert.deepEqual(
    requests.map(({ key, body }) => [key, body]),
    [["k-0", JSON.stringify({ ...start, marketplace, external_id, variant })]],
  );
});

test("the queue has a limit, and pages of the extension change it one at a time", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => queue.enqueue([send(`k-${index}`)])));
  assert.equal((await queue.entriesOf(account)).length, 30);
  await assert.rejects(queue.enqueue(Array.from({ length: 300 }, (_, index) => send(`m-${index}`))), {
    key: "e_queue_full",
  });
  assert.equal((await queue.entriesOf(account)).length, 30);
});

test("a connection is replaced only if it is still the one that was shown", async () => {
  const [other, third] = [connectionTo("https://other.example", 1), connectionTo("https://third.example", 1)];
  await assert.rejects(store.replaceConnection(other, third), { key: "e_other_connection" });
  assert.deepEqual(await store.connection(), mine);
});

test("several connections are stored; one is active, and each can be activated and removed", async () => {
  const [other, fresh] = [
    connectionTo("https://other.example", 1),
    { ...mine, token: "svc_000000000000000000000000000000" },
  ];
  await store.replaceConnection(mine, other);
  assert.deepEqual(
    (await store.connections()).map(({ server }) => server),
    [other.server, mine.server],
  );
  await store.useConnection(account);
  assert.equal((await store.connection()).server, mine.server);
  await store.replaceConnection(await store.connection(), fresh);
  assert.deepEqual(
    (await store.connections()).map(({ server, token }) => [server, token]),
    [
      [mine.server, fresh.token],
      [other.server, other.token],
    ],
  );
  await store.removeConnection(account);
  assert.deepEqual(
    (await store.connections()).map(({ server }) => server),
    [other.server],
  );
  await store.removeConnection(other);
  assert.deepEqual(await store.connections(), []);
});

test("scripts in pages cannot read the storage", async () => {
  await store.protect();
  assert.deepEqual(stored.access, ["local TRUSTED_CONTEXTS", "session TRUSTED_CONTEXTS"]);
});

test("as soon as one product is taken all others that wait follow, in their order", async () => {
  for (const key of ["k-1", "k-2", "k-3"]) await queue.send([send(key)], { fetch: down });
  const { requests, fetch } = recorded();
  const results = await queue.send([send("k-4")], { fetch });
  assert.deepEqual(
    requests.map(({ key }) => key),
    ["k-4", "k-1", "k-2", "k-3"],
  );
  // The form hears of its own product only.
  assert.deepEqual(
    results.map(({ key }) => key),
    ["k-4"],
  );
  assert.deepEqual(await queue.entriesOf(account), []);
});

test("products of the same server wait on when one is refused or the server falls silent again", async () => {
  for (const key of ["k-1", "k-2", "k-3"]) await queue.send([send(key)], { fetch: down });
  const { requests, fetch } = recorded(answer(201, added), answer(422, { code: "validation_failed" }), down);
  await queue.send([send("k-4")], { fetch });
  assert.equal(requests.length, 3);
  assert.deepEqual(
    (await queue.entriesOf(account)).map(({ key, state }) => [key, state]),
    [
      ["k-1", "refused"],
      ["k-2", "waiting"],
      ["k-3", "waiting"],
    ],
  );
});

test("a success that is not an answer of our server keeps the product", async () => {
  for (const [index, body] of ["<html>Wi-Fi</html>", null, {}, { login: "/portal" }, { item: {} }].entries()) {
    const portal = async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status: 200 });
    const [result] = await queue.send([send(`p-${index}`)], { fetch: portal });
    assert.deepEqual([result.isQueued, result.failure.key], [true, "e_portal"], JSON.stringify(body));
  }
  assert.equal((await queue.entriesOf(account)).length, 5);
});
