/** What the extension keeps, on this device only: connection, last choice, own sends, one waiting send per account. */
import { accountKey, sameConnection } from "./account.js";
import { Failure } from "./errors.js";

const MOST_SENDS = 500;

const area = () => globalThis.chrome.storage.local;

async function read(key, fallback) {
  return (await area().get(key))[key] ?? fallback;
}

/** `{server, token, person, cabinets}`; empty without a connection. */
export const connection = () => read("connection", {});
export const retailer = () => read("retailer", "https://www.zara.com");
export const keepRetailer = (value) => area().set({ retailer: value });
export const forgetConnection = () => area().remove(["connection", "sends", "waiting", "lastTarget"]);

/** Stores a connection that the person confirmed as the replacement of `shown`, the one that was named to them. */
export async function replaceConnection(shown, confirmed) {
  if (!sameConnection(await connection(), shown)) throw new Failure("e_other_connection");
  await area().set({ connection: confirmed });
}

/** Earlier builds stored no account with a connection; what they kept belongs to the account of that connection. */
export async function addAccount(identified) {
  const stored = await connection();
  if (stored.person || !sameConnection(stored, identified)) return;
  const account = accountKey(identified);
  const [send, sends, target] = await Promise.all([read("waiting", null), read("sends", []), read("lastTarget", null)]);
  await area().set({
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
  const last = await read("lastTarget", null);
  return last && last.account === accountKey(account) ? last.target : null;
}

export const keepLastTarget = (account, target) => area().set({ lastTarget: { account: accountKey(account), target } });

/** The send that waits for this account. */
export async function waiting(account) {
  return (await read("waiting", {}))[accountKey(account)] ?? null;
}

/** The sends that wait for other accounts: they are never sent to this one. */
export async function waitingElsewhere(account) {
  const all = await read("waiting", {});
  return Object.keys(all).filter((key) => key !== accountKey(account) && all[key]?.account).map((key) => all[key]);
}

/** Keeps the send that waits for an account, or with null drops it. */
export async function keepWaiting(account, send) {
  const all = await read("waiting", {});
  delete all[accountKey(account)];
  if (send) all[accountKey(account)] = send;
  await area().set({ waiting: all });
}

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
  await area().set({ sends: others.slice(-MOST_SENDS) });
}

/** The order of this account that a product was sent to from here. */
export async function sentTo(account, item) {
  const [key, owner] = [productKey(item), accountKey(account)];
  return (await read("sends", [])).find((send) => send.key === key && send.account === owner) ?? null;
}
