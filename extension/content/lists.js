/**
 * Many products of one page: carts and order lists of the marketplaces, then list and search pages.
 * Prices of a list are uncertain: they belong to a product, not to the variant that will be bought.
 */
(() => {
  const { text, first, list, attempt, meta, startBudget, spend, decode, isCrossed, yuanUnless } = window.__svcH;
  const money = window.__svcH.money;
  const { normalize, address } = window.__svcH.normalize;
  const { product, marketplace } = window.__svcH.products;
  const MOST = 200;
  const OTHER_PRICE = /old|origin|market|before|was|int(eger)?(-|$)|float|decimal|fraction/i;
  /** The number of sales stands next to the price. */
  const SALES = /人|付款|销量|已售|成交|sold/i;
  const isNamed = (shown) => /[¥￥]/.test(shown) || Boolean(money.currency(shown).code);

  const pictureOf = (element) => {
    const image = element.querySelector("img");
    return text(
      first(
        image?.getAttribute("data-src"),
        image?.getAttribute("data-lazy-img"),
        image?.getAttribute("data-lazyload"),
        image?.currentSrc,
        image?.getAttribute("src"),
        image?.getAttribute("srcset")?.split(/[\s,]/)[0],
      ),
    );
  };

  const fromItemList = () => {
    const nodes = [...document.querySelectorAll('script[type="application/ld+json"]')]
      .flatMap((script) => list(attempt(() => JSON.parse(script.textContent))))
      .flatMap((node) => [node, ...list(node?.["@graph"]), ...list(node?.mainEntity)]);
    const entries = nodes
      .filter((node) => /ItemList|OfferCatalog/.test(text(list(node?.["@type"])[0])))
      .flatMap((node) => list(node.itemListElement));
    const products = nodes.filter((node) => list(node?.["@type"]).map(text).includes("Product") && text(node.url));
    return (entries.length ? entries : products.length > 1 ? products : [])
      .slice(0, MOST)
      .map((entry) => {
        const node = entry?.item && typeof entry.item === "object" ? entry.item : entry;
        const offer = list(node?.offers)[0];
        return {
          title: decode(first(node?.name, entry?.name)),
          url: text(first(node?.url, entry?.url, typeof entry?.item === "string" ? entry.item : "", node?.["@id"])),
          price: text(first(offer?.price, offer?.lowPrice)),
          currency: text(offer?.priceCurrency),
          price_uncertain: true,
          price_source: "list",
          price_path: "ItemList",
          image_url: text(
            list(node?.image).map((image) =>
              typeof image === "object" ? first(image?.url, image?.contentUrl) : image,
            )[0],
          ),
        };
      })
      .filter((entry) => entry.title && entry.url);
  };

  /** Cards of a list: a link with a picture and a price, of which the page has several alike. */
  const fromCards = () => {
    const groups = new Map();
    for (const link of [...document.querySelectorAll("a[href]")].slice(0, 3000)) {
      if (link.closest("header, footer, nav") || !/^https?:/.test(link.href)) continue;
      if (marketplace() && !product(link.href)) continue;
      spend();
      let card = link;
      for (
        let levels = 0;
        levels < 5 && card && !(card.querySelector("img") && /\d/.test(card.textContent));
        levels += 1
      )
        card = card.parentElement;
      if (
        !card ||
        card === document.body ||
        text(card.textContent).length > 600 ||
        new Set([...card.querySelectorAll("a[href]")].map((one) => one.href.split(/[#]/)[0])).size > 4
      )
        continue;
      const shape = `${card.localName}.${[...card.classList].slice(0, 2).join(".")}`;
      if (!groups.has(shape)) groups.set(shape, new Map());
      if (!groups.get(shape).has(card)) groups.get(shape).set(card, link);
    }
    const best = [...groups.values()].filter((cards) => cards.size >= 3).sort((one, other) => other.size - one.size)[0];
    if (!best) return [];
    return [...best]
      .slice(0, MOST)
      .map(([card, link]) => {
        const prices = [];
        for (const element of card.querySelectorAll("*")) {
          const shown = text(element.textContent);
          if (
            shown.length < 30 &&
            !element.firstElementChild &&
            money.currency(shown).code &&
            money.parse(shown).amount &&
            !isCrossed(element)
          )
            prices.push(shown);
        }
        const whole = [...card.querySelectorAll('[class*="price" i]')]
          .filter((element) => !isCrossed(element) && !OTHER_PRICE.test(element.className))
          .map((element) => text(element.textContent))
          .filter((shown) => shown.length < 30 && !SALES.test(shown) && money.parse(shown).amount)
          .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || one.length - other.length)[0];
        const title = first(
          text(card.querySelector("h2, h3, h4, [class*='title' i], [class*='name' i]")?.textContent),
          text(link.title),
          text(card.querySelector("img")?.alt),
          text(link.textContent),
        );
        return {
          title,
          url: address(link.getAttribute("href")),
          price: prices[0] ?? whole ?? "",
          currency: prices[0] ?? whole ?? "",
          price_uncertain: true,
          price_source: "list",
          price_path: "card",
          image_url: pictureOf(card),
        };
      })
      .filter((entry) => entry.title && entry.price);
  };

  startBudget(2000);
  const found = [window.__svcH.carts, fromItemList, fromCards].reduce(
    (rows, reader) => (rows.length >= 1 ? rows : (attempt(reader) ?? [])),
    [],
  );
  const site = meta("og:site_name");
  const seen = new Set();
  /** In a marketplace only what leads to a product is one; other links are advertisements and shops. */
  const rowOf = (entry) => {
    const own = product(entry.url);
    if (!own && marketplace()) return null;
    const isInYuan = own && own.marketplace !== "aliexpress";
    return normalize({
      shop: { name: own ? "" : site },
      ...entry,
      ...own,
      ...(isInYuan ? { currency: yuanUnless(entry.price) } : {}),
    });
  };
  const rows = found
    .map((entry) => attempt(() => rowOf(entry)))
    .filter((item) => {
      const key = `${item?.url} ${item?.variant}`;
      if (!item?.title || !item.url || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return { ok: rows.length > 0, list: JSON.parse(JSON.stringify(rows)) };
})();
