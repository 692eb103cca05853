/** Reading the page: the parsers run in its main world, once, by the person's click. */
import { ofPage } from "../lib/errors.js";

const TEXT_CAP = 2100;

const short = (value, most = TEXT_CAP) => (typeof value === "string" ? value.slice(0, most) : "");
const web = (value) => (/^https?:\/\//.test(short(value)) ? short(value) : "");

/** The page may have tampered with the result: only known fields of known types pass. */
export function checked(result) {
  const item = result?.item;
  if (result?.ok !== true || typeof item !== "object" || !item) throw ofPage(result?.code);
  const price = /^\d{1,7}(\.\d{1,2})?$/.test(item.price) ? item.price : "";
  return {
    title: short(item.title, 1000),
    url: web(item.url),
    price,
    currency: /^[A-Z]{3}$/.test(item.currency) ? item.currency : "",
    image_url: web(item.image_url),
    marketplace: short(item.marketplace, 40),
    external_id: short(item.external_id, 100),
    variant: short(item.variant, 600),
    shop: item.shop && short(item.shop.name) ? { name: short(item.shop.name, 400), ...(web(item.shop.url) ? { url: web(item.shop.url) } : {}) } : null,
    price_uncertain: item.price_uncertain === true || !price,
    min_quantity: Number.isInteger(item.min_quantity) ? item.min_quantity : 1,
    tiers: (Array.isArray(item.tiers) ? item.tiers : []).slice(0, 20).filter((tier) => Number.isInteger(tier?.from) && /^\d{1,7}(\.\d{1,2})?$/.test(tier?.price)),
  };
}

/** The product of a tab, by the parsers in the given order. */
export async function read(tabId, parsers, retailer) {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, world: "MAIN", func: (address) => { window.__svcRetailer = address; }, args: [retailer] });
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, world: "MAIN", files: parsers });
    return checked(frame?.result);
  } catch (failure) {
    throw failure.key ? failure : ofPage("restricted");
  }
}
