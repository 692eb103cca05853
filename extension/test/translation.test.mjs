/** Translation of a title: asked for until the server has it, in the language of the browser, for the chosen client. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { languageCode, translateText } from "../lib/translation.js";
import { connectionTo, installChrome } from "./chrome.mjs";

const mine = connectionTo("https://k.example", 1);
const reply =
  (body, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const pending = reply({ texts: [null], pending: true });

beforeEach(() => {
  installChrome({ connection: mine });
});

/** A fetch with prepared answers that notes what it was given, and a pause that takes no time. */
function recorded(...answers) {
  const requests = [];
  let waits = 0;
  const fetch = async (address, init) => {
    requests.push({ address, body: JSON.parse(init.body) });
    return (answers.length > 1 ? answers.shift() : answers[0])();
  };
  return {
    requests,
    options: {
      fetch,
      wait: async () => {
        waits += 1;
      },
    },
    waits: () => waits,
  };
}

test("a title is asked for again until it is translated", async () => {
  const { requests, options, waits } = recorded(pending, pending, reply({ texts: ["Толстовка"], pending: false }));
  assert.equal(await translateText(mine, "  卫衣 ", "ru", { ...options, clientId: 5 }), "Толстовка");
  assert.equal(requests.length, 3);
  assert.equal(waits(), 2);
  assert.equal(requests[0].address, "https://k.example/api/ext/translations");
  assert.deepEqual(requests[0].body, { texts: ["卫衣"], to: "ru", client_id: 5 });
});

test("a server that never has the translation is left alone", async () => {
  const { requests, options } = recorded(pending);
  assert.equal(await translateText(mine, "卫衣", "ru", options), "");
  assert.equal(requests.length, 15);
});

test("a Chinese browser asks for Chinese, and an empty title for nothing", async () => {
  assert.equal(languageCode("zh-CN"), "zh");
  const { requests, options } = recorded(reply({ texts: ["外套"], pending: false }));
  assert.equal(await translateText(mine, "Куртка", "zh-CN", options), "外套");
  assert.deepEqual(requests[0].body, { texts: ["Куртка"], to: "zh" });
  assert.equal(await translateText(mine, "   ", "ru", options), "");
  assert.equal(requests.length, 1);
});

test("a refusal is a failure, and a strange answer is no translation", async () => {
  const { options } = recorded(reply({ code: "credential_revoked" }, 401));
  await assert.rejects(translateText(mine, "卫衣", "ru", options));
  for (const body of [null, {}, { texts: [] }, { texts: [7] }, { texts: "x", pending: false }]) {
    const strange = recorded(reply(body));
    const text = await translateText(mine, "卫衣", "ru", strange.options);
    assert.ok(text === "" || text === "x", JSON.stringify(body));
  }
});
