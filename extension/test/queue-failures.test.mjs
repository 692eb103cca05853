/** The queue when a server refuses, is busy, or the sending page ends. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as queue from "../lib/queue.js";
import { installChrome } from "./chrome.mjs";
import { added, answer, mine, recorded, send } from "./sending.mjs";

let stored;
beforeEach(() => {
  stored = installChrome({ connection: mine });
});

test("of several products a rejected one stays queued for the person; alone it is removed, because its form is shown", async () => {
  const refusal = answer(422, {
    code: "validation_failed",
    errors: { title: [{ code: "too_long", params: { max: 500 } }] },
  });
  const both = recorded(answer(201, added), refusal);
  await queue.send([send("k-1"), send("k-2")], both);
  assert.deepEqual(
    stored.local.queue.map(({ key, state }) => [key, state]),
    [["k-2", "refused"]],
  );
  const alone = recorded(refusal);
  await queue.discard("k-2");
  await queue.send([send("k-3")], alone);
  assert.deepEqual(stored.local.queue, []);
});

test("several rejected products all stay until the person discards them", async () => {
  const refusal = answer(403, { code: "permission_denied" });
  await queue.send([send("k-1"), send("k-2")], recorded(refusal, refusal));
  assert.deepEqual(
    stored.local.queue.map(({ key, state }) => [key, state]),
    [
      ["k-1", "refused"],
      ["k-2", "refused"],
    ],
  );
});

test("a full storage loses nothing: what is not stored is not sent, and what is queued is sent", async () => {
  await queue.enqueue([send("k-1"), send("k-2"), send("k-3")]);
  const refusal = answer(422, { code: "validation_failed" });
  const area = globalThis.chrome.storage.local;
  const { set } = area;
  // Only data that is not longer than before fits.
  const length = () => JSON.stringify(stored.local).length;
  area.set = async (values) => {
    if (JSON.stringify({ ...stored.local, ...values }).length > length()) throw new Error("QUOTA_BYTES quota exceeded");
    return set.call(area, values);
  };
  await assert.rejects(queue.enqueue([send("k-4")]), { key: "e_storage_full" });
  const results = await queue.flush({ ...recorded(refusal, answer(201, added), answer(201, added)), early: true });
  assert.deepEqual(
    results.map(({ key, added: isAdded }) => [key, Boolean(isAdded)]),
    [
      ["k-1", false],
      ["k-2", true],
      ["k-3", true],
    ],
  );
  assert.deepEqual(
    stored.local.queue.map(({ key }) => key),
    ["k-1"],
  );
});

test("before the time that a server names, only the person asks it again; its other products wait too", async () => {
  let clock = 1_000_000;
  const now = () => clock;
  await queue.enqueue([send("k-1"), send("k-2")], clock);
  const busy = recorded(answer(429, { code: "too_many_requests" }, { "Retry-After": "600" }));
  await queue.flush({ ...busy, now });
  assert.equal(busy.requests.length, 1);
  const later = recorded();
  clock += 300_000;
  await queue.flush({ ...later, now, early: true });
  assert.equal(later.requests.length, 0);
  await queue.flush({ ...later, now, force: true });
  assert.deepEqual(
    later.requests.map(({ key }) => key),
    ["k-1", "k-2"],
  );
});

test("Retry-After can be a date, and a proxy's refusals have their sentences", async () => {
  const date = new Date(Date.now() + 120_000).toUTCString();
  const busy = recorded(answer(429, null, { "Retry-After": date }));
  const [result] = await queue.send([send("k-1")], busy);
  assert.equal(result.failure.key, "e_busy");
  assert.ok(result.failure.retryAfterMs > 60_000 && result.failure.retryAfterMs <= 120_000);
  const [large] = await queue.send([send("k-2")], recorded(answer(413, null)));
  assert.deepEqual([large.failure.key, large.isQueued], ["e_too_large", false]);
});

test("an attempt is planned before the sending, so that a page that ends loses nothing", async () => {
  await queue.enqueue([send("k-1")]);
  stored.alarms = {};
  let alarm;
  await queue.flush({
    early: true,
    fetch: async () => {
      alarm = stored.alarms["send-again"];
      return answer(201, added)();
    },
  });
  assert.ok(alarm?.when > Date.now());
  assert.deepEqual(stored.alarms, {});
});

test("a refused screenshot is reported with the item that was added", async () => {
  const proof = "data:image/jpeg;base64,AAAA";
  const refused = recorded(answer(201, added), answer(413, { code: "body_too_large" }));
  const [result] = await queue.send([send("k-1", { proof })], refused);
  assert.equal(result.added.isProofLost, true);
  assert.deepEqual(stored.local.queue, []);
});
