/** Variants as a table: the last option in rows with quantities, the others chosen above. Each chosen SKU becomes an item. */
import { amount, text } from "../lib/format.js";
import { markLanguage, shopText } from "../lib/language.js";
import { thumbnail } from "./thumbnail.js";

const $ = (id) => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The price of so many pieces, by the shop's wholesale steps. */
export function stepPrice(tiers, pieces) {
  return tiers.filter((tier) => tier.from <= pieces).at(-1)?.price ?? tiers[0]?.price;
}

/**
 * Shows the table for a product with several SKUs.
 * @param {object} product
 * @param {{onChange: () => void}} options
 * @returns {{chosen: () => {sku: object, quantity: number}[]}}
 */
export function showMatrix(product, { onChange }) {
  const quantities = new Map(
    product.skus.map((sku, index) => [index, sku.sold_out ? 0 : sku.quantity]).filter(([, quantity]) => quantity > 0),
  );
  const chosen = () =>
    [...quantities]
      .filter(([, quantity]) => quantity > 0)
      .map(([index, quantity]) => ({ sku: product.skus[index], quantity }));
  const isShown = product.skus.length > 1;
  $("matrix").hidden = !isShown;
  if (!isShown) return { chosen: () => [] };

  const depth = Math.max(...product.skus.map((sku) => sku.values.length));
  const axes = Array.from({ length: depth }, (_, place) => ({
    name: product.axes[place]?.name || text("variant"),
    values: [...new Set(product.skus.map((sku) => sku.values[place] ?? ""))],
  }));
  const pageChoice = product.skus.find((sku) => product.sku_id && sku.id === product.sku_id) ?? chosen()[0]?.sku;
  const filters = axes.slice(0, -1).map((axis, place) => {
    const values = axis.values.map((value) => new Option(value, value));
    for (const option of values) markLanguage(option, option.value);
    const select = element("select", {}, ...values);
    select.dataset.testid = `axis-${place}`;
    if (pageChoice) select.value = pageChoice.values[place] ?? "";
    select.addEventListener("change", fillRows);
    return select;
  });
  $("axes").replaceChildren(
    ...filters.map((select, place) => element("label", {}, shopText("span", axes[place].name), select)),
  );

  function summarize() {
    const all = chosen();
    const pieces = all.reduce((sum, one) => sum + one.quantity, 0);
    $("matrix").querySelector("summary").textContent = all.length
      ? text("matrix_chosen", all.length, pieces)
      : text("matrix_title", product.skus.length);
    $("chosen").replaceChildren(
      ...all.flatMap(({ sku, quantity }, index) => [
        index ? "; " : "",
        shopText("span", sku.values.filter(Boolean).join(" / ")),
        ` × ${quantity}`,
      ]),
    );
    for (const [place, select] of filters.entries()) {
      for (const option of select.options) {
        const count = all
          .filter(({ sku }) => sku.values[place] === option.value)
          .reduce((sum, one) => sum + one.quantity, 0);
        option.textContent = count ? `${option.value} · ${count}` : option.value;
      }
    }
    onChange();
  }

  function row(sku, index) {
    const name = sku.values.at(-1) || sku.values.filter(Boolean).join(" / ");
    const input = element("input", {
      type: "number",
      min: "0",
      value: String(quantities.get(index) ?? 0),
      disabled: sku.sold_out,
    });
    input.max = String(Math.min(sku.stock ?? 99_999, 99_999));
    input.setAttribute("aria-label", text("quantity_of", sku.values.filter(Boolean).join(" / ")));
    input.dataset.testid = "sku-quantity";
    const pieces = chosen().reduce((sum, one) => sum + one.quantity, 0);
    const price =
      sku.price || (product.tiers.length ? stepPrice(product.tiers, Math.max(pieces, product.min_quantity)) : "");
    input.addEventListener("input", () => {
      const asked = Math.max(0, Math.floor(Number(input.value)) || 0);
      quantities.set(index, Math.min(asked, Number(input.max)));
      input.setCustomValidity(asked > Number(input.max) ? text("only_left", input.max) : "");
      summarize();
    });
    const left = sku.sold_out ? text("sold_out") : sku.stock === null ? "" : text("left", sku.stock);
    const stock = left ? [element("small", { className: "muted", textContent: left })] : [];
    const picture = sku.image ? [thumbnail(sku.image)] : [];
    return element(
      "tr",
      { className: sku.sold_out ? "muted" : "" },
      element("th", { scope: "row" }, ...picture, element("span", {}, shopText("span", name), ...stock)),
      element("td", { textContent: price ? amount(price, product.currency) : text("price_unknown") }),
      element("td", {}, input),
    );
  }

  function fillRows() {
    const wanted = filters.map((select) => select.value);
    const shown = product.skus
      .map((sku, index) => [sku, index])
      .filter(([sku]) => wanted.every((value, place) => (sku.values[place] ?? "") === value));
    $("rows").replaceChildren(...shown.map(([sku, index]) => row(sku, index)));
  }

  fillRows();
  $("matrix").open = chosen().length > 0 || !product.variant;
  queueMicrotask(summarize);
  return { chosen };
}
