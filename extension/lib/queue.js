/**
 * The queue of products. A product is stored with the exact bytes and the key of its request before anything is sent,
 * and leaves the queue when the server has it or refuses it for good. Sending the same bytes under the same key twice adds one item.
 */
import { accountKey } from "./account.js";
import * as api from "./api.js";
import { Failure } from "./errors.js";
import * as store from "./store.js";

const MOST_ENTRIES = 300;
const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 60 * 60_000;
const ALARM = "send-again";
/** Failures of the connection, not of the product: it waits until the account is connected again. */
const OF_CONNECTION = new Set(["e_other_connection", "e_no_token", "e_invalid", "e_revoked", "e_malformed"]);

let tail = Promise.resolve();
/** One change of the queue at a time, over all pages of the extension. */
function locked(work) {
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request("queue", work);
  const run = tail.then(work, work);
  tail = run.catch(() => {});
  return run;
}

/** The pause before the next attempt: doubled each time, at most an hour, a little different for each. */
export function delayAfter(tried, random = Math.random()) {
  return Math.round(Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, tried - 1), LONGEST_DELAY_MS) * (0.9 + random * 0.2));
}

/** The bytes that an earlier build sent: storage gave its fields back in another order. */
function bytesOfEarlierBuild(item) {
  const order = ["title", "url", "price", "currency", "quantity", "price_uncertain", "image_url", "marketplace", "external_id", "variant", "shop", "comment"];
  const out = {};
  for (const field of order) if (field in item) out[field] = field === "shop" && item.shop ? { name: item.shop.name, ...(item.shop.url ? { url: item.shop.url } : {}) } : item[field];
  return JSON.stringify(out);
}

const entryOf = (send, now) => ({
  key: send.key,
  account: send.account,
  target: send.target,
  draftKey: send.draftKey ?? `${send.key}-draft`,
  body: send.body ?? JSON.stringify(send.item),
  about: { title: send.item.title, url: send.item.url, image_url: send.item.image_url ?? "", marketplace: send.item.marketplace ?? "", external_id: send.item.external_id ?? "", variant: send.item.variant ?? "", price: send.item.price, currency: send.item.currency, quantity: send.item.quantity },
  ...(send.proof ? { proof: send.proof } : {}),
  createdAt: now,
  tried: send.tried ?? 0,
  nextAt: now,
  state: "waiting",
});

async function entries() {
  const queue = await store.read("queue", []);
  const earlier = await store.read("waiting", null);
  if (!earlier) return queue;
  // What an earlier build kept, one product per account.
  const moved = Object.values(earlier).filter((send) => send?.account && send.item && send.key).map((send) => entryOf({ ...send, body: bytesOfEarlierBuild(send.item) }, Date.now()));
  const all = [...queue, ...moved.filter((entry) => !queue.some((other) => other.key === entry.key))];
  await store.write({ queue: all, waiting: null });
  return all;
}

const save = (queue) => store.write({ queue });

async function change(key, values) {
  const queue = await entries();
  await save(values === null ? queue.filter((entry) => entry.key !== key) : queue.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)));
}

/** The products that wait for this account. */
export async function waiting(account) {
  const key = accountKey(account);
  return key ? (await entries()).filter((entry) => accountKey(entry.account) === key) : [];
}

/** The products that wait for accounts other than this one. */
export async function waitingElsewhere(account) {
  const key = accountKey(account);
  return (await entries()).filter((entry) => accountKey(entry.account) !== key);
}

/** Shows on the icon how many products wait. */
export async function refreshBadge() {
  const queue = await entries();
  const action = globalThis.chrome.action;
  await action?.setBadgeText?.({ text: queue.length ? String(queue.length) : "" });
  if (queue.length) await action?.setBadgeBackgroundColor?.({ color: queue.some((entry) => entry.state === "refused") ? "#b42318" : "#8a5300" });
}

async function schedule() {
  const times = (await entries()).filter((entry) => entry.state === "waiting").map((entry) => entry.nextAt);
  const alarms = globalThis.chrome.alarms;
  if (times.length) await alarms?.create(ALARM, { when: Math.max(Date.now() + FIRST_DELAY_MS, Math.min(...times)) });
  else await alarms?.clear?.(ALARM);
}

/** Puts products into the queue; nothing is sent before all of them are stored. */
export function enqueue(sends, now = Date.now()) {
  return locked(async () => {
    const queue = await entries();
    const fresh = sends.filter((send) => !queue.some((entry) => entry.key === send.key)).map((send) => entryOf(send, now));
    if (queue.length + fresh.length > MOST_ENTRIES) throw new Failure("e_queue_full", { detail: String(MOST_ENTRIES) });
    // Pictures of pages can fill the storage: a product is worth more than its picture.
    await save([...queue, ...fresh]).catch(() => save([...queue, ...fresh].map(({ proof, ...entry }) => entry)));
    await Promise.all([refreshBadge(), schedule()]);
  });
}

