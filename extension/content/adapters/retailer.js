/**
 * One retailer, whose address the person sets in the options ({base_url}). Pages: whatever it sells.
 * Sources in order: the universal parser's structured data, the retailer's view state for the chosen colour, DOM price with its currency.
 * Changes often: little. Last seen to work: 2026-10.
 */
(() => {
  const { at, attempt, first, query, text } = window.__svcH;

  const host = (address) => attempt(() => new URL(address).hostname.replace(/^www\./, "")) ?? "";
  const colour = () => {
    const detail = attempt(() => at(window.zara, "viewPayload.product.detail"));
    const asked = new URL(location.href).searchParams.get("v1");
    const colours = Array.isArray(detail?.colors) ? detail.colors : [];
    return colours.find((entry) => text(entry.productId ?? entry.id) === asked) ?? (colours.length === 1 ? colours[0] : undefined);
  };

  const adapter = {
    id: "retailer",
    label: "{base_url}",
    match: (url) => Boolean(window.__svcRetailer) && host(url) === host(window.__svcRetailer),
    parse: (base) => {
      const price = query("data[data-currency][value], [data-price][data-currency]");
      const name = host(location.href).split(".")[0];
      const article = /-p(\d{6,})\.html/.exec(location.pathname)?.[1];
      return {
        // Structured data speaks first; the page's own price only where it is silent.
        price: base.price ? "" : text(first(price?.getAttribute("value"), price?.dataset.price)),
        currency: base.currency ? "" : text(price?.dataset.currency),
        variant: first(text(colour()?.name) && [text(colour().name), base.variant?.split(" / ")[1]].filter(Boolean).join(" / "), ""),
        marketplace: name,
        external_id: first(article, base.external_id),
        shop: { name: base.shop?.name || name },
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
