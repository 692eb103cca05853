/** Works without a page: sends what waits, and opens the popup for a menu, a shortcut or a button in a page. */
import { text } from "./lib/format.js";
import { openPanel } from "./lib/panel.js";
import * as queue from "./lib/queue.js";
import * as sites from "./lib/sites.js";
import * as store from "./lib/store.js";

const MENUS = [
  ["picture", "image"],
  ["link", "link"],
  ["page", "page"],
];

/** Tells what was sent without the person looking, and what was refused. */
async function notify(results) {
  const sent = results.filter((result) => result.added);
  const refused = results.filter((result) => result.failure && !result.isQueued);
  const show = (id, title, message) =>
    chrome.notifications?.create(id, {
      type: "basic",
      iconUrl: chrome.runtime.getURL("icons/128.png"),
      title,
      message,
    });
  if (sent.length)
    await show(
      "sent",
      text("notify_sent", sent.length),
      text("notify_orders", [...new Set(sent.map((result) => result.added.order.number))].join(", ")),
    );
  // A revoked token is reported once, not with every attempt.
  const blocked = results.find((result) => result.needsPerson);
  if (blocked) await show("blocked", text("notify_blocked"), text(blocked.failure.key));
  for (const result of refused.slice(0, 3))
    await show(`refused-${result.key}`, text("notify_refused"), `${result.about.title}: ${text(result.failure.key)}`);
}

async function sendDue(options) {
  await notify(await queue.flush(options));
}

store.protect();

async function start() {
  await store.protect();
  await queue.refreshBadge();
  await sendDue();
}

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus?.removeAll(() => {
    for (const [id, context] of MENUS)
      chrome.contextMenus.create({
        id,
        contexts: [context],
        title: text(`menu_${id}`),
        documentUrlPatterns: ["http://*/*", "https://*/*"],
      });
  });
  start();
});
chrome.runtime.onStartup?.addListener(() => start());
chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === "send-again") sendDue();
});
globalThis.addEventListener("online", () => sendDue({ early: true }));

/** Opens the popup, or what the browser has instead of it. */
async function openPopup(tab) {
  try {
    if (!chrome.action.openPopup) throw new Error("no popup by program");
    await chrome.action.openPopup(tab?.windowId === undefined ? undefined : { windowId: tab.windowId });
  } catch {
    await openPanel(tab).catch(() => {});
  }
}

chrome.contextMenus?.onClicked.addListener((info, tab) => {
  const context = {
    kind: info.menuItemId,
    tabId: tab?.id,
    link: info.linkUrl ?? "",
    picture: info.srcUrl ?? "",
    at: Date.now(),
  };
  // The popup needs the click's right to open: nothing may be awaited before.
  chrome.storage.session.set({ context });
  openPopup(tab);
});

chrome.commands?.onCommand.addListener((command, tab) => {
  if (command === "open-panel" && tab) openPanel(tab).catch(() => {});
});

chrome.runtime.onMessage.addListener((message, sender) => {
  // The only message from a page's script: the button was pressed. It carries nothing.
  if (sender.id === chrome.runtime.id && message?.type === "open") openPopup(sender.tab);
});

chrome.permissions?.onAdded?.addListener((added) => sites.remember(added.origins ?? []));
chrome.permissions?.onRemoved?.addListener((removed) => sites.forget(removed.origins ?? []));
