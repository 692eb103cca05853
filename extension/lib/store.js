/** What the extension keeps, on this device only: connection, last choice, own sends, one waiting send. */
const MOST_SENDS = 500;

const area = () => globalThis.chrome.storage.local;

async function read(key, fallback) {
  return (await area().get(key))[key] ?? fallback;
}

export const connection = () => read("connection", {});
export const keepConnection = (value) => area().set({ connection: value });
export const retailer = () => read("retailer", "https://www.zara.com");
export const keepRetailer = (value) => area().set({ retailer: value });
export const lastTarget = () => read("lastTarget", null);
export const keepLastTarget = (value) => area().set({ lastTarget: value });
export const waiting = () => read("waiting", null);
export const keepWaiting = (value) => (value ? area().set({ waiting: value }) : area().remove("waiting"));
export const forgetConnection = () => area().remove(["connection", "sends", "waiting", "lastTarget"]);

/** What tells one product from another: its id at the marketplace with the chosen variant, else its address. */
export function productKey(item) {
  return item.external_id ? `${item.marketplace ?? ""}|${item.external_id}|${item.variant ?? ""}` : item.url;
}

/** Notes a send, so that the product is shown as such the next time; the oldest are forgotten. */
export async function noteSend(item, order) {
  const sends = await read("sends", []);
  const key = productKey(item);
  const kept = sends.filter((send) => send.key !== key);
  kept.push({ key, number: order.number, id: order.id });
  await area().set({ sends: kept.slice(-MOST_SENDS) });
}

/** The order a product was sent to, if it was sent from here. */
export async function sentTo(item) {
  const key = productKey(item);
  return (await read("sends", [])).find((send) => send.key === key) ?? null;
}
