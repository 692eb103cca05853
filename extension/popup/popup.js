/** The popup: read the page, show what was found, send it into a draft. */
import * as api from "../lib/api.js";
import { Failure } from "../lib/errors.js";
import { fillTexts, sentence, text } from "../lib/format.js";
import * as pairing from "../lib/pairing.js";
import * as queue from "../lib/queue.js";
import { hostOf, serverOrigin } from "../lib/server.js";
import * as store from "../lib/store.js";
import { connect, currentConnection } from "./connect.js";
import { chosenTarget, fillTargets } from "./drafts.js";
import { acknowledgeOffer, challengeOffer, findOffer } from "./offer.js";
import { itemOf, showProduct } from "./preview.js";
import { read } from "./reader.js";
import { tabToRead } from "./tab.js";

/**
 * The parsers, in order. A new marketplace is one file in content/adapters/ and one line here.
 */
const PARSER_FILES = [
  "content/helpers.js",
  "content/money.js",
  "content/merge.js",
  "content/normalize.js",
  "content/hints.js",
  "content/platforms.js",
  "content/universal.js",
  "content/adapters/1688.js",
  "content/adapters/goofish.js",
  "content/adapters/taobao.js",
  "content/adapters/poizon.js",
  "content/adapters/jd.js",
  "content/adapters/pinduoduo.js",
  "content/adapters/weidian.js",
  "content/adapters/aliexpress.js",
  "content/adapters/retailer.js",
  "content/run.js",
];

const $ = (id) => document.getElementById(id);
const show = (id, shown = true) => { $(id).hidden = !shown; };

function refuse(failure) {
  show("status", false);
  $("error").textContent = sentence(failure);
  show("error");
}

const readProduct = async (tab) => read(tab?.id, PARSER_FILES, await store.retailer());

/** Takes the challenge to the settings page and asks the person about its answer; stores nothing before they confirm. */
async function pair(tab, origin) {
  const challenge = await pairing.begin(tab.id, serverOrigin(origin));
  try {
    const offer = await pairing.verify(tab.id, await challengeOffer(tab.id, challenge));
    const connected = await connect(offer, { dialog: $("confirm"), modal: false, beforeStore: () => pairing.consume(challenge) });
    if (connected) await acknowledgeOffer(tab.id);
    await showWaiting();
    showDone(connected ? text("connected", connected.person.name) : text("unchanged"));
  } finally {
    await pairing.abandon(challenge);
  }
}

/**
 * Whether the click asks for a pairing: a settings page that shows a token.
 * A page with a product is a product page, whatever else it holds.
 */
async function offerOf(tab) {
  const origin = await findOffer(tab?.id);
  if (!origin) return null;
  const product = await readProduct(tab).catch(() => null);
  return product ? null : origin;
}

function showDone(words, order, server) {
  $("done").querySelector("p").textContent = words;
  const link = $("done").querySelector("a");
  link.hidden = !order;
  if (order) link.href = `${server}/client/orders/${order.id}`;
  for (const id of ["status", "send"]) show(id, false);
  show("done");
}

async function showWaiting() {
  const connection = await store.connection();
  const send = await store.waiting(connection);
  show("waiting", Boolean(send));
  if (send) {
    const failed = send.tried > 1;
    $("waiting").querySelector("p").textContent = failed ? text("kept_failed", text(send.failure)) : text("kept");
    show("retry", failed);
  }
  const [elsewhere] = await store.waitingElsewhere(connection);
  show("elsewhere", Boolean(elsewhere));
  if (!elsewhere) return;
  $("elsewhere").querySelector("p").textContent = text("kept_elsewhere", hostOf(elsewhere.account.server), elsewhere.account.person.name);
  $("discard-elsewhere").onclick = async () => { await store.keepWaiting(elsewhere.account, null); await showWaiting(); };
}

async function sendProduct(account, product, key) {
  const send = { account, target: chosenTarget($("target")), item: itemOf(product), key };
  if (!send.item.price) throw new Failure("e_price");
  const added = await queue.sendOrKeep(send);
  showDone(text("sent", added.order.number), added.order, account.server);
}

async function start() {
  fillTexts(document);
  $("settings").addEventListener("click", () => chrome.runtime.openOptionsPage());
  $("retry").addEventListener("click", async () => { await queue.sendAgain({}, true); await showWaiting(); });
  $("discard").addEventListener("click", async () => { await store.keepWaiting(await store.connection(), null); await showWaiting(); });
  const tab = await tabToRead();
  const origin = await offerOf(tab);
  if (origin) return pair(tab, origin);
  const connection = await currentConnection();
  await queue.sendAgain();
  await showWaiting();
  if (!connection.token) throw new Failure("e_no_token");
  const [product, me, drafts] = await Promise.all([readProduct(tab), api.me(connection), api.drafts(connection)]);
  const account = store.accountOf(connection);
  showProduct(product, await store.sentTo(account, product));
  fillTargets($("target"), me.clients, drafts.data, await store.lastTarget(account));
  show("status", false);
  show("send");
  // One key for one popup: pressing again after a lost answer adds nothing twice.
  const key = crypto.randomUUID();
  $("send").addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $("send").querySelector("button");
    button.disabled = true;
    button.textContent = text("sending");
    show("error", false);
    try {
      await sendProduct(account, product, key);
    } catch (failure) {
      refuse(failure);
      await showWaiting();
      // What is kept is sent by itself; sending it by hand as well would be a second intent.
      if (failure.retriable) show("send", false);
    } finally {
      button.disabled = false;
      button.textContent = text("send");
    }
  });
}

start().catch(refuse);