/** Sends one product to the account it was captured for; creates the draft first where a new one was chosen. */
async function deliver(entry, options) {
  // An order or a cabinet of one account means nothing, or something else, in another.
  const connection = await store.connectionOf(entry.account);
  if (!connection) throw new Failure("e_other_connection");
  let added = entry.added;
  if (!added) {
    // Its own key: a draft that was created before the item was lost is found again, not made twice.
    const order = entry.target.order ?? (await api.createDraft(connection, entry.target.client, entry.draftKey, options)).id;
    const answer = await api.addItem(connection, order, entry.body, entry.key, options);
    added = { item: answer?.item?.id, order: { id: answer?.order?.id ?? order, number: answer?.order?.number ?? String(order) } };
    if (entry.proof) await change(entry.key, { added });
    await store.noteSend(entry.account, entry.about, added.order);
    await store.keepLastTarget(entry.account, { order: added.order.id });
    await store.noteUse(entry.account);
  }
  if (entry.proof && added.item) {
    await api.addProof(connection, added.order.id, added.item, entry.proof, `${entry.key}-proof`, options).catch((failure) => {
      // A picture that the server does not take is no reason to keep a product that it has.
      if (failure.retriable) throw failure;
    });
  }
  return added;
}

async function attempt(entry, options, now) {
  try {
    const added = await deliver(entry, options);
    await change(entry.key, null);
    return { key: entry.key, about: entry.about, added };
  } catch (failure) {
    const key = failure.key ?? "e_server";
    const tried = entry.tried + 1;
    const retriable = failure.key ? failure.retriable : true;
    if (OF_CONNECTION.has(key)) {
      await change(entry.key, { failure: key, nextAt: now() + LONGEST_DELAY_MS });
      if (key !== "e_other_connection") await store.noteUse(entry.account, key);
    } else if (retriable) {
      await change(entry.key, { tried, failure: key, nextAt: now() + Math.max(delayAfter(tried), failure.retryAfterMs ?? 0) });
    } else await change(entry.key, { tried, failure: key, detail: failure.detail ?? "", state: "refused" });
    return { key: entry.key, about: entry.about, failure, kept: retriable || OF_CONNECTION.has(key), needsPerson: OF_CONNECTION.has(key) && entry.failure !== key };
  }
}

/**
 * Sends what waits and is due.
 * @param {{keys?: string[], early?: boolean, force?: boolean, now?: () => number, fetch?: typeof fetch}} [options] `early`: also what is not due yet; `force`: what was refused as well
 * @returns {Promise<{key: string, about: object, added?: object, failure?: Error, kept?: boolean}[]>}
 */
export function flush({ keys, early = false, force = false, now = Date.now, ...options } = {}) {
  return locked(async () => {
    const results = [];
    const unreachable = new Map();
    for (const entry of await entries()) {
      if (keys && !keys.includes(entry.key)) continue;
      if (!force && (entry.state !== "waiting" || (!early && entry.nextAt > now()))) continue;
      if (!(await store.connectionOf(entry.account))) {
        if (keys) results.push({ key: entry.key, about: entry.about, failure: new Failure("e_other_connection"), kept: true });
        continue;
      }
      const server = entry.account.server;
      const failure = unreachable.get(server);
      if (failure) {
        // One attempt tells that a server is down; the others wait as long.
        await change(entry.key, { failure: failure.key, tried: entry.tried + 1, nextAt: now() + delayAfter(entry.tried + 1), state: "waiting" });
        results.push({ key: entry.key, about: entry.about, failure, kept: true });
        continue;
      }
      const result = await attempt(entry, options, now);
      if (result.failure?.key === "e_network") unreachable.set(server, result.failure);
      results.push(result);
    }
    await Promise.all([refreshBadge(), schedule()]);
    return results;
  });
}

/** Drops a product. */
export function discard(key) {
  return locked(async () => {
    await change(key, null);
    await Promise.all([refreshBadge(), schedule()]);
  });
}

/** Sends a refused product into another draft: the server has not stored it, so it gets a key of its own. */
export function retarget(key, target) {
  return locked(async () => {
    const fresh = crypto.randomUUID();
    await change(key, { key: fresh, draftKey: `${fresh}-draft`, target, state: "waiting", failure: undefined, nextAt: Date.now() });
    return fresh;
  });
}

/**
 * Stores products and sends them at once. What the network swallows stays in the queue; what the server refuses right away does not:
 * the person still has it in front of them.
 */
export async function send(sends, options = {}) {
  for (const one of sends) if (!accountKey(one.account) || accountKey(one.account) !== accountKey(await store.connection())) throw new Failure("e_other_connection");
  await enqueue(sends);
  const results = await flush({ ...options, keys: sends.map((one) => one.key), force: true });
  for (const result of results) if (result.failure && !result.kept) await discard(result.key);
  return results;
}
