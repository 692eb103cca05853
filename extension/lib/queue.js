/**
 * The queue of products. A product is stored with the exact bytes and the key of its request before anything is sent,
 * and leaves the queue when the server has it or refuses it permanently. Sending the same bytes under the same key twice adds one item.
 */
import { accountKey } from "./account.js";
import * as api from "./api.js";
import { Failure } from "./errors.js";
import * as store from "./store.js";

const MAX_ENTRIES = 300;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 60 * 60_000;
const ALARM = "send-again";
/** Failures of the connection, not of the product: the product stays queued until the account is connected again. */
const CONNECTION_FAILURES = new Set(["e_other_connection", "e_no_token", "e_invalid", "e_revoked", "e_malformed"]);

let lastChange = Promise.resolve();
/** Runs changes of the queue one after another, across all pages of the extension. */
function withLock(work) {
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request("queue", work);
  const run = lastChange.then(work, work);
  lastChange = run.catch(() => {});
  return run;
}

/** Returns the pause before the next attempt: exponential with jitter, at most an hour. */
export function retryDelay(tried, random = Math.random()) {
  return Math.round(Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, tried - 1), MAX_DELAY_MS) * (0.9 + random * 0.2));
}

/** The request body as an earlier version sent it: storage has changed the order of the fields. */
function legacyRequestBody(item) {
  const order = [
    "title",
    "url",
    "price",
    "currency",
    "quantity",
    "price_uncertain",
    "image_url",
    "marketplace",
    "external_id",
    "variant",
    "shop",
    "comment",
  ];
  const out = {};
  for (const field of order)
    if (field in item)
      out[field] =
        field === "shop" && item.shop
          ? { name: item.shop.name, ...(item.shop.url ? { url: item.shop.url } : {}) }
          : item[field];
  return JSON.stringify(out);
}

const newEntry = (send, now) => ({
  key: send.key,
  account: send.account,
  target: send.target,
  draftKey: send.draftKey ?? `${send.key}-draft`,
  body: send.body ?? JSON.stringify(send.item),
  about: {
    title: send.item.title,
    url: send.item.url,
    image_url: send.item.image_url ?? "",
    marketplace: send.item.marketplace ?? "",
    external_id: send.item.external_id ?? "",
    variant: send.item.variant ?? "",
    price: send.item.price,
    currency: send.item.currency,
    quantity: send.item.quantity,
  },
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
  // Earlier versions stored one product per account.
  const moved = Object.values(earlier)
    .filter((send) => send?.account && send.item && send.key)
    .map((send) => newEntry({ ...send, body: legacyRequestBody(send.item) }, Date.now()));
  const all = [...queue, ...moved.filter((entry) => !queue.some((other) => other.key === entry.key))];
  await store.write({ queue: all, waiting: null });
  return all;
}

const save = (queue) => store.write({ queue });

async function change(key, values) {
  const queue = await entries();
  await save(
    values === null
      ? queue.filter((entry) => entry.key !== key)
      : queue.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)),
  );
}

/** Returns the queued products of this account. */
export async function entriesOf(account) {
  const key = accountKey(account);
  return key ? (await entries()).filter((entry) => accountKey(entry.account) === key) : [];
}

/** Returns the queued products of all other accounts. */
export async function entriesOfOthers(account) {
  const key = accountKey(account);
  return (await entries()).filter((entry) => accountKey(entry.account) !== key);
}

/** Shows the number of queued products on the icon. */
export async function refreshBadge() {
  const queue = await entries();
  const action = globalThis.chrome.action;
  await action?.setBadgeText?.({ text: queue.length ? String(queue.length) : "" });
  if (queue.length)
    await action?.setBadgeBackgroundColor?.({
      color: queue.some((entry) => entry.state === "refused") ? "#b42318" : "#8a5300",
    });
}

