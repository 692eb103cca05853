// Tests that the check of docs/security.md finds each kind of fault. Usage: node --test tools/check-security.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { securityFaults } from "./check-security.mjs";

const TEXT = readFileSync("docs/security.md", "utf8");

/// The faults of the document after a change, without the common prefix.
function faultsAfter(found, replacement) {
  assert.ok(TEXT.includes(found), `the document contains ${found}`);
  return securityFaults(TEXT.replace(found, replacement)).map((fault) => fault.replace("docs/security.md: ", ""));
}

test("the document has no faults", () => {
  assert.deepEqual(securityFaults(), []);
});

test("a missing file is found", () => {
  assert.deepEqual(faultsAfter("`deny.toml`", "`deny-all.toml`"), ["there is no file deny-all.toml"]);
});

test("a missing module of tests is found", () => {
  assert.deepEqual(faultsAfter("`people::guessing::code_is_redeemed_once_in_parallel`", "`people::absent::some_test`"), [
    "there is no module of people::absent::some_test",
  ]);
});

test("a missing integration test is found", () => {
  assert.deepEqual(faultsAfter("people::guessing::code_is_redeemed_once_in_parallel", "people::guessing::absent_test"), [
    'backend/tests/it/people/guessing.rs has no test "absent_test"',
  ]);
});

test("a missing unit test is found", () => {
  assert.deepEqual(faultsAfter("jwt.rs::token_expires_after_its_minutes", "jwt.rs::absent_test"), [
    'backend/platform/src/auth/jwt.rs has no test "absent_test"',
  ]);
});

test("a missing browser test is found", () => {
  const faults = faultsAfter("e2e/specs/login.spec.ts::a client logs in with phone and password", "e2e/specs/login.spec.ts::absent");
  assert.deepEqual(faults, ['e2e/specs/login.spec.ts has no test "absent"']);
});

test("a missing requirement makes the count wrong", () => {
  assert.deepEqual(faultsAfter(/^\| 6\.1\.1 .*$/m.exec(TEXT)[0], ""), ["252 requirements instead of 253"]);
});

test("a requirement with two rows is found", () => {
  const row = /^\| 6\.1\.1 .*$/m.exec(TEXT)[0];
  assert.deepEqual(faultsAfter(row, `${row}\n${row}`), ["6.1.1 has two rows"]);
});

test("an unknown state is found", () => {
  assert.deepEqual(faultsAfter("| 6.1.1 documented controls | met |", "| 6.1.1 documented controls | done |"), [
    "6.1.1 documented controls: the state is not one of met, deviation, n/a",
  ]);
});

test("a requirement that is met without a reason is found", () => {
  assert.deepEqual(faultsAfter(/^\| 6\.2\.1 .*$/m.exec(TEXT)[0], "| 6.2.1 at least 8 characters | met | yes |"), [
    "6.2.1 at least 8 characters: nothing shows that it is met",
  ]);
});
