/** Pairing: which servers, which answers, what is asked, and that nothing is stored before. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { identify } from "../lib/account.js";
import * as pairing from "../lib/pairing.js";
import { serverOrigin, webOrigin } from "../lib/server.js";
import { confirmConnection } from "../popup/confirm.js";
import { connect } from "../popup/connect.js";
import { challengeOffer, findOffer } from "../popup/offer.js";
import { TOKEN, connectionTo, installChrome } from "./chrome.mjs";
import { open } from "./page.mjs";

const NOW = 1_000_000;
const SERVER = "https://k.example";
const TAB = 5;
const OTHER_TOKEN = "svc_000000000000000000000000000000";

let stored;
beforeEach(() => {
  stored = installChrome();
});

test("a server is reached by https:, and by http: on this machine only", () => {
  const table = [
    ["k.example", "https://k.example"],
    ["https://k.example/client/settings", "https://k.example"],
    ["https://user@k.example:8443/x", "https://k.example:8443"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://127.8.9.1", "http://127.8.9.1"],
    ["http://0x7f.1", "http://127.0.0.1"],
    ["http://localhost:8080/", "http://localhost:8080"],
    ["http://lotus.localhost:8080/", "http://lotus.localhost:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ];
  for (const [address, origin] of table) assert.equal(serverOrigin(address), origin, address);
  for (const address of [
    "http://k.example",
    "http://192.168.0.5:8080",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://notlocalhost",
    "http://[::2]",
    "http://128.0.0.1",
    "http://0.0.0.0",
  ]) {
    assert.throws(() => serverOrigin(address), { key: "e_insecure" }, address);
  }
  for (const address of ["", "javascript://x", "ftp://k.example", "https://", "chrome://version"])
    assert.throws(() => serverOrigin(address), { key: "e_server_address" }, address);
  assert.equal(webOrigin("http://shop.example/x"), "http://shop.example");
});

const answerTo = (challenge, changes = {}) => ({ origin: SERVER, server: SERVER, token: TOKEN, challenge, ...changes });

test("only a response to this challenge from this tab and origin within the time limit is accepted", async () => {
  const challenge = await pairing.open(TAB, SERVER, NOW);
  assert.match(challenge, /^[0-9a-f]{64}$/);
  assert.deepEqual(await pairing.verify(TAB, answerTo(challenge), NOW), { server: SERVER, token: TOKEN });
  const wrong = [
    [TAB, answerTo("0".repeat(64))],
    [TAB, answerTo(challenge.toUpperCase())],
    [TAB, answerTo("")],
    [TAB, answerTo(challenge, { server: "https://evil.example" })],
    [TAB, answerTo(challenge, { origin: "https://evil.example" })],
    [TAB, answerTo(challenge, { origin: "https://evil.example", server: "https://evil.example" })],
    [TAB + 1, answerTo(challenge)],
    [TAB, null],
  ];
  for (const [tab, answer] of wrong)
    await assert.rejects(pairing.verify(tab, answer, NOW), { key: "e_pairing_refused" }, JSON.stringify(answer));
  for (const token of ["", "svc_1", `${TOKEN} `, 7])
    await assert.rejects(pairing.verify(TAB, answerTo(challenge, { token }), NOW), { key: "e_malformed" });
  await assert.rejects(pairing.verify(TAB, answerTo(challenge), NOW + pairing.LIFETIME_MS), {
    key: "e_pairing_expired",
  });
});

test("a challenge is valid once, within the time limit, and until another one is opened", async () => {
  const first = await pairing.open(TAB, SERVER, NOW);
  await assert.rejects(pairing.consume(first, NOW + pairing.LIFETIME_MS), { key: "e_pairing_expired" });
  await pairing.consume(first, NOW + pairing.LIFETIME_MS - 1);
  await assert.rejects(pairing.consume(first, NOW), { key: "e_pairing_expired" });
  const second = await pairing.open(TAB, SERVER, NOW);
  const third = await pairing.open(TAB, SERVER, NOW);
  assert.notEqual(second, third);
  await assert.rejects(pairing.consume(second, NOW), { key: "e_pairing_expired" });
  await pairing.close(second);
  await pairing.consume(third, NOW);
  await assert.rejects(pairing.verify(TAB, answerTo(third), NOW), { key: "e_pairing_expired" });
});

/** The page of the tab, with functions injected into it. */
function showPage(html, url) {
  const window = open(html, { url });
  globalThis.chrome.scripting = {
    executeScript: async ({ func, args }) => {
      const run = window.eval(`(${func})`);
      return [{ result: run(...args) }];
    },
  };
  return window;
}

