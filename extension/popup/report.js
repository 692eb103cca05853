/** "Reads wrongly": the redacted structure of the page, shown in full before it is sent to the agent or saved. */
import * as api from "../lib/api.js";
import { sentence, text } from "../lib/format.js";
import * as store from "../lib/store.js";

const COVERED = ["send", "many", "dead-end", "error"];

const $ = (id) => document.getElementById(id);
const show = (id, shown = true) => {
  $(id).hidden = !shown;
};

/** The key of a shop for the board and its warnings: the marketplace, or the host of the page. */
export function shopKey(product, address) {
  if (product.marketplace) return product.marketplace;
  try {
    return new URL(address || product.url).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}

/** The report as it is sent; nothing is added to it after it was shown. */
export function reportOf({ snapshot, url }, product, wrong, version) {
  return {
    extension_version: version,
    shop: shopKey(product, url),
    url: url || product.url,
    wrong: wrong.slice(0, 500),
    captured: Object.fromEntries(
      [
        "title",
        "price",
        "currency",
        "variant",
        "external_id",
        "sku_id",
        "image_url",
        "price_source",
        "price_path",
        "uncertain",
        "sold_out",
        "tiers",
        "min_quantity",
      ].map((field) => [field, product[field]]),
    ),
    options: product.axes.map((axis) => ({ name: axis.name, values: axis.values.length })),
    skus: product.skus.length,
    snapshot,
  };
}

/** Reads the page's structure and shows it; the person sends it, saves it or closes it. */
export async function showReport({ product, me, read }) {
  const taken = await read();
  const version = chrome.runtime.getManifest().version;
  const content = () => JSON.stringify(reportOf(taken, product, $("report-wrong").value.trim(), version), null, 1);
  const key = crypto.randomUUID();
  const refresh = () => {
    $("report-content").value = content();
  };
  refresh();
  $("report-wrong").oninput = refresh;
  $("report-state").textContent = text("report_removed", taken.removed);
  // The parts that the report covers come back when it is closed.
  const covered = COVERED.filter((id) => !$(id).hidden);
  for (const id of covered) show(id, false);
  show("report");
  $("report-wrong").focus();
  const canSend = Array.isArray(me.features) && me.features.includes("reports");
  show("report-send", canSend);
  $("report-send").onclick = async () => {
    try {
      await api.report(await store.connection(), content(), key);
      $("report-state").textContent = text("report_sent");
      show("report-send", false);
    } catch (failure) {
      $("report-state").textContent = sentence(failure);
    }
  };
  $("report-save").onclick = () => {
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([content()], { type: "application/json" })),
      download: "karavan-report.json",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  $("report-cancel").onclick = () => {
    show("report", false);
    for (const id of covered) show(id);
    $("reads-wrongly").focus();
  };
}
