/** A send that fails for the network is kept and sent again once; the key makes two sends one. */
import * as api from "./api.js";
import * as store from "./store.js";

/**
 * Sends a product; creates the draft first where a new one was chosen.
 * @param {{target: {order?: number, client?: number}, item: object, key: string}} send
 */
export async function deliver(send, options) {
  const connection = await store.connection();
  // Its own key: a draft that was created before the line was lost is found again, not made twice.
  const order =
    send.target.order ?? (await api.createDraft(connection, send.target.client, `${send.key}-draft`, options)).id;
  const added = await api.addItem(connection, order, send.item, send.key, options);
  await store.noteSend(send.item, added.order);
  await store.keepLastTarget({ order: added.order.id });
  return added;
}

/** Sends, and keeps what the network swallowed. */
export async function sendOrKeep(send, options) {
  try {
    return await deliver(send, options);
  } catch (failure) {
    if (failure.retriable) {
      await store.keepWaiting({ ...send, tried: 1 });
      globalThis.chrome.alarms?.create("send-again", { delayInMinutes: 0.5 });
    }
    throw failure;
  }
}

/** Sends what waits, once by itself; a second failure waits for the person. */
export async function sendAgain(options, byPerson = false) {
  const send = await store.waiting();
  if (!send || (send.tried > 1 && !byPerson)) return null;
  try {
    const added = await deliver(send, options);
    await store.keepWaiting(null);
    return added;
  } catch (failure) {
    await store.keepWaiting({ ...send, tried: send.tried + 1, failure: failure.key });
    return null;
  }
}
