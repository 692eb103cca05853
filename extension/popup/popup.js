/** The popup: read the page, show what was found, send it into a draft. The same page serves as the side panel. */
import * as api from "../lib/api.js";
import { Failure } from "../lib/errors.js";
import { fillTexts, text } from "../lib/format.js";
import { accountKey } from "../lib/account.js";
import * as pairing from "../lib/pairing.js";
import { hasPanel, openPanel } from "../lib/panel.js";
import * as queue from "../lib/queue.js";
import { hostOf, serverOrigin } from "../lib/server.js";
import * as sites from "../lib/sites.js";
import * as store from "../lib/store.js";
import { translateText } from "../lib/translation.js";
import { connect, currentConnection } from "./connect.js";
import { chosenTarget, clientOf, fillTargets } from "./drafts.js";
import { orderEstimate } from "./estimate.js";
import { manualProduct } from "./manual.js";
import { showList } from "./many.js";
import { acknowledgeOffer, challengeOffer, findOffer } from "./offer.js";
import { showProduct } from "./preview.js";
import { read, readHints, readList, readSnapshot } from "./reader.js";
import { shopKey, showReport } from "./report.js";
import { captureScreenshot, checkForm, onSubmit } from "./sending.js";
import { tabToRead } from "./tab.js";
import { $, show, showDone, showFailure } from "./view.js";
import { sendAgain, showWaiting } from "./waiting.js";

/**
 * The parsers, in order. A new marketplace is one file in content/adapters/ and one line here.
 */
