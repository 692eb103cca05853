/** Meta elements and titles of a page. */
(() => {
  if (window.__svcH.pageMeta) return;
  const { text, first, meta, words } = window.__svcH;
  const money = window.__svcH.money;

  /** A title without the name of the site, by the heading of the page. */
  const plainTitle = (title, site, fromShop = false) => {
    const [source, heading] = [text(title), words("h1")];
    if (
      fromShop &&
      heading.length > 3 &&
      heading.length >= source.length * 0.4 &&
      source.toLowerCase().includes(heading.toLowerCase())
    )
      return heading;
    const least = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(heading) ? 2 : 4;
    if (
      heading.length >= least &&
      source.toLowerCase().startsWith(heading.toLowerCase()) &&
      /^\s*([|\-–—:·,(]|(by|at|bei|chez|von|от)\s|$)/i.test(source.slice(heading.length))
    )
      return heading;
    const suffix = [
      site,
      meta("og:site_name"),
      location.hostname.replace(/^www\./, ""),
      location.hostname.split(".").at(-2),
    ]
      .map(text)
      .filter((name) => name?.length > 1);
    for (const name of suffix) {
      const place = source.toLowerCase().lastIndexOf(name.toLowerCase());
      const before = source.slice(0, Math.max(place, 0));
      if (place > 3 && place + name.length >= source.length - 12 && /[|\-–—:·]\s*(by |at |on |в |на )?$/i.test(before))
        return text(before.replace(/\s*[|\-–—:·]\s*(by |at |on |в |на )?$/i, ""));
    }
    return source;
  };

  const fromMeta = () => {
    const amounts = [
      ["product:sale_price:amount", "product:sale_price:currency"],
      ["product:price:amount", "product:price:currency"],
      ["og:price:amount", "og:price:currency"],
      ["og:price:standard_amount", "og:price:currency"],
    ];
    const [name, code] =
      amounts.find(
        ([amount, currency]) =>
          meta(amount) && first(meta(currency), meta("product:price:currency"), meta("og:price:currency")),
      ) ?? [];
    const labelled =
      [1, 2]
        .map((index) => [meta(`twitter:label${index}`), meta(`twitter:data${index}`)])
        .find(
          ([label, data]) =>
            /price|prix|preis|precio|prezzo|цена|价格|価格|fiyat|giá/i.test(label) && money.currency(data).code,
        )?.[1] ?? "";
    const type = meta("og:type").toLowerCase();
    return {
      title: plainTitle(first(meta("og:title"), meta("twitter:title")), "", true),
      // An amount without its currency is a guess.
      price: name ? meta(name) : labelled,
      currency: name ? first(meta(code), meta("product:price:currency"), meta("og:price:currency")) : labelled,
      price_source: "meta",
      price_path: name ?? "twitter:data",
      price_uncertain: !name && Boolean(labelled),
      image_url: first(meta("og:image:secure_url"), meta("og:image"), meta("twitter:image"), meta("twitter:image:src")),
      images: [...document.querySelectorAll('meta[property="og:image"], meta[property="og:image:secure_url"]')].map(
        (element) => text(element.content),
      ),
      external_id: first(meta("product:retailer_item_id"), meta("product:retailer_part_no"), ""),
      sold_out: /^(oos|out of stock|outofstock|discontinued|soldout)$/i.test(
        first(meta("product:availability"), meta("og:availability"), ""),
      ),
      site: first(meta("og:site_name"), meta("application-name")),
      is_product:
        /^(og:)?product(\.item)?$/.test(type) || Boolean(first(meta("product:price:amount"), meta("og:price:amount"))),
      is_other: /^(article|website\.list|product\.group|profile|video|music|book\.)/.test(type),
    };
  };

  window.__svcH.pageMeta = { fromMeta, plainTitle };
})();
