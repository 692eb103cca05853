/** Reports of pages that are read wrongly: what a snapshot keeps, what it leaves out, and the fixture that becomes of it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "../scripts/files.mjs";
import { writeFixture } from "../scripts/reported.mjs";
import { capture, captureFixture, fixtures, fixturesFolder, open, snapshotOf } from "./page.mjs";

const FIELDS = ["title", "price", "currency", "variant", "external_id"];
const page = (name) => readFileSync(join(fixturesFolder, `${name}.html`), "utf8");
const withFolder = (run) => {
  const target = mkdtempSync(join(tmpdir(), "karavan-fixture-"));
  try {
    return run(target);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
};

test("the parsers read a snapshot as they read its page: of nine in ten pages every field", () => {
  const products = fixtures().filter((name) => captureFixture(name).ok);
  const differing = products.filter((name) => {
    const [direct, again] = [captureFixture(name), capture(open(snapshotOf(page(name)).snapshot))];
    return !again.ok || FIELDS.some((field) => again.item[field] !== direct.item[field]);
  });
  assert.ok(differing.length <= products.length / 10, `${differing.length} of ${products.length}: ${differing}`);
});

test("a snapshot has no personal data, wherever they stand", () => {
  const secrets = {
    state:
      '{"goods":{"name":"Vase","skuId":"77"},"userToken":"T-1","buyerNick":"anna88","receiver":{"city":"Moscow 5"}}',
    inner: JSON.stringify(JSON.stringify({ price: "45.50", session: "S-2", deliveryAddress: "Arbat 7" })),
  };
  const html = `<!-- url: https://deco.example/vase?id=5&session=abcdef --><html lang="fr"><title>Vase of anna@mail.example</title>
    <script>window.rawData = ${secrets.state}; window.__INITIAL_STATE__ = {"product":{"name":"Vase","text":${secrets.inner}}};</script>
    <script>var secretToken = "plain-text-of-a-script"; call({"memberName":"Ivanova","price":"45.50"});</script>
    <main><h1>Vase</h1><form><input name="street" value="secret street 5"><input name="code" type="tel" value="4711"></form>
    <select name="city"><option selected>Tver</option></select><input name="quantity" type="number" value="3">
    <div class="user-name">Anna Petrovna</div><a href="https://deco.example/u?uid=9">+7 999 123-45-67</a></main>`;
  const { snapshot, removed } = snapshotOf(html);
  for (const secret of [
    "T-1",
    "anna88",
    "Moscow",
    "S-2",
    "Arbat",
    "plain-text",
    "Ivanova",
    "anna@mail",
    "secret street",
  ])
    assert.ok(!snapshot.includes(secret), secret);
  for (const secret of ["4711", "Tver", "Petrovna", "999 123", "abcdef", "uid=9"])
    assert.ok(!snapshot.includes(secret), secret);
  for (const kept of ["77", "45.50", 'value="3"', "Vase"]) assert.ok(snapshot.includes(kept), kept);
  assert.ok(removed > 8);
});

test("a snapshot fits into what the server takes, whatever the page has", () => {
  const state = (index) => `window.s${index} = ${JSON.stringify({ text: Array(60).fill("中".repeat(500)), index })};`;
  const html = `<title>x</title><h1>x</h1><script>${Array.from({ length: 30 }, (_, index) => state(index)).join("\n")}</script>`;
  const { snapshot } = snapshotOf(html);
  assert.ok(snapshot.length <= 250_000 && Buffer.byteLength(snapshot) <= 400 * 1024, String(snapshot.length));
  for (const [, content] of snapshot.matchAll(/<script type="text\/plain">[^{]*(.*)<\/script>/g)) JSON.parse(content);
});

test("a report becomes a fixture that reads as the page did, by one command", () =>
  withFolder((target) => {
    for (const name of ["1688/chosen-sku-by-address", "pinduoduo/sku-in-shared-link", "weidian/sku-in-address"]) {
      const { expected } = writeFixture(
        { snapshot: snapshotOf(page(name)).snapshot, wrong: "the price" },
        name,
        target,
      );
      const { item } = captureFixture(name);
      assert.deepEqual(
        [expected.title, expected.price, expected.variant],
        [item.title, item.price, item.variant],
        name,
      );
    }
    assert.throws(
      () => writeFixture({ snapshot: snapshotOf(page("weidian/options")).snapshot }, "weidian/sku-in-address", target),
      /there already/,
    );
    assert.throws(() => writeFixture({ snapshot: "<p>" }, "weidian/x", target), /no snapshot/);
    assert.throws(
      () => writeFixture({ snapshot: "<!-- url: https://a.example/ -->" }, "../x", target),
      /name of a fixture/,
    );
    const run = (report) => {
      writeFileSync(join(target, "report.json"), JSON.stringify(report));
      execFileSync(
        process.execPath,
        [join(folder, "scripts/fixture.mjs"), join(target, "report.json"), "weidian/options"],
        {
          stdio: "pipe",
        },
      );
    };
    // The command writes into the fixtures of the project, where this one is already.
    assert.throws(
      () => run({ snapshot: snapshotOf(page("weidian/options")).snapshot }),
      /weidian\/options is there already/,
    );
  }));

test("a report with anything that could run is refused before it is opened", () =>
  withFolder((target) => {
    for (const evil of [
      "<script>globalThis.ran = true</script>",
      '<script type="module">1</script>',
      '<script type="text/plain" src="https://evil.example/x.js"></script>',
      '<img src="x" onerror="globalThis.ran = true">',
      '<iframe srcdoc="<script>1</script>"></iframe>',
      '<a href="javascript:1">x</a>',
    ])
      assert.throws(
        () =>
          writeFixture({ snapshot: `<!-- url: https://a.example/ --><title>x</title>${evil}` }, "evil/page", target),
        /does not come from the extension/,
        evil,
      );
    assert.equal(globalThis.ran, undefined);
  }));