const PARSER_FILES = [
  "content/helpers.js",
  "content/money.js",
  "content/merge.js",
  "content/normalize.js",
  "content/lexicon.js",
  "content/prices.js",
  "content/titles.js",
  "content/shown.js",
  "content/choice.js",
  "content/options.js",
  "content/platforms.js",
  "content/schema.js",
  "content/properties.js",
  "content/offers.js",
  "content/variants.js",
  "content/json-ld.js",
  "content/microdata.js",
  "content/page-meta.js",
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

const SHARED_FILES = PARSER_FILES.slice(0, 8);
/** Prefills a product that is added by hand. */
const HINT_FILES = [...SHARED_FILES, "content/products.js", "content/run-hints.js"];
/** Carts, order lists and list pages. */
const LIST_FILES = [...SHARED_FILES, "content/products.js", "content/carts.js", "content/lists.js"];
const SNAPSHOT_FILES = ["content/helpers.js", "content/snapshot.js"];

/** Links that lead to a product only after they are opened. */
const SHORT_LINK = new RegExp(
  [
    /m\.tb\.cn|e\.tb\.cn|s\.tb\.cn|qr\.1688\.com|[a-z]\.1688\.com\/s|dw4\.co|3\.cn|u\.jd\.com|p\.pinduoduo\.com/,
    /k\.weidian\.com|a\.aliexpress\.com|s\.click\.aliexpress\.com|click\.aliexpress\.com/,
  ]
    .map((hosts) => `^https?://(${hosts.source})\\b`)
    .join("|"),
);
const MAX_CONTEXT_AGE_MS = 60_000;
/** Failures of a page that can be looked at all the same. */
const READABLE = ["e_no_product", "e_unreadable", "e_delisted"];

const isPanel = new URLSearchParams(location.search).get("view") === "panel";

const readProduct = async (tab) => read(tab?.id, PARSER_FILES, await store.retailer());

/** Sends the challenge to the settings page and shows the response for confirmation. Stores nothing before the person confirms. */
async function pair(tab, origin) {
  const challenge = await pairing.open(tab.id, serverOrigin(origin));
  try {
    const offer = await pairing.verify(tab.id, await challengeOffer(tab.id, challenge));
    const connected = await connect(offer, {
      dialog: $("confirm"),
      modal: false,
      beforeStore: () => pairing.consume(challenge),
    });
    if (connected) await acknowledgeOffer(tab.id);
    await showWaiting();
    showDone(connected ? text("connected", connected.person.name) : text("unchanged"));
    if (connected) queue.flush({ early: true }).then(() => showWaiting());
  } finally {
    await pairing.close(challenge);
  }
}

/**
 * Whether the click asks for a pairing: a settings page that shows a token.
 * A page with a product is a product page, whatever else it holds.
 */
async function findPairingOrigin(tab) {
  const origin = await findOffer(tab?.id);
  if (!origin) return null;
  const product = await readProduct(tab).catch(() => null);
  return product ? null : origin;
}

/** Returns and clears the picture or link of the context menu. */
async function takeMenuContext(tab) {
  const { context } = (await chrome.storage.session?.get("context")) ?? {};
  if (!context) return null;
  await chrome.storage.session.remove("context");
  const isFresh = Date.now() - context.at < MAX_CONTEXT_AGE_MS && context.tabId === tab?.id;
  return isFresh && /^https?:\/\//.test(context.link || context.picture) ? context : null;
}

/** How long to wait for a server before the cached responses are used. */
const MAX_WAIT_MS = 4000;

/** Loads the person and the drafts; offline, from the cache. */
async function loadAccountData(connection) {
  const last = await store.lastResponses(connection);
  const fresh = Promise.all([api.me(connection), api.drafts(connection)]).then(async ([me, drafts]) => {
    api.promised(me, ({ clients }) => Array.isArray(clients));
    api.promised(drafts, ({ data }) => Array.isArray(data));
    await store.storeResponses(connection, { me, drafts });
    return { me, drafts, isOffline: false };
  });
  if (!last) return fresh;
  const slow = new Promise((resolve) => setTimeout(() => resolve({ ...last, isOffline: true }), MAX_WAIT_MS));
  return Promise.race([fresh, slow]).catch((failure) => {
    if (!failure.retriable) throw failure;
    return { ...last, isOffline: true };
  });
}

/** Reads the product and the hints of the page. Failures are returned, not thrown. */
async function readPage(tab) {
  // The page may stop responding at any time, so the hints are read first.
  const hints = await readHints(tab?.id, HINT_FILES).catch(() => null);
  return readProduct(tab).then(
    (product) => ({ hints, product }),
    (failure) => ({ hints, failure }),
  );
}

/** Fills the selection of the connection. */
async function showConnections(connection) {
  const all = await store.connections();
  show("account", all.length > 1);
  $("connection").replaceChildren(
    ...all.map((one) => new Option(`${one.person?.name ?? ""} · ${hostOf(one.server)}`, accountKey(one))),
  );
  $("connection").value = accountKey(connection);
  $("connection").onchange = async () => {
    await store.useConnection(all.find((one) => accountKey(one) === $("connection").value));
    location.reload();
  };
}

/** Shows the warning of the agent that this shop is read wrongly, whether or not anything was read. */
function showShopWarning(me, shop) {
  const state = Object.hasOwn(me.shops ?? {}, shop) ? me.shops[shop] : null;
  show("broken", state?.state === "broken");
  if (state?.state === "broken") $("broken").textContent = text("shop_broken", String(state.note ?? "").slice(0, 300));
}

/** Offers to report the page; without a product, that nothing was read. */
function offerReport(tab, product, me) {
  show("reads-wrongly");
  $("reads-wrongly").onclick = () =>
    showReport({ product, me, read: () => readSnapshot(tab.id, SNAPSHOT_FILES) }).catch(showFailure);
}

/** Returns the product behind a link, from the content of the page around the link. */
async function linkedProduct(tab, link, hints) {
  const list = await readList(tab.id, LIST_FILES).catch(() => []);
  const path = (address) => address.split(/[?#]/)[0];
  const found =
    list.find((entry) => entry.url === link) ??
    list.find((entry) => path(entry.url) === path(link) && !/\.html?$/.test(path(link)));
  return (
    found ?? { ...manualProduct(null, null), url: link, currency: hints?.currency ?? "", shop: hints?.shop ?? null }
  );
}

/** The draft that is chosen, if it is not a new one, and its client with the agent's rates. */
const currentTarget = ({ me }, select) => ({
  client: clientOf(select),
  order: chosenTarget(select).order,
  pricing: me.clients.find((client) => client.id === clientOf(select))?.pricing,
});

/** The newer fields of an item that the server takes. */
const acceptedFields = (me) => (Array.isArray(me.item_fields) ? me.item_fields : []);

async function showForm(product, { tab, account, answers, byHand = false }) {
  const { me, drafts } = answers;
  const accepted = acceptedFields(me);
  const features = Array.isArray(me.features) ? me.features : [];
  const cost = orderEstimate(await store.connection(), features.includes("estimates"));
  const sent = await store.findSentOrder(account, product);
  const preview = showProduct(product, sent, { byHand, accepted, onPriced: cost.setItems });
  fillTargets($("target"), me.clients, drafts.data, await store.lastTarget(account));
  const showCost = () => cost.setTarget(currentTarget(answers, $("target")));
  $("target").onchange = showCost;
  showCost();
  show("proof", features.includes("proof") && !isPanel);
  // The browser lets a page be pictured by a click on the icon, which opens the popup.
  show("no-proof", features.includes("proof") && isPanel);
  show("translation", features.includes("translation"));
  $("translate").onclick = async () => {
    $("translate").disabled = true;
    $("translated").textContent = text("translating");
    const options = { clientId: clientOf($("target")) };
    const translated = await translateText(await store.connection(), $("title").value, text("language"), options).catch(
      showFailure,
    );
    $("translated").textContent = translated === "" ? text("not_translated") : (translated ?? "");
    $("translate").disabled = false;
  };
  show("status", false);
  for (const id of ["error", "dead-end", "many"]) show(id, false);
  show("send");
  onSubmit($("send"), account, {
    target: $("target"),
    label: () => text("send"),
    proof: () => captureScreenshot(tab),
    items: () => {
      const items = preview.items();
      checkForm(items);
      return items;
    },
  });
  if (byHand) $("title").focus();
  // A refused product can go to the draft that is chosen now.
  showWaiting();
  return preview;
}

async function showMany(list, { account, answers }) {
  if (list.length < 2) return false;
  const { me, drafts } = answers;
  fillTargets($("many-target"), me.clients, drafts.data, await store.lastTarget(account));
  const sent = await Promise.all(list.map((entry) => store.findSentOrder(account, entry)));
  const many = showList(list, sent, acceptedFields(me));
  onSubmit($("many"), account, { target: $("many-target"), label: many.label, items: many.items });
  show("many");
  return true;
}

/** Shows that the page has no readable product, and the alternatives. */
async function showNoProduct(failure, { tab, context, account, answers, hints }) {
  showFailure(failure);
  show("dead-end");
  show("open-link", SHORT_LINK.test(context?.link ?? ""));
  if (context?.link) $("open-link").href = context.link;
  $("by-hand").onclick = () => showForm(manualProduct(hints, tab, context), { tab, account, answers, byHand: true });
  // A page without one product is not a fault, and a list explains itself.
  $("error").className = "note";
  const unread = { ...manualProduct(null, null), url: tab?.url ?? "", marketplace: hints?.marketplace ?? "" };
  showShopWarning(answers.me, shopKey(unread, tab?.url));
  if (READABLE.includes(failure.key)) offerReport(tab, unread, answers.me);
  if (failure.key !== "e_no_product") return;
  const isList = await showMany(await readList(tab?.id, LIST_FILES).catch(() => []), { account, answers });
  show("error", !isList);
  $("by-hand").classList.toggle("primary", !isList);
}

/** Offers a button in the pages of this shop. The browser asks for permission for this site only. */
async function offerSiteButton(tab) {
  const origin = /^https:\/\//.test(tab?.url ?? "") ? new URL(tab.url).origin : null;
  if (!origin || !chrome.scripting.registerContentScripts) return;
  show("site-button");
  $("site-button").querySelector("span").textContent = text("site_button", hostOf(origin));
  $("show-button").checked = await sites.isOn(origin);
  $("show-button").onchange = async () => {
    const isOn = $("show-button").checked
      ? await sites.turnOn(origin).catch(() => false)
      : (await sites.turnOff(origin).catch(() => {}), false);
    $("show-button").checked = isOn;
  };
}

async function showCaptured(tab, { account, answers, blockingFailure, reading }) {
  const context = await takeMenuContext(tab);
  if (blockingFailure) return showNoProduct(blockingFailure, { tab, context, account, answers, hints: null });
  const { hints, failure, ...read } = await reading;
  if (context?.kind === "link") {
    if (SHORT_LINK.test(context.link))
      return showNoProduct(new Failure("e_short_link"), { tab, context, account, answers, hints });
    return showForm(await linkedProduct(tab, context.link, hints), { tab, account, answers, byHand: true });
  }
  if (failure) {
    if (failure.key === "e_restricted" && isPanel) failure.key = "e_panel_no_right";
    return showNoProduct(failure, { tab, context, account, answers, hints });
  }
  const product = context?.picture ? manualProduct(read.product, tab, context) : read.product;
  showShopWarning(answers.me, shopKey(product, tab?.url));
  if (product.incomplete) {
    $("broken").textContent = text("read_in_part");
    show("broken");
  }
  const shown = await showForm(product, { tab, account, answers });
  offerReport(tab, product, answers.me);
  show("show-list");
  $("show-list").onclick = async () => {
    const isMany = await showMany(await readList(tab.id, LIST_FILES).catch(() => []), { account, answers });
    if (isMany) show("send", false);
    else showFailure(new Failure("e_no_list"));
  };
  return shown;
}

/** In the side panel, shows when the tab has changed, with a button that reads the page again. */
function watchTabs() {
  const changed = () => {
    $("status").textContent = text("page_changed");
    show("status");
    show("read-again");
  };
  chrome.tabs.onActivated.addListener(changed);
  chrome.tabs.onUpdated.addListener((id, info, tab) => {
    if (tab.active && info.status === "complete") changed();
  });
}

async function start() {
  fillTexts(document);
  document.body.classList.toggle("panel", isPanel);
  await store.protect();
  $("settings").addEventListener("click", () => chrome.runtime.openOptionsPage());
  $("retry").addEventListener("click", async () => {
    $("retry").disabled = true;
    await sendAgain().finally(() => ($("retry").disabled = false));
  });
  $("read-again").addEventListener("click", () => location.reload());
  const tab = await tabToRead();
  show("panel", hasPanel() && !isPanel);
  $("panel").addEventListener("click", () => openPanel(tab).then(() => window.close()));
  if (isPanel) watchTabs();
  const sizes = new ResizeObserver((bars) => {
    for (const { target } of bars)
      if (target.offsetHeight) document.documentElement.style.setProperty("--bar", `${target.offsetHeight}px`);
  });
  for (const bar of document.querySelectorAll(".bar")) sizes.observe(bar);
  let blockingFailure = null;
  const origin = await findPairingOrigin(tab).catch((failure) => {
    blockingFailure = failure;
    return null;
  });
  if (origin) return pair(tab, origin);
  const connection = await currentConnection();
  await showConnections(connection);
  await showWaiting();
  // The form does not wait for the queue.
  queue.flush({ early: true }).then(() => showWaiting());
  if (!connection.token) throw new Failure("e_no_token");
  const reading = blockingFailure ? null : readPage(tab);
  const answers = await loadAccountData(connection);
  show("offline", answers.isOffline);
  await offerSiteButton(tab);
  await showCaptured(tab, { account: store.accountOf(connection), answers, blockingFailure, reading });
}

/** A failure before anything is shown, with what the person can do about it. */
function showStartFailure(failure) {
  showFailure(failure);
  const isUnconnected = failure.key === "e_no_token" || ["e_invalid", "e_revoked", "e_malformed"].includes(failure.key);
  show("way-back", isUnconnected || failure.retriable === true);
  show("to-settings", isUnconnected);
  show("try-again", !isUnconnected);
  $("to-settings").onclick = () => chrome.runtime.openOptionsPage();
  $("try-again").onclick = () => location.reload();
}

start().catch(showStartFailure);
