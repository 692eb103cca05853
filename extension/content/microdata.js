/** Products in microdata. */
(() => {
  if (window.__svcH.microdata) return;
  const { text, first, isCrossed } = window.__svcH;
  const { priceText } = window.__svcH.prices;
  const { isHere, SOLD_OUT, GRAMS, measure } = window.__svcH.schema;

  /** Attributes of microdata and of RDFa, which says the same with other names. */
  const SCOPE = "[itemscope], [typeof]";
  const PRODUCT = '[itemscope][itemtype*="/Product" i], [typeof~="Product" i], [typeof~="schema:Product" i]';
  const ALIASES = { currency: "priceCurrency", offerDetails: "offers" };
  const namesOf = (element) =>
    `${element.getAttribute("itemprop") ?? ""} ${element.getAttribute("property") ?? ""}`
      .split(/\s+/)
      .map((name) => name.replace(/^(https?:\/\/.*\/|\w+:)/, ""))
      .map((name) => ALIASES[name] ?? name);
  const typeOf = (element) => `${element?.getAttribute("itemtype") ?? ""} ${element?.getAttribute("typeof") ?? ""}`;
  const LISTED = ["isRelatedTo", "isSimilarTo", "itemListElement"]
    .map((name) => `[itemprop="${name}"], [property="${name}"]`)
    .join(", ");
  const fromMicrodata = () => {
    const roots = [...document.querySelectorAll(PRODUCT)].filter(
      (element) =>
        !element.parentElement?.closest(`${LISTED}, [itemtype*="ItemList"], ${PRODUCT}`) && !element.matches(LISTED),
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
    const byReference = (root.getAttribute("itemref") ?? "")
      .split(/\s+/)
      .map((id) => id && document.getElementById(id))
      .filter(Boolean);
    const scope = (element) =>
      element.parentElement?.closest(SCOPE) ?? (byReference.some((one) => one.contains(element)) ? root : null);
    const isOffer = (element) => /Offer|PriceSpecification/i.test(typeOf(element));
    const inside = (element) => {
      for (let node = scope(element); node; node = scope(node)) {
        if (node === root) return true;
        if (!isOffer(node)) return false;
      }
      return false;
    };
    const named = [root, ...byReference]
      .flatMap((part) => [...(part === root ? [] : [part]), ...part.querySelectorAll("[itemprop], [property]")])
      .filter((element) => inside(element) && !element.closest("del, s, strike"));
    const all = (name) => named.filter((element) => namesOf(element).includes(name));
    const content = (element) =>
      element &&
      text(
        first(
          element.getAttribute("content"),
          element.matches("img, source, video")
            ? first(element.getAttribute("data-src"), element.getAttribute("src"))
            : "",
          element.matches("link") || (element.matches("a") && namesOf(element).includes("url"))
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
        text(
          element.matches(SCOPE)
            ? content(element.querySelector('[itemprop="name"], [property$="name"]'))
            : content(element),
        )
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
