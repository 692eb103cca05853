/** Parses every fixture and compares the result with its expected capture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFixture, expectedOf, fixtures, hasExpected, valueAt } from "./page.mjs";

for (const name of fixtures()) {
  test(name, () => {
    assert.ok(hasExpected(name), `${name} has no expected capture`);
    const expected = expectedOf(name);
    const result = captureFixture(name);
    if (expected.code) return assert.deepEqual(result, { ok: false, code: expected.code });
    assert.equal(result.ok, true, JSON.stringify(result));
    const seen = Object.fromEntries(Object.keys(expected).map((field) => [field, valueAt(result.item, field)]));
    assert.deepEqual(seen, expected);
  });
}
