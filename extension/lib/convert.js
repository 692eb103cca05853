/** The price of the chosen products in the client's currency, if the server sends rates. */
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

/**
 * @param {{price: string, currency: string, pieces: number, per?: number}[]} items decimal prices of `per` pieces in the shop's
 *   currency
 * @param {{currency: string, rates: Record<string, string>, isPlain?: boolean} | undefined} pricing of the client, from
 *   `/api/ext/me`; `isPlain`: also a sum that no rate changes
 * @returns {{amount: string, currency: string} | null} the price of the items without what the order adds
 */
export function costInClientCurrency(items, pricing) {
  if (!pricing?.currency || !items.length) return null;
  let goods = 0n;
  for (const { price, currency, pieces, per = 1 } of items) {
    const rate = currency === pricing.currency ? ONE : millionths(pricing.rates?.[currency]);
    const amount = millionths(price);
    if (!rate || amount === null) return null;
    goods += divide(amount * BigInt(pieces) * rate, 10n ** 10n * BigInt(per));
  }
  const isSaid = !pricing.isPlain && items.every(({ currency }) => currency === pricing.currency);
  return isSaid ? null : { amount: decimal(goods * 10n), currency: pricing.currency };
}
