/** The form with the product that was read from the page. */
import { costInClientCurrency } from "../lib/convert.js";
import { amount, plainPrice, text } from "../lib/format.js";
import { markLanguage } from "../lib/language.js";
import { showMatrix, stepPrice } from "./matrix.js";
import { thumbnail } from "./thumbnail.js";

export { stepPrice } from "./matrix.js";

const $ = (id) => document.getElementById(id);
const show = (id, shown = true) => {
  $(id).hidden = !shown;
};

/** Codes of ISO 4217 that this browser knows. */
export const currencyCodes = () => globalThis.Intl?.supportedValuesOf?.("currency") ?? ["CNY", "RUB", "USD", "EUR"];
export const isCurrency = (code) => currencyCodes().includes(code);
/** A price that the server takes: 0 is a gift, and more decimal places are a price of several pieces. */
export const isPrice = (value) => /^\d{1,10}(\.\d{1,6})?$/.test(value);

function fillCurrencies() {
  const names = new Intl.DisplayNames([text("language")], { type: "currency" });
  $("currencies").replaceChildren(...currencyCodes().map((code) => new Option(`${code} ${names.of(code)}`, code)));
}

function showPictures(product) {
  const images = product.images ?? [];
  show("pictures", images.length > 1);
  $("pictures").replaceChildren(
    ...(images.length > 1 ? images : []).map((source, index) => {
      const input = Object.assign(document.createElement("input"), {
        type: "radio",
        name: "picture",
        value: source,
        checked: source === product.image_url,
      });
      input.setAttribute("aria-label", text("picture_number", index + 1));
      input.addEventListener("change", () => {
        $("image-url").value = source;
        $("picture").src = source;
      });
      const label = document.createElement("label");
      label.append(input, thumbnail(source));
      return label;
    }),
  );
}

/** Values that the page says of an uncertain field, for the person to choose from. */
function showChoices(product, field, shown) {
  const values = product.choices?.[field] ?? [];
  show(`${field}-choices`, values.length > 0);
  $(`${field}-choices`).replaceChildren(
    ...(values.length ? [Object.assign(document.createElement("span"), { textContent: text("page_says") })] : []),
    ...values.map((value) => {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "quiet",
        textContent: shown(value),
      });
      button.setAttribute("aria-label", `${text(field)}: ${shown(value)}`);
      button.addEventListener("click", () => {
        $(field).value = value;
        $(field).dispatchEvent(new Event("input", { bubbles: true }));
      });
      return button;
    }),
  );
}

/** The price of all pieces in the shop's currency, or an empty text if it is not known yet. */
function totalOf(priced, currency) {
  const total = costInClientCurrency(priced, { currency, rates: {}, isPlain: true });
  return total ? text("total", amount(total.amount, currency)) : "";
}

/** Describes the source of the price. */
function originOf(product) {
  if (!product.price) return text("origin_none");
  const source = text(`origin_${product.price_source || "page"}`);
  return product.price_path ? `${source} (${product.price_path})` : source;
}

const SIDES = ["length", "width", "height"];
const sideField = (side) => $(`size-${side}`);

/** The pieces that the price in the form is for. */
const pricedPieces = () => Math.trunc(Number($("price-per").value)) || 1;

/** The size that stands in the form, or null without all three sides. */
function sizeOf() {
  const sides = SIDES.map((side) => [side, Math.floor(Number(sideField(side).value)) || 0]);
  return sides.every(([, length]) => length > 0) ? Object.fromEntries(sides) : null;
}

/** The grams of one piece that stand in the form. */
const typedWeight = () => Math.floor(Number($("weight").value)) || 0;

/** A size has three sides or none. */
function requireWholeSize() {
  const isAsked = !$("size").hidden && SIDES.some((side) => sideField(side).value.trim());
  for (const side of SIDES) sideField(side).required = isAsked;
}

/**
 * Shows the product; the price follows the wholesale steps until the person writes their own. `onPriced` gets the numbers that the
 * cost depends on.
 * @returns {{items: () => object[], uncertain: () => string[], refresh: () => void, pieces: () => number}}
 */
