/** Sends again what the network swallowed, when the time comes or the connection is back. */
import { sendAgain } from "./lib/queue.js";

chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === "send-again") sendAgain();
});
globalThis.addEventListener("online", () => sendAgain());
