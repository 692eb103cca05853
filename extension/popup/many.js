/** Several products at once: the rows of a cart, an order list or a list page, with checkboxes. */
import { costInClientCurrency } from "../lib/convert.js";
import { amount, plainPrice, text } from "../lib/format.js";
import { Failure } from "../lib/errors.js";
import { shopText } from "../lib/language.js";
import { isCurrency, isPrice, onlyAccepted } from "./preview.js";
import { thumbnail } from "./thumbnail.js";

const $ = (id) => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The options of a row whose page names each of them: one value for each axis. */
const optionsOf = (product) =>
  product.axes.every(({ values }) => values.length === 1)
    ? product.axes.map(({ name, values: [value] }) => ({ name, value: value.name }))
    : [];

/** The names of fields, as a sentence lists them. */
const fieldNames = (fields) => fields.map((field) => text(field).toLocaleLowerCase(text("language"))).join(", ");

/** One line: uncertain values are marked, and can be changed next to the mark. */
function line(product, index, sent, accepted) {
  const box = element("input", { type: "checkbox", checked: product.quantity > 0 && !sent, id: `product-${index}` });
  // A server that knows no price of several pieces gets none that is not typed as one of a piece.
  const isKnown = product.price_per === 1 || accepted.includes("price_per");
  const price = element("input", { inputMode: "decimal", value: isKnown ? product.price : "", size: 8 });
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
    ...(product.price_per > 1 ? [text("price_for", product.price_per)] : []),
    ...(sent ? [text("already", sent.number)] : []),
  ].flatMap((part, place) => (place ? [" · ", part] : [part]));
  // Each doubtful row is confirmed by a look at that row.
  const look = element("input", { type: "checkbox" });
  look.dataset.testid = "row-looked-at";
  const marked = element("b");
  const mark = element("label", { className: "badge warn" }, look, marked);
  mark.dataset.testid = "row-mark";
  const choices = product.choices?.price ?? [];
  const list = element("datalist", { id: `prices-${index}` }, ...choices.map((value) => element("option", { value })));
  if (choices.length) price.setAttribute("list", list.id);
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
    list,
    mark,
  );
  row.dataset.testid = "found-product";
  const edited = new Set();
  /** The uncertain fields that the person has not changed. */
  const uncertain = () => product.uncertain.filter((field) => !edited.has(field));
  const showMark = () => {
    mark.hidden = uncertain().length === 0;
    marked.textContent = text("check_fields", fieldNames(uncertain()));
  };
  price.addEventListener("input", () => edited.add("price"));
  currency.addEventListener("input", () => edited.add("currency"));
  row.addEventListener("input", showMark);
  showMark();
  const read = () => {
    const isOwnPrice = price.value.trim() === product.price;
    const unsure = uncertain();
    return {
      title: product.title,
      url: product.url,
      price: plainPrice(price.value),
      currency: currency.value.trim().toUpperCase(),
      quantity: Math.max(1, Math.trunc(Number(quantity.value)) || 1),
      price_uncertain: unsure.includes("price") || unsure.includes("currency"),
      ...(product.image_url ? { image_url: product.image_url } : {}),
      ...(product.marketplace ? { marketplace: product.marketplace } : {}),
      ...(product.external_id ? { external_id: product.external_id } : {}),
      ...(product.variant ? { variant: [...product.variant].slice(0, 300).join("") } : {}),
      ...(product.shop ? { shop: product.shop } : {}),
      ...onlyAccepted(accepted, {
        price_per: product.price_per > 1 ? product.price_per : 0,
        options: optionsOf(product),
        sku_id: product.sku_id,
        images: product.images.slice(0, 20),
        price_source: isOwnPrice
          ? { source: product.price_source || "list", path: product.price_path }
          : { source: "person", path: "" },
        uncertain: unsure,
        corrected: isOwnPrice && currency.value.trim().toUpperCase() === product.currency ? [] : ["price"],
      }),
    };
  };
  const goods = () => {
    const { price: own, currency: code, quantity: pieces } = read();
    return { price: own, currency: code, quantity: pieces, per: isKnown ? product.price_per : 1 };
  };
  const isOpen = () => box.checked && uncertain().length > 0 && !look.checked;
  return { row, box, look, price, currency, read, goods, isOpen };
}

/** The price of the goods by currency, without anything that an order adds; "" while a price or a currency is missing. */
function goodsOf(items) {
  if (!items.length || !items.every(({ price, currency }) => isPrice(price) && isCurrency(currency))) return "";
  const sums = [...new Set(items.map(({ currency }) => currency))].map((currency) => {
    const own = items.filter((item) => item.currency === currency);
    const priced = own.map(({ price, quantity, per }) => ({ price, currency, pieces: quantity, per }));
    return amount(costInClientCurrency(priced, { currency, rates: {}, isPlain: true })?.amount ?? "", currency);
  });
  return text("goods_of_rows", sums.join(" + "));
}

/**
 * Shows the products; returns what was ticked. A doubtful row has a tick of its own.
 * @param {object[]} list
 * @param {object[]} sent the orders that the products are in already
 * @param {string[]} accepted newer fields of an item that the server takes
 */
export function showList(list, sent, accepted) {
  const lines = list.map((product, index) => line(product, index, sent[index], accepted));
  const ticked = () => lines.filter(({ box }) => box.checked);
  const open = () => lines.filter(({ isOpen }) => isOpen());
  const label = () => text("send_many", ticked().length);
  const button = $("many").querySelector("button.primary");
  const refresh = () => {
    button.textContent = label();
    button.disabled = ticked().length === 0;
    const { length } = open();
    $("many-looked").hidden = length === 0;
    $("many-looked").textContent = length ? text("rows_to_check", length) : "";
    const goods = goodsOf(ticked().map((one) => one.goods()));
    $("many-goods").hidden = goods === "";
    $("many-goods").textContent = goods;
  };
  const tick = (checked) => {
    for (const { box } of lines) box.checked = checked;
    refresh();
  };
  $("many-title").textContent = text("many_title", list.length);
  $("found").replaceChildren(...lines.map(({ row }) => row));
  $("found").onchange = refresh;
  $("found").oninput = refresh;
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
    const [first] = open();
    if (first) {
      first.look.focus();
      throw new Failure("e_look_rows");
    }
    return ticked().map(({ read }) => read());
  };
  return { items, label };
}
