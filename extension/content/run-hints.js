/** Proposals when a product is added by hand; the popup gets the value of this script. */
(() => {
  const { attempt, first, meta, text } = window.__svcH;
  const { normalize } = window.__svcH.normalize;
  window.__svcH.startBudget(1500);
  window.__svcH.shown.forget();
  const tagged = first(meta("product:price:amount"), meta("og:price:amount"));
  const currency = first(meta("product:price:currency"), meta("og:price:currency"), "");
  const [shown] = window.__svcH.shown().candidates;
  const picture = window.__svcH.shown.picture();
  const own = window.__svcH.products.product(location.href);
  const marketplace = window.__svcH.products.marketplace();
  // The name of a marketplace is not the name of a shop in it.
  const site = marketplace ? "" : first(meta("og:site_name"), meta("application-name"), "");
  const item = attempt(() =>
    normalize({
      title: first(meta("og:title"), window.__svcH.shown.title(), text(document.title)),
      title_uncertain: true,
      url: own?.url ?? location.href,
      marketplace,
      external_id: own?.external_id ?? "",
      price: tagged ? tagged : (shown?.text ?? ""),
      currency: tagged ? currency : "",
      price_uncertain: true,
      price_source: tagged ? "meta" : "page",
      price_path: tagged ? "price:amount" : (shown?.path ?? ""),
      image_url: first(meta("og:image:secure_url"), meta("og:image"), picture),
      images: [picture],
      shop: { name: text(site) },
    }),
  );
  return item
    ? { ok: true, item: JSON.parse(JSON.stringify(item)), adapter: "hand" }
    : { ok: false, code: "no_product" };
})();