export function showProduct(product, sent, { byHand = false, accepted = [], onPriced = () => {} } = {}) {
  const edited = new Set();
  fillCurrencies();
  // A picture that the shop does not give away leaves its place empty.
  $("picture").onerror = () => $("picture").removeAttribute("src");
  if (product.image_url) $("picture").src = product.image_url;
  else $("picture").removeAttribute("src");
  showPictures(product);
  $("shop").textContent = product.shop?.name ?? "";
  $("title").value = product.title;
  $("variant").value = product.variant;
  const first = product.quantity || product.min_quantity;
  $("price").value = product.tiers.length ? stepPrice(product.tiers, first) : product.price;
  // Most prices are for one piece, and a server that knows no others gets none of several.
  const isLot = product.price_per > 1 && accepted.includes("price_per");
  show("per", isLot);
  $("price-per").required = isLot;
  $("price-per").value = isLot ? String(product.price_per) : "";
  if (product.price_per > 1 && !isLot) $("price").value = "";
  $("currency").value = product.currency;
  $("quantity").value = String(first);
  $("url").value = product.url;
  $("shop-name").value = product.shop?.name ?? "";
  $("image-url").value = product.image_url;
  $("weight").value = product.weight_grams ? String(product.weight_grams) : "";
  show("size", accepted.includes("size_mm"));
  for (const [place, side] of SIDES.entries())
    sideField(side).value = product.size_mm[place] ? String(product.size_mm[place]) : "";
  showChoices(product, "title", String);
  showChoices(product, "price", (value) => amount(value, product.currency));
  $("source").querySelector("p").textContent = originOf(product);
  $("more").open = byHand;
  show("sold-out", product.sold_out);
  show("already", Boolean(sent));
  if (sent) $("already").textContent = text("already", sent.number);
  $("tiers").replaceChildren(
    ...product.tiers.map((tier) => {
      const row = document.createElement("li");
      row.textContent = `${text("from_pieces", tier.from)} ${amount(tier.price, product.currency)}`;
      return row;
    }),
  );

  let matrix = { chosen: () => [] };
  const pieces = () =>
    matrix.chosen().reduce((sum, one) => sum + one.quantity, 0) || Math.trunc(Number($("quantity").value)) || 0;
  const isMany = () => matrix.chosen().length > 0;

  /** The price of a chosen SKU, and whether it is that SKU's own. */
  const priceOf = (sku) => {
    if (sku.price) return { price: sku.price, own: true };
    const step = product.tiers.length ? stepPrice(product.tiers, pieces()) : "";
    return step ? { price: step, own: true } : { price: plainPrice($("price").value), own: false };
  };

  /** The uncertain fields that the person has not changed and that will be sent. */
  const uncertain = () =>
    product.uncertain.filter((field) => {
      if (edited.has(field)) return false;
      if (field === "variant") return !isMany() && (product.variant !== "" || !$("variant").value.trim());
      if (field === "price" && isMany()) return matrix.chosen().some(({ sku }) => !priceOf(sku).own);
      return true;
    });

  function refresh() {
    requireWholeSize();
    for (const id of ["title", "variant", "shop-name"]) markLanguage($(id), $(id).value);
    markLanguage($("shop"), $("shop").textContent);
    const open = uncertain();
    const many = isMany();
    // A SKU without a price of its own takes the price of the field.
    show("single", !many || matrix.chosen().some(({ sku }) => !priceOf(sku).own) || open.includes("currency"));
    $("variant").parentElement.hidden = many;
    $("quantity").parentElement.hidden = many;
    $("quantity").required = !many;
    show("uncertain", open.includes("price"));
    show("looked", open.length > 0);
    $("looked-at").required = open.length > 0;
    $("looked").querySelector("span").textContent = open.length
      ? text("looked_at", open.map((field) => text(field).toLocaleLowerCase(text("language"))).join(", "))
      : "";
    const least = product.min_quantity;
    show("minimum", pieces() < least);
    $("minimum").textContent = pieces() < least ? text("below_minimum", least) : "";
    const url = $("url").value;
    $("link").textContent = url.replace(/^https?:\/\/(www\.)?/, "");
    const sums = many
      ? matrix.chosen().map(({ sku, quantity }) => [priceOf(sku).price, quantity])
      : [[plainPrice($("price").value), pieces()]];
    const currency = $("currency").value;
    const priced = sums.map(([price, quantity]) => ({
      price: isPrice(price) ? price : "",
      currency,
      pieces: quantity,
      per: pricedPieces(),
      weight: accepted.includes("weight_grams") ? typedWeight() : 0,
      size: accepted.includes("size_mm") ? sizeOf() : null,
    }));
    $("total").textContent = totalOf(priced, currency);
    onPriced(priced);
  }

  const onInput = (id, listener) => {
    $(id).oninput = () => {
      listener();
      refresh();
    };
  };
  for (const id of ["price", "price-per"]) onInput(id, () => edited.add("price"));
  onInput("currency", () => {
    $("currency").value = $("currency").value.toUpperCase();
    edited.add("currency");
  });
  onInput("variant", () => edited.add("variant"));
  onInput("title", () => edited.add("title"));
  for (const id of ["url", "weight", ...SIDES.map((side) => `size-${side}`)]) onInput(id, () => {});
  onInput("shop-name", () => {
    $("shop").textContent = $("shop-name").value;
  });
  onInput("image-url", () => {
    if (/^https?:/.test($("image-url").value)) $("picture").src = $("image-url").value;
  });
  onInput("quantity", () => {
    if (!edited.has("price") && product.tiers.length)
      $("price").value = stepPrice(product.tiers, Number($("quantity").value)) ?? "";
  });
  matrix = showMatrix(product, { onChange: refresh });
  refresh();

  return {
    uncertain,
    pieces,
    items: () => itemsOf(product, { chosen: matrix.chosen(), priceOf, uncertain: uncertain(), accepted }),
  };
}

