/** A send that fails for the network is kept and sent again once; the key makes two sends one. */
import { accountKey } from "./account.js";
import * as api from "./api.js";
import { Failure } from "./errors.js";
import * as store from "./store.js";

/**
 * Sends a product to the account it was captured for; creates the draft first where a new one was chosen.
 * @param {{account: {server: string, person: {id: number}}, target: {order?: number, client?: number}, item: object, key: string}} send
 */
export async function deliver(send, options) {
  const connection = await store.connection();
  const account = accountKey(send.account);
  // An order or a cabinet of one account means nothing, or something else, in another.
  if (!account || account !== accountKey(connection)) throw new Failure("e_other_connection");
  // Its own key: a draft that was created before the item was lost is found again, not made twice.
  const order =
    send.target.order ?? (await api.createDraft(connection, send.target.client, `${send.key}-draft`, options)).id;
  const added = await api.addItem(connection, order, send.item, send.key, options);
  await store.noteSend(send.account, send.item, added.order);
  await store.keepLastTarget(send.account, { order: added.order.id });
  return added;
}

/** Sends, and keeps what the network swallowed. */
export async function sendOrKeep(send, options) {
  try {
    return await deliver(send, options);
  } catch (failure) {
    if (failure.retriable) {
      await store.keepWaiting(send.account, { ...send, tried: 1 });
      globalThis.chrome.alarms?.create("send-again", { delayInMinutes: 0.5 });
    }
    throw failure;
  }
}

/** Sends what waits for the connected account, once by itself; a second failure waits for the person. */
export async function sendAgain(options, byPerson = false) {
  const send = await store.waiting(await store.connection());
  if (!send || (send.tried > 1 && !byPerson)) return null;
  try {
    const added = await deliver(send, options);
    await store.keepWaiting(send.account, null);
    return added;
  } catch (failure) {
    // Another account was connected meanwhile: the product waits for its own, as before.
    if (failure.key !== "e_other_connection") await store.keepWaiting(send.account, { ...send, tried: send.tried + 1, failure: failure.key });
    return null;
  }
}
