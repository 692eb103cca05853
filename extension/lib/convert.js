/** The cost of an order with the chosen products, in the client's currency, if the server sends rates and commission. */
import { decimal } from "./format.js";

const ONE = 1_000_000n;

/** A decimal text as a whole number of millionths. */
function millionths(value) {
  const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(value)) ?? [];
  return whole === undefined ? null : BigInt(whole) * ONE + BigInt(part.padEnd(6, "0"));
}

/** Divides whole numbers that are not negative, and rounds half to even, as the server does. */
function divide(number, by) {
  const [quotient, rest] = [number / by, number % by];
  const isUp = rest * 2n > by || (rest * 2n === by && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** The commission on all goods of an order: the percentage of the highest bracket reached, or the minimum. */
function commissionOn(goods, { percent, minimum_minor: minimum = 0, brackets = [] }) {
  if (goods <= 0n) return 0n;
  const reached = brackets
    .filter((bracket) => BigInt(bracket.from_minor) <= goods)
    .sort((one, other) => other.from_minor - one.from_minor)[0];
  const share = divide(goods * (millionths(reached?.percent ?? percent) ?? 0n), 100n * ONE);
  return share < BigInt(minimum) ? BigInt(minimum) : share;
}

/**
 * @param {{price: string, currency: string, pieces: number, per?: number}[]} items decimal prices of `per` pieces in the shop's
 *   currency
 * @param {{currency: string, rates: Record<string, string>, fee_percent?: string, commission?: object, isPlain?: boolean} | undefined}
 *   pricing of the client, from `/api/ext/me`; `isPlain`: also a sum that no rate or commission changes
 * @param {{type?: string, currency: string, total: {amount: string}} | undefined} draft that the items are added to
 * @returns {{amount: string, currency: string, isOrder: boolean} | null} with `isOrder`, what the whole order costs
 */
export function costInClientCurrency(items, pricing, draft) {
  if (!pricing?.currency || !items.length) return null;
  let goods = 0n;
  for (const { price, currency, pieces, per = 1 } of items) {
    const rate = currency === pricing.currency ? ONE : millionths(pricing.rates?.[currency]);
    const amount = millionths(price);
    if (!rate || amount === null) return null;
    goods += divide(amount * BigInt(pieces) * rate, 10n ** 10n * BigInt(per));
  }
  const commission = pricing.commission ?? { percent: pricing.fee_percent ?? "0" };
  const hasFee = draft?.type !== "self_buyout" && commissionOn(10n ** 12n, commission) > 0n;
  if (!hasFee) {
    if (!pricing.isPlain && items.every(({ currency }) => currency === pricing.currency)) return null;
    return { amount: decimal(goods * 10n), currency: pricing.currency, isOrder: false };
  }
  const before = draft && draft.currency === pricing.currency ? (millionths(draft.total.amount) ?? 0n) / 10_000n : 0n;
  const total = before + goods;
  return {
    amount: decimal((total + commissionOn(total, commission)) * 10n),
    currency: pricing.currency,
    isOrder: true,
  };
}
