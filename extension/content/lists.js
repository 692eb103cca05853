/**
 * Many products of one page: carts and order lists of the marketplaces, then list and search pages.
 * A cart's lines are what the person chose, with variant and quantity; prices of a list are uncertain.
 */
(() => {
  const { text, first, list, attempt, meta, startBudget, spend, decode } = window.__svcH;
  const money = window.__svcMoney;
  const { normalize, address } = window.__svcNormalize;
  const MOST = 200;

  const inside = (element, selector) => (selector ? element.querySelector(selector) : null);
  const words = (element, selector) => text(inside(element, selector)?.textContent);
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

  /** Carts and order lists: a line, and where its parts are. Classes are matched by their beginnings; they end in hashes. */
  const CARTS = [
    {
      host: /(^|\.)(taobao|tmall)\.com$/,
      path: /cart|itemlist|list_bought|order/i,
      marketplace: "taobao",
      line: [
        '[class*="cartItem--"], [class*="trade-cart-item"], .item-content, [class*="itemWrapper--"]',
        '.bought-wrapper-mod__trade-order___2lrzV tr[class*="suborder"]',
      ].join(", "),
      link: 'a[href*="item.htm?"], a[href*="id="]',
      title: '[class*="title--"], .item-basic-info a, a[class*="title"]',
      variant: '[class*="skuCon--"], [class*="sku--"], .item-props, [class*="labelWrap--"]',
      price: '[class*="price--"], [class*="priceCon"], .item-price .price-now, [class*="priceInfo"]',
      quantity: 'input[class*="quantity"], input.text-amount, [class*="quantity--"]',
      shop: '[class*="shopName--"], [class*="shop-name"]',
    },
    {
      host: /(^|\.)1688\.com$/,
      path: /cart|trade|order|purchase/i,
      marketplace: "1688",
      line: '[class*="cart-item"], .purchase-item, .order-item, .offer-item, tr.item-row, [class*="skuItem"]',
      link: 'a[href*="/offer/"]',
      title: '[class*="title"], .productName, .offer-title',
      variant: '[class*="sku-name"], [class*="spec"], .trade-spec',
      price: '[class*="price"]',
      quantity: 'input[class*="amount"], input[type="number"], [class*="quantity"], .amount',
      shop: '[class*="company"], [class*="seller"]',
    },
    {
      host: /(^|\.)jd\.(com|hk)$/,
      path: /cart|order/i,
      marketplace: "jd",
      line: ".item-item, .goods-item, .item-single, .item-full, .order-tb .tr-bd",
      link: 'a[href*="item.jd.com/"]',
      title: ".p-name a, .goods-name, .p-name",
      variant: ".p-props, .props-txt, .goods-attr",
      price: ".p-price strong, .p-price, .cell.p-price",
      quantity: 'input.itxt, .goods-number, input[type="number"]',
      shop: ".shop-txt, .shop-name",
    },
    {
      host: /(^|\.)(yangkeduo|pinduoduo)\.com$/,
      path: /order|cart/i,
      marketplace: "pinduoduo",
      line: '[class*="order-item"], [class*="goods-item"]',
      link: 'a[href*="goods_id="]',
      title: '[class*="goods-name"]',
      variant: '[class*="spec"]',
      price: '[class*="price"]',
      quantity: '[class*="number"], [class*="count"]',
      shop: '[class*="mall-name"]',
    },
    {
      host: /(^|\.)aliexpress\.(com|us|ru)$/,
      path: /cart|order/i,
      marketplace: "aliexpress",
      line: '[class*="cart-product"], [class*="order-item-content"]',
      link: 'a[href*="/item/"]',
      title: '[class*="product-name"], [class*="item-name"], a[href*="/item/"][title]',
      variant: '[class*="product-sku"], [class*="item-sku"]',
      price: '[class*="product-price"], [class*="item-price"]',
      quantity: 'input[class*="quantity"], input[type="number"], [class*="item-price-quantity"]',
      shop: '[class*="store-name"]',
    },
  ];

  const externalId = (url, marketplace) => {
    const patterns = {
      taobao: /[?&](?:id|itemId)=(\d+)/,
      1688: /offer\/(\d+)/,
      jd: /\/(\d+)\.html/,
      pinduoduo: /goods_id=(\d+)/,
      aliexpress: /\/(\d+)\.html/,
    };
    return patterns[marketplace]?.exec(url)?.[1] ?? "";
  };
  const quantityOf = (element) =>
    Math.floor(Number(first(element?.value, /\d+/.exec(text(element?.textContent))?.[0], 0))) || 0;

  const fromCart = () => {
    const site = CARTS.find(
      (candidate) =>
        candidate.host.test(location.hostname) && candidate.path.test(location.hostname + location.pathname),
    );
    if (!site) return [];
    const lines = [...document.querySelectorAll(site.line)].filter(
      (line, index, all) =>
        line.querySelector(site.link) &&
        !all.some((other) => other !== line && line.contains(other) && other.querySelector(site.link)),
    );
    return lines.slice(0, MOST).map((line) => {
      spend();
      const link = line.querySelector(site.link);
      const url = address(link.getAttribute("href"));
      const prices = [...line.querySelectorAll(site.price)]
        .filter((element) => !window.__svcH.isCrossed(element) && money.parse(element.textContent).amount)
        .map((element) => text(element.textContent));
      const holder = line.closest(`[class*="shop"], [class*="store"], [class*="seller"], table, section`) ?? document;
      return {
        title: first(
          words(line, site.title),
          text(link.title),
          text(link.textContent),
          text(line.querySelector("img")?.alt),
        ),
        url,
        price: prices[0] ?? "",
        currency: /aliexpress/.test(site.marketplace) ? (prices[0] ?? "") : "CNY",
        price_uncertain: new Set(prices.map((price) => money.parse(price).amount)).size > 1,
        price_source: "list",
        price_path: "cart",
        image_url: pictureOf(line),
        variant: words(line, site.variant),
        quantity: quantityOf(inside(line, site.quantity)) || 1,
        marketplace: site.marketplace,
        external_id: externalId(url, site.marketplace),
        shop: { name: first(words(line, site.shop), words(holder, site.shop)) },
      };
    });
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
        const product = entry?.item && typeof entry.item === "object" ? entry.item : entry;
        const offer = list(product?.offers)[0];
        return {
          title: decode(first(product?.name, entry?.name)),
          url: text(
            first(product?.url, entry?.url, typeof entry?.item === "string" ? entry.item : "", product?.["@id"]),
          ),
          price: text(first(offer?.price, offer?.lowPrice)),
          currency: text(offer?.priceCurrency),
          price_uncertain: true,
          price_source: "list",
          price_path: "ItemList",
          image_url: text(
            list(product?.image).map((image) =>
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
            !window.__svcH.isCrossed(element)
          )
            prices.push(shown);
        }
        const whole =
          [...card.querySelectorAll('[class*="price" i]')]
            .map((element) => text(element.textContent))
            .find((shown) => shown.length < 30 && money.parse(shown).amount) ?? "";
        const title = first(
          text(card.querySelector("h2, h3, h4, [class*='title' i], [class*='name' i]")?.textContent),
          text(link.title),
          text(card.querySelector("img")?.alt),
          text(link.textContent),
        );
        return {
          title,
          url: address(link.getAttribute("href")),
          price: prices[0] ?? whole,
          currency: prices[0] ?? whole,
          price_uncertain: true,
          price_source: "list",
          price_path: "card",
          image_url: pictureOf(card),
        };
      })
      .filter((entry) => entry.title && entry.price);
  };

  startBudget(2000);
  const found = [fromCart, fromItemList, fromCards].reduce(
    (rows, reader) => (rows.length >= 1 ? rows : (attempt(reader) ?? [])),
    [],
  );
  const site = meta("og:site_name");
  const seen = new Set();
  const rows = found
    .map((entry) => attempt(() => normalize({ shop: { name: site }, ...entry })))
    .filter((item) => {
      const key = `${item?.url} ${item?.variant}`;
      if (!item?.title || !item.url || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return { ok: rows.length > 0, list: JSON.parse(JSON.stringify(rows)) };
})();
