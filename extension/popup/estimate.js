/** The cost of the chosen order with the product: the server's own estimate, so that the order's page shows the same sum. */
import * as api from "../lib/api.js";
import { costInClientCurrency } from "../lib/convert.js";
import { amount, text } from "../lib/format.js";
import { $, show } from "./view.js";

/** How long the person has to pause before the server is asked. */
const PAUSE_MS = 300;

const money = ({ amount: sum, currency }) => amount(sum, currency);
const both = ({ amount: sum, converted }) => (converted ? `${money(sum)} (${money(converted)})` : money(sum));

/** The estimate in words. */
function inWords({ total, delivery, left_out: leftOut }) {
  return [
    text("order_costs", both(total)),
    ...(delivery ? [text("delivery_later", both(delivery))] : []),
    ...(leftOut ? [text("left_out", leftOut)] : []),
  ].join(" · ");
}

/** The numbers that the server needs; nothing names the product. */
const numbersOf = ({ price, currency, pieces, per, weight, size }) => ({
  price,
  currency,
  quantity: pieces,
  ...(per > 1 ? { price_per: per } : {}),
  ...(weight ? { weight_grams: weight } : {}),
  ...(size ? { size_mm: size } : {}),
});

/**
 * @param {object} connection
 * @param {boolean} isOffered whether the server estimates
 * @returns {{setTarget: (target: {client?: number, order?: number, pricing?: object}) => void,
 *   setItems: (items: object[]) => void}}
 */
export function orderEstimate(connection, isOffered) {
  /** The estimates of this form by what was asked. */
  const known = new Map();
  let [wanted, timer] = ["", 0];
  let target = {};
  let items = [];

  function say(words) {
    show("converted", words !== "");
    $("converted").textContent = words;
  }

  /** The price of the goods at the last known rate, which needs no server. */
  function sayGoods(isOffline) {
    const goods = costInClientCurrency(items, target.pricing);
    const words = goods ? [text("converted", amount(goods.amount, goods.currency))] : [];
    say([...words, ...(isOffline ? [text("order_cost_offline")] : [])].join(" · "));
  }

  async function ask(request) {
    try {
      const estimate = await api.estimate(connection, request);
      known.set(request, inWords(estimate));
      if (wanted === request) say(known.get(request));
    } catch (failure) {
      if (wanted !== request) return;
      // The next change asks again.
      wanted = "";
      sayGoods(["e_network", "e_portal"].includes(failure.key));
    }
  }

  function refresh() {
    clearTimeout(timer);
    const isComplete =
      items.length > 0 && items.every(({ price, currency, pieces }) => price && currency && pieces > 0);
    if (!isComplete || !isOffered || !target.client) {
      wanted = "";
      return sayGoods(false);
    }
    const { client, order } = target;
    const request = JSON.stringify({
      client_id: client,
      ...(order ? { order_id: order } : {}),
      items: items.map(numbersOf),
    });
    if (known.has(request)) say(known.get(request));
    else if (request !== wanted) say(text("order_cost_pending"));
    if (!known.has(request)) timer = setTimeout(ask, PAUSE_MS, request);
    wanted = request;
  }

  return {
    setTarget(chosen) {
      target = chosen;
      refresh();
    },
    setItems(priced) {
      items = priced;
      refresh();
    },
  };
}