async function schedule() {
  const times = (await entries()).filter((entry) => entry.state === "waiting").map((entry) => entry.nextAt);
  const alarms = globalThis.chrome.alarms;
  if (times.length) await alarms?.create(ALARM, { when: Math.max(Date.now() + FIRST_DELAY_MS, Math.min(...times)) });
  else await alarms?.clear?.(ALARM);
}

/** Puts products into the queue; nothing is sent before all of them are stored. */
export function enqueue(sends, now = Date.now()) {
  return withLock(async () => {
    const queue = await entries();
    const newEntries = sends
      .filter((send) => !queue.some((entry) => entry.key === send.key))
      .map((send) => newEntry(send, now));
    if (queue.length + newEntries.length > MAX_ENTRIES)
      throw new Failure("e_queue_full", { detail: String(MAX_ENTRIES) });
    // Screenshots can exceed the storage quota: in that case the products are stored without them.
    await save([...queue, ...newEntries])
      .catch(() =>
        save([...queue, ...newEntries].map(({ proof, ...entry }) => (proof ? { ...entry, isProofLost: true } : entry))),
      )
      .catch(() => {
        throw new Failure("e_storage_full");
      });
    await Promise.all([refreshBadge(), schedule()]);
  });
}

/** Sends one product to the account it was captured for, after creating the draft if a new one was chosen. */
async function sendEntry(entry, options) {
  // Ids of orders and cabinets are valid only within their account.
  const connection = await store.connectionOf(entry.account);
  if (!connection) throw new Failure("e_other_connection");
  let added = entry.added;
  if (!added) {
    // The draft has its own idempotency key, so that a retry does not create it twice.
    const order =
      entry.target.order ?? (await api.createDraft(connection, entry.target.client, entry.draftKey, options)).id;
    const { item, order: taken } = await api.addItem(connection, order, entry.body, entry.key, options);
    added = { item: item.id, order: { id: taken?.id ?? order, number: taken?.number ?? String(order) } };
    if (entry.proof) await change(entry.key, { added });
    // The server has the item, so a full storage must not make the product look unsent.
    await Promise.resolve()
      .then(() => store.recordSend(entry.account, entry.about, added.order))
      .then(() => store.storeLastTarget(entry.account, { order: added.order.id }))
      .then(() => store.recordUse(entry.account))
      .catch(() => {});
  }
  if (entry.proof && added.item) {
    await api
      .addProof(connection, added.order.id, added.item, entry.proof, `${entry.key}-proof`, options)
      .catch((failure) => {
        // The item is stored on the server, so a rejected screenshot does not keep it in the queue.
        if (failure.retriable) throw failure;
        added = { ...added, isProofLost: true };
      });
  }
  return entry.isProofLost ? { ...added, isProofLost: true } : added;
}

async function trySend(entry, options, now) {
  try {
    const added = await sendEntry(entry, options);
    await change(entry.key, null);
    return { key: entry.key, about: entry.about, added };
  } catch (failure) {
    const key = failure.key ?? "e_server";
    const tried = entry.tried + 1;
    const retriable = failure.key ? failure.retriable : true;
    if (CONNECTION_FAILURES.has(key)) {
      await change(entry.key, { failure: key, nextAt: now() + MAX_DELAY_MS });
      if (key !== "e_other_connection") await store.recordUse(entry.account, key);
    } else if (retriable) {
      await change(entry.key, {
        tried,
        failure: key,
        nextAt: now() + Math.max(retryDelay(tried), failure.retryAfterMs ?? 0),
        ...(failure.retryAfterMs ? { notBefore: now() + failure.retryAfterMs } : {}),
      });
    } else await change(entry.key, { tried, failure: key, fields: failure.fields ?? [], state: "refused" });
    return {
      key: entry.key,
      about: entry.about,
      failure,
      isQueued: retriable || CONNECTION_FAILURES.has(key),
      needsPerson: CONNECTION_FAILURES.has(key) && entry.failure !== key,
    };
  }
}

/** Failures of which the next product of the server would be another one. */
const NO_ANSWER = new Set(["e_network", "e_busy", "e_portal"]);

