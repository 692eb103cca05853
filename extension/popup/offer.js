/** The settings page of a cabinet that shows a fresh token, in the tab that the person clicked on. */
import { withTimeout } from "./reader.js";

/** Where a Karavan server shows tokens. The element is ignored on every other page. */
const SETTINGS_PATH = /^\/client\/settings\/?$/;

/** Runs a function in the isolated world of the page, where the page can't tamper with `location` or the DOM's methods. */
async function run(tabId, func, ...args) {
  const [frame] = await withTimeout(chrome.scripting.executeScript({ target: { tabId }, func, args })).catch(
    (failure) => {
      if (failure?.key === "e_timeout") throw failure;
      return [];
    },
  );
  return frame?.result ?? null;
}

/** The origin of the page if it is a settings page with a pairing element; null otherwise. */
export async function findOffer(tabId) {
  if (tabId === undefined) return null;
  const page = await run(
    tabId,
    () => document.querySelector("#karavan-pairing") && { origin: location.origin, path: location.pathname },
  );
  return page && SETTINGS_PATH.test(page.path) ? page.origin : null;
}

/** Hands the page the challenge and returns its answer. Listeners run before `dispatchEvent` returns. */
export function challengeOffer(tabId, challenge) {
  const ask = (value) => {
    const offer = document.querySelector("#karavan-pairing");
    if (!offer) return null;
    offer.setAttribute("data-challenge", value);
    offer.dispatchEvent(new Event("karavanchallenge"));
    const read = (name) => (offer.getAttribute(name) ?? "").slice(0, 300);
    const answer = {
      origin: location.origin,
      challenge: read("data-answer"),
      server: read("data-server"),
      token: read("data-token"),
    };
    for (const name of ["data-challenge", "data-answer", "data-server", "data-token"]) offer.removeAttribute(name);
    return answer;
  };
  return run(tabId, ask, challenge);
}

/** Tells the settings page that the person confirmed. */
export function acknowledgeOffer(tabId) {
  return run(tabId, () => document.querySelector("#karavan-pairing")?.dispatchEvent(new Event("karavanpaired")));
}
