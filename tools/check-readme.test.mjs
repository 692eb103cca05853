// Tests that the check of README.md finds each kind of fault. Usage: node --test tools/check-readme.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { readmeFaults } from "./check-readme.mjs";

const TABLE = "See [chat](docs/chat.md).\n| [docs/chat.md](docs/chat.md) | chat |\n| [docs/a.md](docs/a.md), [docs/b.md](docs/b.md) | two |\n";
const NAMES = ["a.md", "b.md", "chat.md"];

test("the document has no faults", () => {
  assert.deepEqual(readmeFaults(), []);
  assert.deepEqual(readmeFaults(TABLE, NAMES), []);
});

test("a document without a row is found", () => {
  assert.deepEqual(readmeFaults(TABLE, [...NAMES, "money.md"]), [
    "README.md: the table of documents lists docs/money.md 0 times instead of once",
  ]);
});

test("a document with two rows is found", () => {
  assert.deepEqual(readmeFaults(`${TABLE}| [chat](docs/chat.md) | again |\n`, NAMES), [
    "README.md: the table of documents lists docs/chat.md 2 times instead of once",
  ]);
});
