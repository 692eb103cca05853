/** One retailer, whose address the person sets in the options ({base_url}); its pages and sources: docs/adapters.md. */
(() => {
  const { at, attempt, first, list, query, text, param } = window.__svcH;

  const host = (address) => attempt(() => new URL(address).hostname.replace(/^www\./, "")) ?? "";
  const detail = () => attempt(() => at(window.zara, "viewPayload.product.detail"));
  const colour = () => {
    const asked = param("v1");
    const colours = list(detail()?.colors);
    return (
      colours.find((entry) => text(entry?.productId ?? entry?.id) === asked) ??
      (colours.length === 1 ? colours[0] : undefined)
    );
  };
  /** Colours and sizes of the view state, which has no names for these options; prices there are in hundredths. */
  const options = () => {
    const rows = list(detail()?.colors).flatMap((entry) =>
      list(entry?.sizes).map((size) => ({
        id: text(first(size?.sku, size?.id)),
        values: [text(entry.name), text(size?.name)],
        price: window.__svcH.hundredths(first(size?.price, entry.price)),
        sold_out: /out_of_stock|coming_soon/i.test(text(size?.availability)),
      })),
    );
    return window.__svcH.table(["", ""], rows);
  };

  const adapter = {
    id: "retailer",
    label: "{base_url}",
    match: (url) => Boolean(window.__svcH.retailer) && host(url) === host(window.__svcH.retailer),
    parse: (base) => {
      const price = query("data[data-currency][value], [data-price][data-currency]");
      const name = host(location.href).split(".")[0];
      const article = /-p(\d{6,})\.html/.exec(location.pathname)?.[1];
      const size = text(base.variant).split(" / ")[1];
      const brand = text(base.brand).toLowerCase() === name ? text(base.brand) : "";
      return {
        // Structured data speaks first; the page's own price only where it is silent.
        ...(base.price
          ? {}
          : {
              price: text(first(price?.getAttribute("value"), price?.dataset.price)),
              currency: text(price?.dataset.currency),
              price_source: "page",
              price_path: "data[data-currency]",
              price_uncertain: false,
            }),
        ...(base.skus?.length > 1 ? {} : options()),
        variant: first(text(colour()?.name) && [text(colour().name), size].filter(Boolean).join(" / "), ""),
        marketplace: name,
        external_id: first(article, base.external_id),
        shop: { name: base.shop?.name || brand || text(base.site) || name },
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
