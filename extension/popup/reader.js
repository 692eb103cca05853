/** Reading the page: the parsers run in its main world, once, by the person's click, and for a bounded time. */
import { ofPage } from "../lib/errors.js";

const TEXT_CAP = 2100;
/** What is not read by then is not waited for. */
export const READ_LIMIT_MS = 3000;
const MOST = { images: 20, axes: 6, values: 200, skus: 1000, tiers: 20, list: 200 };
const FIELDS = ["price", "currency", "variant", "title"];
const SOURCES = ["json_ld", "microdata", "state", "meta", "page", "list"];

const short = (value, most = TEXT_CAP) => (typeof value === "string" ? value.slice(0, most) : "");
const web = (value) => (/^https?:\/\//.test(short(value)) ? short(value) : "");
const amount = (value) => (typeof value === "string" && /^\d{1,10}(\.\d{1,3})?$/.test(value) ? value : "");
const whole = (value, most = 99_999) => (Number.isInteger(value) && value >= 0 && value <= most ? value : 0);
const rows = (value, most) => (Array.isArray(value) ? value.slice(0, most).filter((entry) => entry && typeof entry === "object") : []);

/** One product: only known fields of known types pass. */
function product(item) {
  const price = amount(item.price);
  const currency = typeof item.currency === "string" && /^[A-Z]{3}$/.test(item.currency) ? item.currency : "";
  const axes = rows(item.axes, MOST.axes).map((axis) => ({ name: short(axis.name, 60), values: rows(axis.values, MOST.values).map((value) => ({ name: short(value.name, 120), image: web(value.image) })) }));
  const skus = rows(item.skus, MOST.skus)
    .map((sku) => ({ id: short(sku.id, 60), values: (Array.isArray(sku.values) ? sku.values : []).slice(0, MOST.axes).map((value) => short(value, 120)), price: amount(sku.price), stock: Number.isInteger(sku.stock) ? whole(sku.stock, 1e9) : null, image: web(sku.image), sold_out: sku.sold_out === true, quantity: whole(sku.quantity) }))
    .filter((sku) => sku.values.some(Boolean));
  return {
    title: short(item.title, 1000),
    url: web(item.url),
    price,
    currency,
    image_url: web(item.image_url),
    images: [...new Set((Array.isArray(item.images) ? item.images : []).slice(0, MOST.images).map(web).filter(Boolean))],
    marketplace: short(item.marketplace, 40),
    external_id: short(item.external_id, 100),
    sku_id: short(item.sku_id, 100),
    sku_param: /^(skuId|sku|variant|v1)$/.test(item.sku_param) ? item.sku_param : "",
    variant: short(item.variant, 600),
    shop: item.shop && short(item.shop.name) ? { name: short(item.shop.name, 400), ...(web(item.shop.url) ? { url: web(item.shop.url) } : {}) } : null,
    price_uncertain: item.price_uncertain === true || !price,
    price_source: SOURCES.includes(item.price_source) ? item.price_source : "",
    price_path: short(item.price_path, 120),
    uncertain: [...new Set([...(Array.isArray(item.uncertain) ? item.uncertain : []).filter((field) => FIELDS.includes(field)), ...(item.price_uncertain === true || !price ? ["price"] : []), ...(currency ? [] : ["currency"])])],
    sold_out: item.sold_out === true,
    min_quantity: Number.isInteger(item.min_quantity) && item.min_quantity > 0 ? Math.min(item.min_quantity, 99_999) : 1,
    quantity: whole(item.quantity),
    weight_grams: whole(item.weight_grams, 10_000_000),
    size_mm: (Array.isArray(item.size_mm) && item.size_mm.length === 3 ? item.size_mm : []).map((side) => whole(side, 100_000)),
    tiers: rows(item.tiers, MOST.tiers).filter((tier) => Number.isInteger(tier.from) && amount(tier.price)).map(({ from, price: step }) => ({ from, price: step })),
    axes,
    skus,
  };
}

/** The page may have tampered with the result. */
export function checked(result) {
  const item = result?.item;
  if (result?.ok !== true || typeof item !== "object" || !item) throw ofPage(result?.code);
  return { ...product(item), ...(result.incomplete === true ? { incomplete: true } : {}) };
}

/** The products of a cart, an order list or a list page. */
export function checkedList(result) {
  return rows(result?.list, MOST.list).map(product).filter((entry) => entry.title && entry.url);
}

/** Waits for a page only so long: it may be stuck. */
export const limited = (work, limit = READ_LIMIT_MS) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(ofPage("timeout")), limit))]);

async function run(tabId, injection) {
  try {
    const [frame] = await limited(chrome.scripting.executeScript({ target: { tabId }, ...injection }));
    return frame?.result;
  } catch (failure) {
    throw failure.key ? failure : ofPage("restricted");
  }
}

/** The product of a tab, by the parsers in the given order. */
export async function read(tabId, parsers, retailer) {
  await run(tabId, { world: "MAIN", func: (address) => { window.__svcRetailer = address; }, args: [retailer] });
  return checked(await run(tabId, { world: "MAIN", files: parsers }));
}

/** What a page shows, for a product that is added by hand; in a world that the page can't reach. */
export async function readHints(tabId, files) {
  return checked(await run(tabId, { files }));
}

/** Products of a list. */
export async function readList(tabId, files) {
  return checkedList(await run(tabId, { files }));
}

/** The redacted structure of the page. */
export async function readSnapshot(tabId, files) {
  const result = await run(tabId, { files });
  if (typeof result?.snapshot !== "string") throw ofPage("restricted");
  return { snapshot: result.snapshot.slice(0, 300_000), url: web(result.url), removed: whole(result.removed, 1e9) };
}
