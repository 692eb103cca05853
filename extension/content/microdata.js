/** Products in microdata. */
(() => {
  if (window.__svcH.microdata) return;
  const { text, first, isCrossed, priceText } = window.__svcH;
  const { isHere, SOLD_OUT, GRAMS, measure } = window.__svcH.schema;

  const LISTED = '[itemprop="isRelatedTo"], [itemprop="isSimilarTo"], [itemprop="itemListElement"]';
  const fromMicrodata = () => {
    const roots = [...document.querySelectorAll('[itemscope][itemtype*="schema.org/Product" i]')].filter(
      (element) =>
        !element.parentElement?.closest(`${LISTED}, [itemtype*="ItemList"], [itemtype*="schema.org/Product" i]`) &&
        !element.matches(LISTED),
    );
    const own = roots.filter(
      (element) =>
        element.querySelector("h1") ||
        isHere(
          element.querySelector('[itemprop="url"]')?.getAttribute("href") ??
            element.querySelector('[itemprop="url"]')?.getAttribute("content"),
        ),
    );
    const root = own[0] ?? (roots.length === 1 ? roots[0] : null);
    if (!root) return roots.length > 3 ? { list: true } : {};
    const scope = (element) => element.parentElement?.closest("[itemscope]");
    const isOffer = (element) => /Offer|PriceSpecification/.test(element?.getAttribute("itemtype") ?? "");
    const inside = (element) => {
      for (let node = scope(element); node; node = scope(node)) {
        if (node === root) return true;
        if (!isOffer(node)) return false;
      }
      return false;
    };
    const all = (name) =>
      [...root.querySelectorAll(`[itemprop~="${name}"]`)].filter(
        (element) => inside(element) && !element.closest("del, s, strike"),
      );
    const content = (element) =>
      element &&
      text(
        first(
          element.getAttribute("content"),
          element.matches("img, source, video")
            ? first(element.getAttribute("data-src"), element.getAttribute("src"))
            : "",
          element.matches("link") || (element.matches("a") && element.getAttribute("itemprop") === "url")
            ? element.getAttribute("href")
            : "",
          element.matches("data, meter") ? element.getAttribute("value") : "",
          priceText(element),
        ),
      );
    // Shops put the crossed price before the current one.
    const prices = all("price").filter((element) => !isCrossed(element) || element.matches("meta"));
    const price = first(content(prices.at(-1)), "");
    const low = content(all("lowPrice")[0]);
    const high = content(all("highPrice")[0]);
    const offers = new Set(prices.map((element) => scope(element)).filter(isOffer));
    const differ = offers.size > 1 && new Set(prices.map(content)).size > 1;
    const nested = (name) => {
      const element = all(name)[0];
      return (
        element &&
        text(element.matches("[itemscope]") ? content(element.querySelector('[itemprop="name"]')) : content(element))
      );
    };
    const title = content(all("name")[0]);
    return {
      title,
      price: first(price, low, ""),
      currency: content(all("priceCurrency").at(-1)) ?? "",
      price_uncertain: (!price && Boolean(low) && low !== high) || differ,
      price_source: "microdata",
      price_path: price ? "itemprop=price" : "itemprop=lowPrice",
      image_url: content(all("image")[0]),
      images: all("image").map(content),
      external_id: first(content(all("sku")[0]), content(all("productID")[0]), content(all("mpn")[0])),
      variant: [content(all("color")[0]), content(all("size")[0])].filter(Boolean).join(" / "),
      shop: { name: nested("seller") ?? "" },
      sold_out:
        all("availability").length > 0 &&
        all("availability").every((element) =>
          SOLD_OUT.test(`${element.getAttribute("href")} ${element.getAttribute("content")}`),
        ),
      weight_grams: measure(content(all("weight")[0]), GRAMS),
      found: Boolean(title || price || low),
    };
  };

  window.__svcH.microdata = fromMicrodata;
})();
