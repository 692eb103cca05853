/** Local storage of the extension: connections, the last selected draft, sent products, and cached responses for offline use. */
import { accountKey, sameConnection } from "./account.js";
import { Failure } from "./errors.js";

const MAX_SENDS = 500;
const MAX_CONNECTIONS = 20;

const area = () => globalThis.chrome.storage.local;

export async function read(key, fallback) {
  return (await area().get(key))[key] ?? fallback;
}

export const write = (values) => area().set(values);

/** Denies content scripts access to the storage. Browsers without this setting deny it by default. */
export async function protect() {
  for (const name of ["local", "session"]) {
    await globalThis.chrome.storage[name]?.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })?.catch?.(() => {});
  }
}

/** The connection in use: `{server, token, person, cabinets, usedAt}`; empty without one. */
export const connection = () => read("connection", {});
/** The other stored connections. */
export const otherConnections = () => read("others", []);

export async function connections() {
  const current = await connection();
  return [...(current.token ? [current] : []), ...(await otherConnections())];
}

/** Returns the stored connection of an account. */
export async function connectionOf(account) {
  const key = accountKey(account);
  return (key && (await connections()).find((candidate) => accountKey(candidate) === key)) || null;
}

export const retailer = () => read("retailer", "https://www.zara.com");
export const storeRetailer = (value) => write({ retailer: value });

const without = (list, account) => list.filter((candidate) => accountKey(candidate) !== accountKey(account));

/** Stores a confirmed connection and makes it the current one. `shown` is the current connection that the confirmation displayed. */
export async function replaceConnection(shown, confirmed) {
  const current = await connection();
  if (!sameConnection(current, shown)) throw new Failure("e_other_connection");
  const beside = accountKey(current) && accountKey(current) !== accountKey(confirmed) ? [current] : [];
  const others = [...beside, ...without(without(await otherConnections(), confirmed), current)];
  await write({ connection: { ...confirmed, addedAt: Date.now() }, others: others.slice(0, MAX_CONNECTIONS) });
}

/** Makes a stored connection the current one. */
export async function useConnection(account) {
  const [current, wanted] = [await connection(), await connectionOf(account)];
  if (!wanted || accountKey(current) === accountKey(wanted)) return;
  const others = without(without(await otherConnections(), wanted), current);
  await write({ connection: wanted, others: current.token ? [current, ...others] : others });
}

/** Removes a connection with its token. Products queued for its account stay queued. */
export async function removeConnection(account) {
  const [current, others] = [await connection(), await otherConnections()];
  const left = account ? without(others, account) : others;
  if (!account || accountKey(current) === accountKey(account) || !accountKey(current)) {
    const [next, ...rest] = left;
    if (next) return write({ connection: next, others: rest });
    await area().remove(["connection", "others"]);
  } else await write({ others: left });
}

/** Records when a connection was last used, or why it can't be used. */
export async function recordUse(account, failure = null) {
  const note = (candidate) =>
    accountKey(candidate) === accountKey(account)
      ? { ...candidate, ...(failure ? { failure } : { usedAt: Date.now(), failure: undefined }) }
      : candidate;
  const [current, others] = [await connection(), await otherConnections()];
  if (current.token) await write({ connection: note(current), others: others.map(note) });
}

/** Migrates data of earlier versions, which stored no account: it belongs to the account of the connection. */
export async function migrateConnection(identified) {
  const stored = await connection();
  if (stored.person || !sameConnection(stored, identified)) return;
  const account = accountKey(identified);
  const [send, sends, target] = await Promise.all([read("waiting", null), read("sends", []), read("lastTarget", null)]);
  await write({
    connection: identified,
    waiting: send?.target ? { [account]: { ...send, account: accountOf(identified) } } : {},
    sends: sends.map((entry) => ({ ...entry, account })),
    lastTarget: target && { account, target },
  });
}

/** The part of a connection that is stored with a product: the account without the token. */
export const accountOf = ({ server, person }) => ({ server, person });

/** Returns the last selected draft of this account. */
export async function lastTarget(account) {
  const key = accountKey(account);
  const own = (await read("lastTargets", {}))[key];
  if (own) return own;
  const last = await read("lastTarget", null);
  return last && last.account === key ? last.target : null;
}

export async function storeLastTarget(account, target) {
  await write({ lastTargets: { ...(await read("lastTargets", {})), [accountKey(account)]: target } });
}

/** Caches responses of the server, so that a product can be captured offline. */
export async function storeResponses(account, answers) {
  await write({ answers: { ...(await read("answers", {})), [accountKey(account)]: { ...answers, at: Date.now() } } });
}

export const lastResponses = async (account) => (await read("answers", {}))[accountKey(account)] ?? null;

/** Identifies a product: by its id at the marketplace and the chosen variant, otherwise by its URL. */
export function productKey(item) {
  return item.external_id ? `${item.marketplace ?? ""}|${item.external_id}|${item.variant ?? ""}` : item.url;
}

/** Records a sent product, so that the popup shows it as sent. The oldest records are removed. */
export async function recordSend(account, item, order) {
  const sends = await read("sends", []);
  const [key, owner] = [productKey(item), accountKey(account)];
  const others = sends.filter((send) => send.key !== key || send.account !== owner);
  others.push({ key, account: owner, number: order.number, id: order.id });
  await write({ sends: others.slice(-MAX_SENDS) });
}

/** Finds the order that a product was sent to; any variant matches if none is chosen. */
export async function findSentOrder(account, item) {
  const [key, owner] = [productKey(item), accountKey(account)];
  const sends = (await read("sends", [])).filter((send) => send.account === owner);
  const anyVariant =
    item.external_id && !item.variant && item.skus?.length > 1
      ? `${item.marketplace ?? ""}|${item.external_id}|`
      : null;
  return (
    sends.find((send) => send.key === key) ??
    (anyVariant && sends.findLast((send) => send.key.startsWith(anyVariant))) ??
    null
  );
}
