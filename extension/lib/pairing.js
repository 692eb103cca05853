/**
 * The challenge of a pairing. The extension generates it when the person clicks the icon; a page can only answer it.
 * One pairing is open at a time, for one tab and one origin, for a few minutes; a confirmation invalidates it.
 */
import { Failure } from "./errors.js";
import { isWellFormed } from "./token.js";

export const LIFETIME_MS = 3 * 60_000;
const KEY = "pairing";

// In memory only, and out of reach of content scripts.
const area = () => globalThis.chrome.storage.session;

/** Opens a pairing with the page of a tab and returns its challenge. */
export async function open(tabId, origin, now = Date.now()) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const challenge = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  await area().set({ [KEY]: { challenge, tabId, origin, expires: now + LIFETIME_MS } });
  return challenge;
}

async function openPairing(now) {
  const pairing = (await area().get(KEY))[KEY];
  if (!pairing || now >= pairing.expires) throw new Failure("e_pairing_expired");
  return pairing;
}

/**
 * Checks the answer of a page against the open pairing.
 * @param {number} tabId
 * @param {{origin: string, challenge?: string, server?: string, token?: string} | null} answer
 */
export async function verify(tabId, answer, now = Date.now()) {
  const pairing = await openPairing(now);
  const isMatching =
    answer &&
    tabId === pairing.tabId &&
    answer.challenge === pairing.challenge &&
    answer.origin === pairing.origin &&
    answer.server === pairing.origin;
  if (!isMatching) throw new Failure("e_pairing_refused");
  if (typeof answer.token !== "string" || !isWellFormed(answer.token)) throw new Failure("e_malformed");
  return { server: pairing.origin, token: answer.token };
}

/** Invalidates the pairing: a challenge can be confirmed once, before it expires. */
export async function consume(challenge, now = Date.now()) {
  const pairing = await openPairing(now);
  if (pairing.challenge !== challenge) throw new Failure("e_pairing_expired");
  await area().remove(KEY);
}

/** Closes this pairing, unless another one has been opened since. */
export async function close(challenge) {
  if ((await area().get(KEY))[KEY]?.challenge === challenge) await area().remove(KEY);
}
