/** A price in the client's currency, with the agent's rate and fee, where the server tells both. */
import { decimal } from "./format.js";

/** A decimal text as a whole number of millionths. */
function millionths(value) {
  const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(value)) ?? [];
  return whole === undefined ? null : BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, "0"));
}

/**
 * @param {string} price a decimal text in the shop's currency
 * @param {string} currency
 * @param {number} pieces
 * @param {{currency: string, rates: Record<string, string>, fee_percent?: string} | undefined} pricing of the client, from `/api/ext/me`
 * @returns {{amount: string, currency: string, withFee: boolean} | null}
 */
export function inClientCurrency(price, currency, pieces, pricing) {
  const rate = currency === pricing?.currency ? 1_000_000n : millionths(pricing?.rates?.[currency]);
  const amount = millionths(price);
  if (!pricing?.currency || !rate || !amount) return null;
  const fee = millionths(pricing.fee_percent ?? "0") ?? 0n;
  if (currency === pricing.currency && !fee) return null;
  const total = amount * BigInt(pieces) * rate * (100_000_000n + fee);
  // Millionths of a price, of a rate and of a percentage, to hundredths, rounded up as the person pays.
  const unit = 10n ** 18n;
  const hundredths = (total + unit - 1n) / unit;
  return { amount: decimal(hundredths * 10n), currency: pricing.currency, withFee: fee > 0n };
}