/** After a server gave no answer, its other products are not attempted, but get the same pause. */
async function postpone(entry, failure, now) {
  await change(entry.key, {
    failure: failure.key,
    tried: entry.tried + 1,
    nextAt: now() + Math.max(retryDelay(entry.tried + 1), failure.retryAfterMs ?? 0),
    ...(failure.retryAfterMs ? { notBefore: now() + failure.retryAfterMs } : {}),
    state: "waiting",
  });
  return { key: entry.key, about: entry.about, failure, isQueued: true };
}

/**
 * Sends the queued products that are due, in their order. As soon as a server takes one, all others that wait for it follow.
 * @param {{keys?: string[], early?: boolean, force?: boolean, now?: () => number, fetch?: typeof fetch}} [options]
 *   `early`: also what is not due yet; `force`: what was refused as well
 * @returns {Promise<{key: string, about: object, added?: object, failure?: Error, kept?: boolean}[]>}
 */
export function flush({ keys, early = false, force = false, now = Date.now, ...options } = {}) {
  return withLock(async () => {
    const results = [];
    const tried = new Set();
    const reached = new Set();
    const unreachable = new Map();
    const isDue = (entry) =>
      keys && !keys.includes(entry.key)
        ? false
        : // A server that names a time is asked before it by the person only.
          force || (entry.state === "waiting" && (early || entry.nextAt <= now()) && !(entry.notBefore > now()));
    const follows = (entry) => entry.state === "waiting" && reached.has(accountKey(entry.account));
    const next = async () =>
      (await entries()).find((entry) => !tried.has(entry.key) && (isDue(entry) || follows(entry)));
    // The browser may end the page that sends: another attempt is planned before the first.
    await schedule();
    for (let entry = await next(); entry; entry = await next()) {
      tried.add(entry.key);
      const { key, about } = entry;
      if (!(await store.connectionOf(entry.account))) {
        if (keys) results.push({ key, about, failure: new Failure("e_other_connection"), isQueued: true });
        continue;
      }
      const server = entry.account.server;
      const failure = unreachable.get(server);
      if (failure) {
        results.push(await postpone(entry, failure, now));
        continue;
      }
      // If the storage is full, the outcome can't be stored: the product stays as it was, and the others continue.
      const result = await trySend(entry, options, now).catch((fault) => ({
        key,
        about,
        failure: fault.key ? fault : new Failure("e_storage_full"),
        isQueued: true,
      }));
      if (result.added) reached.add(accountKey(entry.account));
      if (NO_ANSWER.has(result.failure?.key)) unreachable.set(server, result.failure);
      results.push(result);
    }
    await Promise.all([refreshBadge(), schedule()]);
    return results;
  });
}

/** Removes a product from the queue. */
export function discard(key) {
  return withLock(async () => {
    await change(key, null);
    await Promise.all([refreshBadge(), schedule()]);
  });
}

/** Queues a rejected product for another draft. The server has not stored it, so it gets a new idempotency key. */
export function retarget(key, target) {
  return withLock(async () => {
    const newEntries = crypto.randomUUID();
    await change(key, {
      key: newEntries,
      draftKey: `${newEntries}-draft`,
      target,
      state: "waiting",
      failure: undefined,
      nextAt: Date.now(),
    });
    return newEntries;
  });
}

/**
 * Queues products and sends them at once. After a network failure they stay queued. A rejected one stays queued for the person;
 * only a single one is removed, because the person still sees its form.
 */
export async function send(sends, options = {}) {
  for (const item of sends)
    if (!accountKey(item.account) || accountKey(item.account) !== accountKey(await store.connection()))
      throw new Failure("e_other_connection");
  await enqueue(sends);
  const keys = sends.map((item) => item.key);
  const all = await flush({ ...options, keys, force: true });
  const results = all.filter((result) => keys.includes(result.key));
  const [only] = results;
  if (sends.length === 1 && only?.failure && !only.isQueued) await discard(only.key);
  return results;
}