const OFFER = '<div id="karavan-pairing"></div>';

test("a token is requested only from the settings page of a cabinet", async () => {
  const table = [
    ["https://k.example/client/settings", OFFER, "https://k.example"],
    ["https://k.example/client/settings/?a=1#b", OFFER, "https://k.example"],
    ["https://k.example/client/settings", "<p>", null],
    ["https://shop.example/offer/1.html", OFFER, null],
    ["https://shop.example/x/client/settings", OFFER, null],
    ["https://shop.example/?/client/settings", OFFER, null],
  ];
  for (const [url, html, expected] of table) {
    showPage(html, url);
    assert.equal(await findOffer(TAB), expected, url);
  }
  assert.equal(await findOffer(undefined), null);
});

test("a page responds to the challenge at once, and nothing of the response stays in the page", async () => {
  const window = showPage(OFFER, "https://k.example/client/settings");
  const element = window.document.querySelector("#karavan-pairing");
  element.addEventListener("karavanchallenge", () => {
    element.setAttribute("data-answer", element.getAttribute("data-challenge"));
    element.setAttribute("data-server", "https://k.example");
    element.setAttribute("data-token", TOKEN);
  });
  assert.deepEqual(
    { ...(await challengeOffer(TAB, "c")) },
    { origin: SERVER, challenge: "c", server: SERVER, token: TOKEN },
  );
  assert.equal(element.outerHTML, OFFER);
  showPage(
    '<div id="karavan-pairing" data-token="x" data-server="https://k.example"></div>',
    "https://k.example/client/settings",
  );
  assert.equal((await challengeOffer(TAB, "c")).challenge, "", "an element that only stands there answers nothing");
  showPage("<p>", "https://k.example/client/settings");
  assert.equal(await challengeOffer(TAB, "c"), null);
});

const me = (name, clients = []) => ({ user: { id: 3, name, phone: "+7999" }, clients });
const answering = (status, body) => ({
  fetch: async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
});

test("names from the server are plain text of limited length", async () => {
  const client = { code: "K101", name: "x", agent: { name: "Lo\u202etus\u0000" } };
  const account = await identify(
    { server: SERVER, token: TOKEN },
    answering(200, me(`A\u200b\nnna${"x".repeat(200)}`, [client, null])),
  );
  assert.deepEqual(account.cabinets, ["K101 (Lotus)", " ()"]);
  assert.match(account.person.name, /^Annax{76}…$/);
  assert.equal((await identify({ server: SERVER, token: TOKEN }, answering(200, me("")))).person.name, "+7999");
});

test("an address that is not a Karavan server is reported as such", async () => {
  for (const [status, body] of [
    [200, "<p>"],
    [200, {}],
    [200, { user: { id: "3" }, clients: [] }],
    [200, { user: { id: 3 } }],
    [404, "<p>"],
    [404, { code: "not_found" }],
    [422, { code: "validation_failed", errors: { a: [] } }],
  ]) {
    await assert.rejects(
      identify({ server: SERVER, token: TOKEN }, answering(status, body)),
      { key: "e_not_karavan" },
      `${status} ${JSON.stringify(body)}`,
    );
  }
  await assert.rejects(identify({ server: SERVER, token: TOKEN }, answering(401, { code: "credential_revoked" })), {
    key: "e_revoked",
  });
  await assert.rejects(identify({ server: SERVER, token: TOKEN }, answering(502, "<p>")), { key: "e_server" });
});

/** The dialog of the popup, in a page of its own. */
function dialogOf() {
  const { document, Event, KeyboardEvent, AbortController } = open(
    '<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-about"></dialog>',
  );
  Object.assign(globalThis, { document, AbortController });
  const dialog = document.querySelector("dialog");
  dialog.show = dialog.showModal = () => {
    dialog.open = true;
  };
  dialog.close = () => {
    dialog.open = false;
  };
  const press = (testId) => dialog.querySelector(`[data-testid="${testId}"]`).click();
  return { dialog, press, Event, KeyboardEvent, document };
}

const textOf = (dialog, testId) => dialog.querySelector(`[data-testid="${testId}"]`)?.textContent;

