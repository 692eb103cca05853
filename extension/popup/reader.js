/** Reading the page: the parsers run in its main world, once, by the person's click, and for a bounded time. */
import { failureFromPage } from "../lib/errors.js";

const MAX_TEXT = 2100;
/** Time limit for reading a page. */
export const READ_TIMEOUT_MS = 3000;
const LIMITS = { images: 20, axes: 6, values: 200, skus: 1000, tiers: 20, list: 200 };
const FIELDS = ["price", "currency", "variant", "title"];
const MAX_CHOICES = 4;
const SOURCES = ["json_ld", "microdata", "state", "meta", "page", "list"];

const limitText = (value, most = MAX_TEXT) => (typeof value === "string" ? value.slice(0, most) : "");
const webUrl = (value) => (/^https?:\/\//.test(limitText(value)) ? limitText(value) : "");
const amount = (value) => (typeof value === "string" && /^\d{1,10}(\.\d{1,3})?$/.test(value) ? value : "");
const wholeNumber = (value, most = 99_999) => (Number.isInteger(value) && value >= 0 && value <= most ? value : 0);
const objects = (value, most) =>
  Array.isArray(value) ? value.slice(0, most).filter((entry) => entry && typeof entry === "object") : [];

/** Values of a field that the page says in several ways. */
const choices = (item, field) => {
  const values = item.choices?.[field];
  return Array.isArray(values) ? values.slice(0, MAX_CHOICES) : [];
};

/** One product: only known fields of known types pass. */
function product(item) {
  const price = amount(item.price);
  const currency = typeof item.currency === "string" && /^[A-Z]{3}$/.test(item.currency) ? item.currency : "";
  const axes = objects(item.axes, LIMITS.axes).map((axis) => ({
    name: limitText(axis.name, 60),
    values: objects(axis.values, LIMITS.values).map((value) => ({
      name: limitText(value.name, 120),
      image: webUrl(value.image),
    })),
  }));
  const skus = objects(item.skus, LIMITS.skus)
    .map((sku) => ({
      id: limitText(sku.id, 60),
      values: (Array.isArray(sku.values) ? sku.values : []).slice(0, LIMITS.axes).map((value) => limitText(value, 120)),
      price: amount(sku.price),
      stock: Number.isInteger(sku.stock) ? wholeNumber(sku.stock, 1e9) : null,
      image: webUrl(sku.image),
      sold_out: sku.sold_out === true,
      quantity: wholeNumber(sku.quantity),
    }))
    .filter((sku) => sku.values.some(Boolean));
  return {
    title: limitText(item.title, 1000),
    url: webUrl(item.url),
    price,
    currency,
    image_url: webUrl(item.image_url),
    images: [
      ...new Set((Array.isArray(item.images) ? item.images : []).slice(0, LIMITS.images).map(webUrl).filter(Boolean)),
    ],
    marketplace: limitText(item.marketplace, 40),
    external_id: limitText(item.external_id, 100),
    sku_id: limitText(item.sku_id, 100),
    sku_param: /^(skuId|sku_id|sku|variant|v1)$/.test(item.sku_param) ? item.sku_param : "",
    variant: limitText(item.variant, 600),
    shop:
      item.shop && limitText(item.shop.name)
        ? { name: limitText(item.shop.name, 400), ...(webUrl(item.shop.url) ? { url: webUrl(item.shop.url) } : {}) }
        : null,
    price_per: wholeNumber(item.price_per, 1_000_000) || 1,
    price_uncertain: item.price_uncertain === true || !price,
    price_source: SOURCES.includes(item.price_source) ? item.price_source : "",
    price_path: limitText(item.price_path, 120),
    uncertain: [
      ...new Set([
        ...(Array.isArray(item.uncertain) ? item.uncertain : []).filter((field) => FIELDS.includes(field)),
        ...(item.price_uncertain === true || !price ? ["price"] : []),
        ...(currency ? [] : ["currency"]),
      ]),
    ],
    choices: {
      price: choices(item, "price").map(amount).filter(Boolean),
      title: choices(item, "title")
        .map((value) => limitText(value, 1000))
        .filter(Boolean),
    },
    sold_out: item.sold_out === true,
    min_quantity:
      Number.isInteger(item.min_quantity) && item.min_quantity > 0 ? Math.min(item.min_quantity, 99_999) : 1,
    quantity: wholeNumber(item.quantity),
    weight_grams: wholeNumber(item.weight_grams, 10_000_000),
    size_mm: (Array.isArray(item.size_mm) && item.size_mm.length === 3 ? item.size_mm : []).map((side) =>
      wholeNumber(side, 100_000),
    ),
    tiers: objects(item.tiers, LIMITS.tiers)
      .filter((tier) => Number.isInteger(tier.from) && amount(tier.price))
      .map(({ from, price: step }) => ({ from, price: step })),
    axes,
    skus,
  };
}

/** Validates the result of the parsers, which the page may have manipulated. */
export function validateResult(result) {
  const item = result?.item;
  if (result?.ok !== true || typeof item !== "object" || !item) throw failureFromPage(result?.code);
  return { ...product(item), ...(result.incomplete === true ? { incomplete: true } : {}) };
}

/** The products of a cart, an order list or a list page. */
export function validateList(result) {
  return objects(result?.list, LIMITS.list)
    .map(product)
    .filter((entry) => entry.title && entry.url);
}

/** Limits the time of an operation in a page, which may not respond. */
export const withTimeout = (work, limit = READ_TIMEOUT_MS) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(failureFromPage("timeout")), limit))]);

async function run(tabId, { files, ...injection }) {
  // Firefox resolves a path without the leading slash relative to the popup, where no parser is.
  const paths = files ? { files: files.map((file) => `/${file}`) } : {};
  try {
    const [frame] = await withTimeout(chrome.scripting.executeScript({ target: { tabId }, ...injection, ...paths }));
    return frame?.result;
  } catch (failure) {
    throw failure.key ? failure : failureFromPage("restricted");
  }
}

/** The product of a tab, by the parsers in the given order. */
export async function read(tabId, parsers, retailer) {
  await run(tabId, {
    world: "MAIN",
    func: (address) => {
      (window.__svcH ??= {}).retailer = address;
    },
    args: [retailer],
  });
  return validateResult(await run(tabId, { world: "MAIN", files: parsers }));
}

/** Reads hints for a product that is added by hand, in an isolated world. */
export async function readHints(tabId, files) {
  return validateResult(await run(tabId, { files }));
}

/** Products of a list. */
export async function readList(tabId, files) {
  return validateList(await run(tabId, { files }));
}

/** The redacted structure of the page. */
export async function readSnapshot(tabId, files) {
  const result = await run(tabId, { files });
  if (typeof result?.snapshot !== "string") throw failureFromPage("restricted");
  return {
    snapshot: result.snapshot.slice(0, 300_000),
    url: webUrl(result.url),
    removed: wholeNumber(result.removed, 1e9),
  };
}
