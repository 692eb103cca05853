/** A product, its account, and a fetch that notes what it was given. */
import * as store from "../lib/store.js";
import { connectionTo } from "./chrome.mjs";

export const item = {
  title: "A",
  url: "https://a.example/1",
  price: "1.00",
  currency: "CNY",
  quantity: 1,
  price_uncertain: false,
  marketplace: "1688",
  external_id: "1",
  variant: "red",
};
export const mine = connectionTo("https://k.example", 1);
export const account = store.accountOf(mine);
export const send = (key = "k-1", more = {}) => ({ account, target: { order: 7 }, item, key, ...more });
export const answer =
  (status, body, headers = {}) =>
  async () =>
    new Response(JSON.stringify(body), { status, headers });
export const added = { item: { id: 70 }, order: { id: 7, number: "K1-7" } };
export const down = async () => {
  throw new TypeError("down");
};

/** A fetch that notes what it was given. */
export function recorded(...answers) {
  const requests = [];
  const fetch = async (address, init) => {
    requests.push({ address, key: init.headers["Idempotency-Key"], body: init.body });
    return (answers.shift() ?? answer(201, added))();
  };
  return { requests, fetch };
}
