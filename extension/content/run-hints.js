/** Proposals when a product is added by hand; the popup gets the value of this script. */
(() => {
  const { attempt, first, meta, text } = window.__svcH;
  const { normalize } = window.__svcH.normalize;
  window.__svcH.startBudget(1500);
  window.__svcH.hints.forget();
  const hints = attempt(window.__svcH.hints) ?? { candidates: [], picture: "", title: document.title };
  const tagged = first(meta("product:price:amount"), meta("og:price:amount"));
  const currency = first(meta("product:price:currency"), meta("og:price:currency"), "");
  const shown = hints.candidates[0];
  const own = window.__svcH.products.product(location.href);
  const marketplace = window.__svcH.products.marketplace();
  // The name of a marketplace is not the name of a shop in it.
  const site = marketplace ? "" : first(meta("og:site_name"), meta("application-name"), "");
  const item = attempt(() =>
    normalize({
      title: first(meta("og:title"), hints.title),
      title_uncertain: true,
      url: own?.url ?? location.href,
      marketplace,
      external_id: own?.external_id ?? "",
      price: tagged ? tagged : (shown?.text ?? ""),
      currency: tagged ? currency : "",
      price_uncertain: true,
      price_source: tagged ? "meta" : "page",
      price_path: tagged ? "price:amount" : (shown?.path ?? ""),
      image_url: first(meta("og:image:secure_url"), meta("og:image"), hints.picture),
      images: [hints.picture],
      shop: { name: text(site) },
    }),
  );
  return item
    ? { ok: true, item: JSON.parse(JSON.stringify(item)), adapter: "hand" }
    : { ok: false, code: "no_product" };
})();
