import assert from "node:assert/strict";
import test from "node:test";
import { differences, headerDifferences } from "./guide.mjs";

test("an answer may have more fields and other values than the sample", () => {
  const sample = { data: [{ id: 1, status: "paid" }], next_cursor: "…" };
  const answer = { data: [{ id: 2, status: "new", more: 1 }, { id: 3, status: "new" }], next_cursor: "x" };
  assert.deepEqual(differences(sample, answer), []);
});

test("a missing field, another type, an empty list and another code are differences", () => {
  assert.deepEqual(differences({ id: 1 }, {}), ["answer.id is undefined, no number"]);
  assert.deepEqual(differences({ price: { amount: "1" } }, { price: { amount: 1 } }), ["answer.price.amount is 1, no string"]);
  assert.deepEqual(differences({ data: [{ id: 1 }] }, { data: [] }), ["answer.data is empty"]);
  assert.deepEqual(differences({ code: "not_found" }, { code: "busy" }), ['answer.code is "busy" instead of "not_found"']);
  assert.deepEqual(differences({ errors: [{ code: "required" }] }, { errors: 1 }), ["answer.errors is no list"]);
});

test("statuses and headers are compared, numbers in headers are not", () => {
  const answer = "HTTP/1.1 200 OK\r\nratelimit: \"key\";r=5;t=1\r\netag: x\r\n\r\n{}";
  assert.deepEqual(headerDifferences('HTTP/1.1 200 OK\nRateLimit: "key";r=590;t=42\n', answer), []);
  assert.deepEqual(headerDifferences("HTTP/1.1 304 Not Modified\nRetry-After: 1\n", answer), [
    "the answer has no HTTP/1.1 304 Not Modified (it is HTTP/1.1 200 OK)",
    "the answer has no Retry-After: 1",
  ]);
});
