/** Several products at once: the rows of a cart, an order list or a list page, with checkboxes. */
import { amount, text } from "../lib/format.js";
import { Failure } from "../lib/errors.js";
import { shopText } from "../lib/language.js";
import { isCurrency, isPrice } from "./preview.js";
import { thumbnail } from "./thumbnail.js";

const $ = (id) => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** One line: what is uncertain can be changed beside it. */
function line(product, index, sent) {
  const box = element("input", { type: "checkbox", checked: product.quantity > 0 && !sent, id: `product-${index}` });
  const price = element("input", { inputMode: "decimal", value: product.price, size: 8 });
  const currency = element("input", { value: product.currency, maxLength: 3, size: 4 });
  currency.setAttribute("list", "currencies");
  const quantity = element("input", {
    type: "number",
    min: "1",
    max: "99999",
    value: String(product.quantity || product.min_quantity),
  });
  for (const [input, name] of [
    [price, "price"],
    [currency, "currency"],
    [quantity, "quantity"],
  ])
    input.setAttribute("aria-label", `${text(name)}: ${product.title}`);
  const picture = product.image_url ? [thumbnail(product.image_url)] : [];
  const about = [
    ...[product.variant, product.shop?.name].filter(Boolean).map((part) => shopText("span", part)),
    ...(sent ? [text("already", sent.number)] : []),
  ].flatMap((part, place) => (place ? [" · ", part] : [part]));
  const row = element(
    "li",
    {},
    box,
    element(
      "label",
      { htmlFor: box.id },
      ...picture,
      shopText("span", product.title),
      element("small", { className: "muted" }, ...about),
    ),
    element("span", { className: "pair" }, price, currency, quantity),
  );
  row.dataset.testid = "found-product";
  const read = () => ({
    title: product.title,
    url: product.url,
    price: price.value.trim().replace(/\s/g, "").replace(",", "."),
    currency: currency.value.trim().toUpperCase(),
    quantity: Math.max(1, Math.trunc(Number(quantity.value)) || 1),
    // A list shows a price for a product, not for the variant that will be bought, unless it is a cart.
    price_uncertain: product.price_uncertain && price.value === product.price,
    ...(product.image_url ? { image_url: product.image_url } : {}),
    ...(product.marketplace ? { marketplace: product.marketplace } : {}),
    ...(product.external_id ? { external_id: product.external_id } : {}),
    ...(product.variant ? { variant: [...product.variant].slice(0, 300).join("") } : {}),
    ...(product.shop ? { shop: product.shop } : {}),
  });
  return { row, box, price, currency, read };
}

/** Shows the products; returns what was ticked. */
export function showList(list, sent) {
  const lines = list.map((product, index) => line(product, index, sent[index]));
  const ticked = () => lines.filter(({ box }) => box.checked);
  const label = () => text("send_many", ticked().length);
  const button = $("many").querySelector("button.primary");
  const refresh = () => {
    button.textContent = label();
    button.disabled = ticked().length === 0;
  };
  const tick = (checked) => {
    for (const { box } of lines) box.checked = checked;
    refresh();
  };
  $("many-title").textContent = text("many_title", list.length);
  $("found").replaceChildren(...lines.map(({ row }) => row));
  $("found").onchange = refresh;
  $("all").onclick = () => tick(true);
  $("none").onclick = () => tick(false);
  refresh();
  const items = () => {
    for (const { price, currency, read } of ticked()) {
      const item = read();
      if (!isPrice(item.price)) {
        price.focus();
        throw new Failure("e_price");
      }
      if (!isCurrency(item.currency)) {
        currency.focus();
        throw new Failure("e_currency");
      }
    }
    return ticked().map(({ read }) => read());
  };
  return { items, label, sum: () => ticked().map(({ read }) => amount(read().price, read().currency)) };
}
