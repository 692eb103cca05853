/** Parses every fixture and compares the result with its expected capture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFixture, expectedOf, fixtures, hasExpected, isAsExpected, valueAt } from "./page.mjs";

for (const name of fixtures()) {
  test(name, () => {
    assert.ok(hasExpected(name), `${name} has no expected capture`);
    const expected = expectedOf(name);
    const result = captureFixture(name);
    if (expected.code) return assert.deepEqual(result, { ok: false, code: expected.code });
    assert.equal(result.ok, true, JSON.stringify(result));
    const { unread, ...fields } = expected;
    const seen = Object.entries(fields).map(([field, value]) => {
      const found = valueAt(result.item, field);
      return [field, isAsExpected(field, value, found) ? value : found];
    });
    assert.deepEqual(Object.fromEntries(seen), fields);
  });
}
