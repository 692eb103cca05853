/** What the extension keeps, on this device only: connections, the last choice, own sends, the answers for offline use. */
import { accountKey, sameConnection } from "./account.js";
import { Failure } from "./errors.js";

const MOST_SENDS = 500;
const MOST_CONNECTIONS = 20;

const area = () => globalThis.chrome.storage.local;

export async function read(key, fallback) {
  return (await area().get(key))[key] ?? fallback;
}

export const write = (values) => area().set(values);

/** Keeps storage out of reach of scripts in pages. Browsers without this setting never give them storage of the extension unasked. */
export async function protect() {
  for (const name of ["local", "session"]) {
    await globalThis.chrome.storage[name]?.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })?.catch?.(() => {});
  }
}

/** The connection in use: `{server, token, person, cabinets, usedAt}`; empty without one. */
export const connection = () => read("connection", {});
/** Connections that are kept beside the one in use. */
export const otherConnections = () => read("others", []);

export async function connections() {
  const current = await connection();
  return [...(current.token ? [current] : []), ...(await otherConnections())];
}

/** The connection of an account, in use or kept beside it. */
export async function connectionOf(account) {
  const key = accountKey(account);
  return (key && (await connections()).find((candidate) => accountKey(candidate) === key)) || null;
}

export const retailer = () => read("retailer", "https://www.zara.com");
export const keepRetailer = (value) => write({ retailer: value });

const without = (list, account) => list.filter((candidate) => accountKey(candidate) !== accountKey(account));

/** Stores a connection that the person confirmed, in use from now on; `shown` is the one that was named to them as present. */
export async function replaceConnection(shown, confirmed) {
  const current = await connection();
  if (!sameConnection(current, shown)) throw new Failure("e_other_connection");
  const beside = accountKey(current) && accountKey(current) !== accountKey(confirmed) ? [current] : [];
  const others = [...beside, ...without(without(await otherConnections(), confirmed), current)];
  await write({ connection: { ...confirmed, addedAt: Date.now() }, others: others.slice(0, MOST_CONNECTIONS) });
}

/** Puts a connection that is kept into use. */
export async function useConnection(account) {
  const [current, wanted] = [await connection(), await connectionOf(account)];
  if (!wanted || accountKey(current) === accountKey(wanted)) return;
  const others = without(without(await otherConnections(), wanted), current);
  await write({ connection: wanted, others: current.token ? [current, ...others] : others });
}

/** Removes a connection with its token. What waits for its account goes on waiting. */
export async function forgetConnection(account) {
  const [current, others] = [await connection(), await otherConnections()];
  const left = account ? without(others, account) : others;
  if (!account || accountKey(current) === accountKey(account) || !accountKey(current)) {
    const [next, ...rest] = left;
    if (next) return write({ connection: next, others: rest });
    await area().remove(["connection", "others"]);
  } else await write({ others: left });
}

/** Notes when a connection was used last, or why it can't be used. */
export async function noteUse(account, failure = null) {
  const note = (candidate) => (accountKey(candidate) === accountKey(account) ? { ...candidate, ...(failure ? { failure } : { usedAt: Date.now(), failure: undefined }) } : candidate);
  const [current, others] = [await connection(), await otherConnections()];
  if (current.token) await write({ connection: note(current), others: others.map(note) });
}

/** Earlier builds stored no account with a connection; what they kept belongs to the account of that connection. */
export async function addAccount(identified) {
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

/** The part of a connection that is stored with a product: whose it is, without the token. */
export const accountOf = ({ server, person }) => ({ server, person });

/** The draft that was chosen last in this account. */
export async function lastTarget(account) {
  const key = accountKey(account);
  const own = (await read("lastTargets", {}))[key];
  if (own) return own;
  const last = await read("lastTarget", null);
  return last && last.account === key ? last.target : null;
}

export async function keepLastTarget(account, target) {
  await write({ lastTargets: { ...(await read("lastTargets", {})), [accountKey(account)]: target } });
}

/** The last answers of the server, so that a product can be captured without a network. */
export async function keepAnswers(account, answers) {
  await write({ answers: { ...(await read("answers", {})), [accountKey(account)]: { ...answers, at: Date.now() } } });
}

export const lastAnswers = async (account) => (await read("answers", {}))[accountKey(account)] ?? null;

/** What tells one product from another: its id at the marketplace with the chosen variant, else its address. */
export function productKey(item) {
  return item.external_id ? `${item.marketplace ?? ""}|${item.external_id}|${item.variant ?? ""}` : item.url;
}

/** Notes a send, so that the product is shown as such the next time; the oldest are forgotten. */
export async function noteSend(account, item, order) {
  const sends = await read("sends", []);
  const [key, owner] = [productKey(item), accountKey(account)];
  const others = sends.filter((send) => send.key !== key || send.account !== owner);
  others.push({ key, account: owner, number: order.number, id: order.id });
  await write({ sends: others.slice(-MOST_SENDS) });
}

/** The order of this account that a product was sent to from here; any variant of it, when none is chosen. */
export async function sentTo(account, item) {
  const [key, owner] = [productKey(item), accountKey(account)];
  const sends = (await read("sends", [])).filter((send) => send.account === owner);
  const anyVariant = item.external_id && !item.variant && item.skus?.length > 1 ? `${item.marketplace ?? ""}|${item.external_id}|` : null;
  return sends.find((send) => send.key === key) ?? (anyVariant && sends.findLast((send) => send.key.startsWith(anyVariant))) ?? null;
}
