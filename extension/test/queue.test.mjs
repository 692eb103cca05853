/** A product that waits is sent once, and to the account it was captured for only. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sendAgain, sendOrKeep } from "../lib/queue.js";
import * as store from "../lib/store.js";
import { TOKEN, connectionTo, installChrome } from "./chrome.mjs";

const item = { title: "A", url: "https://a.example/1", price: "1.00", marketplace: "1688", external_id: "1", variant: "red" };
const mine = connectionTo("https://k.example", 1);
const account = store.accountOf(mine);
const send = { account, target: { order: 7 }, item, key: "k-1" };
const answer = (status, body) => async () => new Response(JSON.stringify(body), { status });
const added = { item: {}, order: { id: 7, number: "K1-7" } };
const down = async () => { throw new TypeError("down"); };

let stored;
beforeEach(() => { stored = installChrome({ connection: mine }).local; });

/** A fetch that notes where it is sent. */
function recorded(...answers) {
  const requests = [];
  const fetch = async (address, init) => {
    requests.push({ address, key: init.headers["Idempotency-Key"] });
    return (answers.shift() ?? answer(201, added))();
  };
  return { requests, fetch };
}

test("a send that the network swallows is kept and sent again once, under the same key", async () => {
  await assert.rejects(sendOrKeep(send, { fetch: down }), { key: "e_network" });
  assert.equal((await store.waiting(account)).tried, 1);
  const { requests, fetch } = recorded();
  await sendAgain({ fetch });
  assert.deepEqual(requests.map(({ key }) => key), ["k-1"]);
  assert.equal(await store.waiting(account), null);
  assert.equal((await store.sentTo(account, item)).number, "K1-7");
});

test("a second failure waits for the person", async () => {
  await assert.rejects(sendOrKeep(send, { fetch: answer(503, {}) }), { key: "e_server" });
  await sendAgain({ fetch: answer(409, { code: "order_not_draft" }) });
  const waiting = await store.waiting(account);
  assert.deepEqual([waiting.tried, waiting.failure], [2, "e_not_draft"]);
  const { requests, fetch } = recorded();
  await sendAgain({ fetch });
  assert.equal(requests.length, 0);
  await sendAgain({ fetch }, true);
  assert.equal(await store.waiting(account), null);
});

test("a refusal of the server is not kept, and another variant is another product", async () => {
  await assert.rejects(sendOrKeep(send, { fetch: answer(409, { code: "order_not_draft" }) }), { key: "e_not_draft" });
  assert.equal(await store.waiting(account), null);
  await store.noteSend(account, item, added.order);
  assert.equal(await store.sentTo(account, { ...item, variant: "blue" }), null);
});

for (const [what, other] of [["server", connectionTo("https://other.example", 1)], ["person", connectionTo("https://k.example", 2)]]) {
  test(`a product that waits is never sent to another ${what}, and waits on for its own`, async () => {
    await assert.rejects(sendOrKeep(send, { fetch: down }), { key: "e_network" });
    await store.replaceConnection(mine, other);
    const { requests, fetch } = recorded();
    await sendAgain({ fetch });
    await sendAgain({ fetch }, true);
    assert.deepEqual(requests, []);
    assert.deepEqual((await store.waitingElsewhere(other)).map((one) => one.key), ["k-1"]);
    // The other account's own product takes no one's place.
    await assert.rejects(sendOrKeep({ ...send, account: store.accountOf(other), key: "k-2" }, { fetch: down }), { key: "e_network" });
    await store.replaceConnection(other, mine);
    await sendAgain({ fetch });
    assert.deepEqual(requests, [{ address: "https://k.example/api/ext/drafts/7/items", key: "k-1" }]);
    assert.deepEqual((await store.waitingElsewhere(mine)).map((one) => one.key), ["k-2"]);
  });

  test(`a popup that was opened for one ${what} sends nothing to another`, async () => {
    const { requests, fetch } = recorded();
    await store.replaceConnection(mine, other);
    await assert.rejects(sendOrKeep(send, { fetch }), { key: "e_other_connection" });
    assert.deepEqual(requests, []);
  });

  test(`the last draft and the badge of a product stay with their ${what}`, async () => {
    await sendOrKeep(send, { fetch: answer(201, added) });
    assert.deepEqual(await store.lastTarget(mine), { order: 7 });
    assert.equal(await store.lastTarget(other), null);
    assert.equal(await store.sentTo(other, item), null);
    await store.noteSend(other, item, { id: 9, number: "X-9" });
    assert.equal((await store.sentTo(mine, item)).number, "K1-7");
  });
}

test("without an account nothing is sent", async () => {
  stored.connection = { server: "https://k.example", token: TOKEN };
  const { requests, fetch } = recorded();
  await assert.rejects(sendOrKeep({ ...send, account: {} }, { fetch }), { key: "e_other_connection" });
  assert.equal(await sendAgain({ fetch }), null);
  assert.deepEqual(requests, []);
});

test("what an earlier build kept belongs to the account of its connection", async () => {
  const legacy = { server: mine.server, token: mine.token };
  Object.assign(stored, { connection: legacy, waiting: { target: { order: 7 }, item, key: "k-0", tried: 1 }, sends: [{ key: "1688|1|red", number: "K1-7", id: 7 }], lastTarget: { order: 7 } });
  await store.addAccount(mine);
  assert.deepEqual(await store.connection(), mine);
  assert.equal((await store.waiting(mine)).key, "k-0");
  assert.equal((await store.sentTo(mine, item)).number, "K1-7");
  assert.deepEqual(await store.lastTarget(mine), { order: 7 });
  const { requests, fetch } = recorded();
  await sendAgain({ fetch });
  assert.deepEqual(requests.map(({ key }) => key), ["k-0"]);
});

test("a connection is replaced only if it is still the one that was shown", async () => {
  const [other, third] = [connectionTo("https://other.example", 1), connectionTo("https://third.example", 1)];
  await assert.rejects(store.replaceConnection(other, third), { key: "e_other_connection" });
  assert.deepEqual(await store.connection(), mine);
});
