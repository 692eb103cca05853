/** What was read from the page, for the person to check. */
import { amount, text } from "../lib/format.js";

const $ = (id) => document.getElementById(id);

/** The price of so many pieces, by the shop's wholesale steps. */
export function stepPrice(tiers, pieces) {
  return tiers.filter((tier) => tier.from <= pieces).at(-1)?.price ?? tiers[0]?.price;
}

/** Shows the product; the price follows the wholesale steps until the person writes their own. */
export function showProduct(product, sent) {
  if (product.image_url) $("picture").src = product.image_url;
  $("variant").textContent = product.variant;
  $("shop").textContent = product.shop?.name ?? "";
  $("title").value = product.title;
  $("price").value = product.tiers.length ? stepPrice(product.tiers, product.min_quantity) : product.price;
  $("currency").textContent = product.currency;
  $("quantity").value = String(product.min_quantity);
  $("uncertain").hidden = !product.price_uncertain;
  $("already").hidden = !sent;
  if (sent) $("already").textContent = text("already", sent.number);
  $("tiers").replaceChildren(
    ...product.tiers.map((tier) => {
      const row = document.createElement("li");
      row.textContent = `${text("from_pieces", tier.from)} ${amount(tier.price, product.currency)}`;
      return row;
    }),
  );
  let edited = false;
  $("price").addEventListener("input", () => {
    edited = true;
    $("uncertain").hidden = true;
  });
  $("quantity").addEventListener("input", () => {
    if (!edited && product.tiers.length) $("price").value = stepPrice(product.tiers, Number($("quantity").value)) ?? "";
  });
}

/** The line that is sent: what was read, with what the person changed. */
export function itemOf(product) {
  const item = {
    title: $("title").value.trim(),
    url: product.url,
    price: $("price").value.trim().replace(",", "."),
    currency: product.currency || "CNY",
    quantity: Math.trunc(Number($("quantity").value)),
    price_uncertain: product.price_uncertain && !$("uncertain").hidden,
  };
  for (const field of ["image_url", "marketplace", "external_id", "variant"]) if (product[field]) item[field] = product[field];
  if (product.shop) item.shop = product.shop;
  const comment = $("comment").value.trim();
  return comment ? { ...item, comment } : item;
}