/** The address of a chosen SKU, where the shop opens it by a parameter. */
function addressOf(url, product, sku) {
  if (!sku?.id || !product.sku_param || sku.id === product.sku_id) return url;
  try {
    const address = new URL(url);
    address.searchParams.set(product.sku_param, sku.id);
    return address.href;
  } catch {
    return url;
  }
}

/** The fields of `extra` that have a value and that the server takes. */
export const onlyAccepted = (accepted, extra) =>
  Object.fromEntries(
    Object.entries(extra).filter(
      ([field, value]) => accepted.includes(field) && (Array.isArray(value) ? value.length : value),
    ),
  );

/** The fields of an item in which the person wrote something else than was read. A choice of what was read corrects nothing. */
function correctedIn(product, item, sku, money) {
  const step = product.tiers.length ? stepPrice(product.tiers, item.quantity) : product.price;
  const hasReadPrice = sku && money.own ? true : Number(money.price) === Number(step) && step !== "";
  const isRead = {
    title: item.title === product.title.trim(),
    price: hasReadPrice && item.currency === product.currency && pricedPieces() === product.price_per,
    variant: Boolean(sku) || (item.variant ?? "") === product.variant.trim(),
    image: [product.image_url, sku?.image, ...product.images].includes(item.image_url ?? ""),
    shop: (item.shop?.name ?? "") === (product.shop?.name ?? ""),
  };
  return Object.keys(isRead).filter((field) => !isRead[field]);
}

/** The items that are sent: what was read, with what the person changed. New fields go only where the server takes them. */
export function itemsOf(product, { chosen, priceOf, uncertain, accepted = [] }) {
  const url = $("url").value.trim();
  const image = $("image-url").value.trim();
  const shopName = $("shop-name").value.trim();
  const comment = $("comment").value.trim();
  const one = ({ sku, quantity }) => {
    const money = sku ? priceOf(sku) : { price: plainPrice($("price").value), own: true };
    const variant = sku ? sku.values.filter(Boolean).join(" / ") : $("variant").value.trim();
    const unsure = uncertain.filter((field) => field !== "price" || !sku || !money.own);
    const item = {
      title: $("title").value.trim(),
      url: addressOf(url, product, sku),
      price: money.price,
      currency: $("currency").value.trim().toUpperCase(),
      quantity,
      price_uncertain: unsure.includes("price") || unsure.includes("currency"),
    };
    const picture = (sku?.image && image === product.image_url && sku.image) || image;
    if (picture) item.image_url = picture;
    for (const field of ["marketplace", "external_id"]) if (product[field]) item[field] = product[field];
    if (variant) item.variant = [...variant].slice(0, 300).join("");
    if (shopName) item.shop = shopName === product.shop?.name ? product.shop : { name: shopName };
    if (comment) item.comment = comment;
    const values = sku?.values ?? product.skus.find((entry) => entry.id && entry.id === product.sku_id)?.values ?? [];
    const extra = {
      options: values
        .map((value, index) => ({ name: product.axes[index]?.name ?? "", value }))
        .filter((option) => option.value),
      sku_id: sku?.id || (variant === product.variant ? product.sku_id : ""),
      images: product.images.slice(0, 20),
      weight_grams: typedWeight(),
      price_per: pricedPieces() > 1 ? pricedPieces() : 0,
      min_quantity: product.min_quantity > 1 ? product.min_quantity : 0,
      size_mm: sizeOf(),
      price_source: {
        source:
          money.price && (sku ? money.own : money.price === product.price) ? product.price_source || "page" : "person",
        path: money.price === product.price && (!sku || sku.id === product.sku_id) ? product.price_path : "",
      },
      uncertain: unsure,
      corrected: correctedIn(product, item, sku, money),
    };
    return { ...item, ...onlyAccepted(accepted, extra) };
  };
  return chosen.length ? chosen.map(one) : [one({ sku: null, quantity: Math.trunc(Number($("quantity").value)) })];
}
