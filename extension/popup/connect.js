/** Connecting to a server: the token is verified, the person is asked, and only then is anything stored. */
import { accountKey, identify, sameConnection } from "../lib/account.js";
import * as queue from "../lib/queue.js";
import * as store from "../lib/store.js";
import { confirmConnection } from "./confirm.js";

/** The stored connection with its account; while its server does not answer, the person may be unknown. */
export async function currentConnection() {
  const stored = await store.connection();
  if (!stored.token || stored.person) return stored;
  const identified = await identify(stored).catch(() => null);
  if (identified) await store.migrateConnection(identified);
  return identified ?? stored;
}

/**
 * Connects to what was offered by a page or typed by the person.
 * @param {{server: string, token: string}} offer
 * @param {{dialog: HTMLDialogElement, modal: boolean, beforeStore?: () => Promise<void>}} options
 * @returns the new connection, or null when the person declined
 */
export async function connect(offer, { dialog, modal, beforeStore }) {
  const [current, offered] = await Promise.all([currentConnection(), identify(offer)]);
  if (sameConnection(current, offered)) return offered;
  // Entries that wait for another account stay there, and that connection is kept.
  const waiting = accountKey(current) === accountKey(offered) ? null : ((await queue.entriesOf(current))[0] ?? null);
  if (!(await confirmConnection(dialog, { current, offered, waiting, modal }))) return null;
  await beforeStore?.();
  await store.replaceConnection(current, offered);
  return offered;
}