test("the question names the server and the person, old and new, as plain text", async () => {
  const { dialog, press, document } = dialogOf();
  const offered = connectionTo("https://new.example:8443", 2, "<img src=x onerror=alert(1)>");
  const asked = confirmConnection(dialog, {
    current: connectionTo(SERVER, 1, "Anna"),
    offered,
    waiting: { account: { server: SERVER, person: { id: 1, name: "Anna" } } },
  });
  assert.match(textOf(dialog, "current-account"), /https:\/\/k\.example.*Anna/);
  assert.match(textOf(dialog, "offered-account"), /https:\/\/new\.example:8443.*<img src=x onerror=alert\(1\)>/);
  assert.equal(dialog.querySelector("img"), null);
  assert.equal(textOf(dialog, "confirm-connection"), "switch_action|new.example:8443");
  assert.match(dialog.textContent, /waiting_stays\|k\.example\|Anna/);
  assert.equal(document.getElementById(dialog.getAttribute("aria-labelledby")).textContent, "switch_title");
  assert.equal(document.getElementById(dialog.getAttribute("aria-describedby")).textContent, "switch_about");
  assert.equal(document.activeElement.dataset.testid, "cancel-connection");
  press("confirm-connection");
  assert.equal(await asked, true);
  assert.equal(dialog.open, false);
});

test("the first connection is confirmed as well; a new token of the same person is labelled as one", async () => {
  const { dialog, press } = dialogOf();
  const first = confirmConnection(dialog, { current: {}, offered: connectionTo(SERVER, 1, "Anna"), modal: false });
  assert.equal(textOf(dialog, "current-account"), undefined);
  assert.equal(textOf(dialog, "confirm-connection"), "connect_to|k.example");
  press("cancel-connection");
  assert.equal(await first, false);
  const second = confirmConnection(dialog, {
    current: { ...connectionTo(SERVER, 1), token: OTHER_TOKEN },
    offered: connectionTo(SERVER, 1),
  });
  assert.match(dialog.textContent, /replace_same/);
  press("cancel-connection");
  assert.equal(await second, false);
});

test("Escape declines", async () => {
  const { dialog, KeyboardEvent, Event } = dialogOf();
  for (const event of [new KeyboardEvent("keydown", { key: "Escape" }), new Event("cancel")]) {
    const asked = confirmConnection(dialog, { current: {}, offered: connectionTo(SERVER, 1) });
    dialog.dispatchEvent(event);
    assert.equal(await asked, false);
  }
});

/** Waits for the question and gives the answer. */
async function answerQuestion({ dialog, press }, testId) {
  for (let turns = 0; !dialog.open && turns < 100; turns += 1) await new Promise(setImmediate);
  press(testId);
}

test("nothing is stored before the person confirms, and nothing when they decline", async () => {
  const current = connectionTo(SERVER, 1, "Anna");
  const offer = { server: "https://new.example", token: TOKEN };
  for (const [button, expected] of [
    ["cancel-connection", SERVER],
    ["confirm-connection", "https://new.example"],
  ]) {
    stored = installChrome({ connection: current });
    const asked = [];
    globalThis.fetch = async (address, init) => {
      asked.push(address);
      assert.equal(init.headers.Authorization, `Bearer ${TOKEN}`);
      return new Response(JSON.stringify(me("Boris")));
    };
    const place = dialogOf();
    const connecting = connect(offer, {
      dialog: place.dialog,
      modal: true,
      beforeStore: async () => assert.deepEqual(stored.local.connection, current),
    });
    await answerQuestion(place, button);
    await connecting;
    assert.equal(stored.local.connection.server, expected);
    assert.deepEqual(asked, ["https://new.example/api/ext/me"]);
  }
});

test("a confirmation that comes too late stores nothing", async () => {
  globalThis.fetch = async () => new Response(JSON.stringify(me("Boris")));
  const challenge = await pairing.open(TAB, SERVER, Date.now() - pairing.LIFETIME_MS);
  const place = dialogOf();
  const connecting = connect(
    { server: SERVER, token: TOKEN },
    { dialog: place.dialog, modal: false, beforeStore: () => pairing.consume(challenge) },
  );
  await Promise.all([
    answerQuestion(place, "confirm-connection"),
    assert.rejects(connecting, { key: "e_pairing_expired" }),
  ]);
  assert.equal(stored.local.connection, undefined);
});
