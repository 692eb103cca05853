/** The popup: read the page, show what was found, send it into a draft. */
import * as api from "../lib/api.js";
import { Failure } from "../lib/errors.js";
import { fillTexts, sentence, text } from "../lib/format.js";
import * as queue from "../lib/queue.js";
import * as store from "../lib/store.js";
import { chosenTarget, fillTargets } from "./drafts.js";
import { itemOf, showProduct } from "./preview.js";
import { acceptOffer, read, readOffer } from "./reader.js";
import { tabToRead } from "./tab.js";

/**
 * The parsers, in order. A new marketplace is one file in content/adapters/ and one line here.
 */
const PARSER_FILES = [
  "content/helpers.js",
  "content/merge.js",
  "content/normalize.js",
  "content/universal.js",
  "content/adapters/1688.js",
  "content/adapters/taobao.js",
  "content/adapters/poizon.js",
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

/** One click on the settings page connects: the page offers its fresh token. */
async function pair(tab) {
  const offer = tab?.id === undefined ? null : await readOffer(tab.id);
  if (!offer) return false;
  const who = await api.me(offer);
  await store.keepConnection(offer);
  await acceptOffer(tab.id);
  show("status", false);
  showDone(text("connected", who.user.name || who.user.phone));
  return true;
}

function showDone(words, order, server) {
  $("done").querySelector("p").textContent = words;
  const link = $("done").querySelector("a");
  link.hidden = !order;
  if (order) link.href = `${server}/client/orders/${order.id}`;
  show("send", false);
  show("done");
}

async function showWaiting() {
  const send = await store.waiting();
  show("waiting", Boolean(send));
  if (!send) return;
  const failed = send.tried > 1;
  $("waiting").querySelector("p").textContent = failed ? text("kept_failed", text(send.failure)) : text("kept");
  show("retry", failed);
}

async function sendProduct(product, key) {
  const connection = await store.connection();
  const send = { target: chosenTarget($("target")), item: itemOf(product), key };
  if (!send.item.price) throw new Failure("e_price");
  const added = await queue.sendOrKeep(send);
  showDone(text("sent", added.order.number), added.order, connection.server);
}

async function start() {
  fillTexts(document);
  $("settings").addEventListener("click", () => chrome.runtime.openOptionsPage());
  $("retry").addEventListener("click", async () => { await queue.sendAgain({}, true); await showWaiting(); });
  $("discard").addEventListener("click", async () => { await store.keepWaiting(null); await showWaiting(); });
  await queue.sendAgain();
  await showWaiting();
  const tab = await tabToRead();
  if (await pair(tab)) return;
  const connection = await store.connection();
  if (!connection.token) throw new Failure("e_no_token");
  const [product, me, drafts] = await Promise.all([
    read(tab?.id, PARSER_FILES, await store.retailer()),
    api.me(connection),
    api.drafts(connection),
  ]);
  showProduct(product, await store.sentTo(product));
  fillTargets($("target"), me.clients, drafts.data, await store.lastTarget());
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
      await sendProduct(product, key);
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
