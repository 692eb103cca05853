/**
 * Carts and order lists of the marketplaces: what the person chose, with variant and quantity.
 * Sources in order: state in the scripts of the page, lines of the page. A quantity or a price that the page does not say stays unknown.
 */
(() => {
  const { text, first, at, list, attempt, spend, scripts, literal, stateAfter, isCrossed } = window.__svcH;
  const money = window.__svcH.money;
  const { address } = window.__svcH.normalize;
  const { product } = window.__svcH.products;
  const MOST = 200;

  /** Classes are matched by their beginnings; they end in hashes. `group`: what belongs to one shop. */
  const SITES = [
    {
      host: /(^|\.)(taobao|tmall)\.com$/,
      path: /itemlist|list_bought/i,
      line: 'tr[class*="suborder"], [class*="itemWrapper--"]',
      link: "a[href*='item.htm'], a[href*='id=']",
      title: '[class*="production-mod"] p a[href*="id="], [class*="title"]',
      variant: '[class*="sku-item"], [class*="sku--"], [class*="skuInfo"]',
      price: '[class*="price-mod__price"], [class*="price--"], [class*="priceInfo"]',
      quantity: 'td:nth-child(3) p, [class*="quantity"]',
      shop: '[class*="seller-container"] a, [class*="shopInfoName"], [class*="shop-name"]',
      group: '[class*="trade-order"], [class*="order-container"], table',
    },
    {
      host: /(^|\.)(taobao|tmall)\.com$/,
      path: /cart|order/i,
      line: '[class*="cartItem--"], [class*="trade-cart-item"], .item-content, [class*="itemWrapper--"]',
      link: 'a[href*="item.htm?"], a[href*="id="]',
      title: '[class*="title--"], .item-basic-info a, a[class*="title"]',
      variant: '[class*="skuCon--"], [class*="sku--"], .item-props, [class*="labelWrap--"]',
      price: '[class*="price--"], [class*="priceCon"], .item-price .price-now, [class*="priceInfo"]',
      quantity: 'input[class*="quantity"], input.text-amount, [class*="quantity--"]',
      shop: '[class*="shopName--"], [class*="shop-name"]',
      group: '[class*="shop"], [class*="store"], section',
    },
    {
      host: /(^|\.)1688\.com$/,
      path: /order[-_]?list/i,
      line: ".order-detail tr, [class*='order-entry'], [class*='product-item']",
      link: 'a[href*="/offer/"]',
      title: ".productName, [class*='product-name'], [class*='title']",
      variant: ".trade-spec, [class*='sku'], [class*='spec']",
      // The next cell has the total of the order.
      price: ".s2, [class*='unit-price']",
      quantity: ".s3, [class*='quantity']",
      shop: ".bannerCorp, [class*='company-name'], [class*='seller-name']",
      group: ".order-item, [class*='order-card']",
    },
    {
      host: /(^|\.)1688\.com$/,
      path: /cart|trade|order|purchase/i,
      line: '[class*="cart-item"], .purchase-item, .order-item, .offer-item, tr, [class*="skuItem"]',
      link: 'a[href*="/offer/"]',
      title: '[class*="title"], .productName, .offer-title',
      variant: '[class*="sku-name"], [class*="spec"], .trade-spec',
      price: '[class*="price"]',
      quantity: 'input[class*="amount"], input[type="number"], [class*="quantity"], .amount',
      shop: '[class*="company"], [class*="seller"]',
      group: '[class*="shop"], [class*="order-item"], [class*="store"], section',
    },
    {
      host: /(^|\.)jd\.(com|hk)$/,
      path: /order/i,
      // The list has the total of an order, not the price of one piece.
      line: ".order-tb .tr-bd",
      link: 'a[href*="item.jd."]',
      title: ".p-name a, .p-name",
      variant: ".p-props, .goods-attr",
      quantity: ".goods-number",
      shop: ".shop-txt, .shop-name",
      group: "tbody",
    },
    {
      host: /(^|\.)jd\.(com|hk)$/,
      path: /cart/i,
      line: ".item-item, .item-single, .item-full",
      link: 'a[href*="item.jd."]',
      title: ".p-name a, .goods-name, .p-name",
      variant: ".p-props, .props-txt, .goods-attr",
      price: ".p-price strong, .p-price, .cell.p-price",
      quantity: 'input.itxt, input[type="number"]',
      shop: ".shop-txt, .shop-name",
      group: '.cart-item-list, [id^="vender_"]',
    },
    {
      host: /(^|\.)(yangkeduo|pinduoduo)\.com$/,
      path: /order|cart/i,
      line: '[class*="order-item"], [class*="goods-item"]',
      link: 'a[href*="goods_id="]',
      title: '[class*="goods-name"]',
      variant: '[class*="spec"]',
      price: '[class*="price"]',
      quantity: '[class*="number"], [class*="count"]',
      shop: '[class*="mall-name"]',
      group: '[class*="order"], [class*="mall"]',
    },
    {
      host: /(^|\.)weidian\.com$/,
      path: /cart/i,
      line: ".cart-item, [class*='cart-item'], [class*='goods-item']",
      link: 'a[href*="itemID="], a[href*="itemId="]',
      title: "[class*='item-title'], [class*='goods-title'], [class*='item-name']",
      variant: "[class*='item-sku'], [class*='goods-sku'], [class*='sku-name']",
      price: "[class*='item-price'], [class*='goods-price'], [class*='cur-price']",
      quantity: "input[type='number'], input[class*='count'], [class*='item-count']",
      shop: "[class*='shop-name'], [class*='shop-title']",
      group: "[class*='shop-card'], [class*='cart-shop'], section",
    },
    {
      host: /(^|\.)goofish\.com$/,
      path: /bought|order/i,
      line: "[class*='order-item--'], [class*='orderItem--'], [class*='trade-item--']",
      link: 'a[href*="/item?"], a[href*="item?id="]',
      title: "[class*='desc--'], [class*='title--']",
      // Each thing is one of its kind: a list that says no number says none here.
      price: "[class*='item-price--'], [class*='price--']",
      quantity: "[class*='quantity--'], [class*='count--']",
      shop: "[class*='nick--'], [class*='seller-name--']",
      group: "[class*='order-container--'], [class*='orderCard--']",
    },
    {
      host: /(^|\.)aliexpress\.(com|us|ru)$/,
      path: /order/i,
      line: ".order-item-content-body",
      link: 'a[href*="/item/"]',
      title: '[class*="content-info-name"]',
      variant: '[class*="content-info-sku"]',
      price: '[class*="content-info-number"] > :not([class*="quantity"])',
      quantity: '[class*="number-quantity"]',
      shop: '[class*="store-name"]',
      group: ".order-item",
    },
    {
      host: /(^|\.)aliexpress\.(com|us|ru)$/,
      path: /cart/i,
      line: ".cart-product, [class*='cart-product-wrap']",
      link: 'a[href*="/item/"]',
      title: '[class*="product-name-title"], [class*="product-name"]',
      variant: '[class*="product-sku"], [class*="skuStr"]',
      price: '[class*="product-price"]',
      quantity: 'input[class*="quantity"], input[class*="input-number"], input[type="number"]',
      shop: '[class*="store-name"]',
      group: '[class*="cart-store"], [class*="store-wrap"]',
    },
  ];

  /** The text of an element without what is crossed out in it. */
  const uncrossed = (element) => {
    const read = (node) => {
      if (node.nodeType === 3) return node.data;
      if (node.nodeType !== 1 || isCrossed(node)) return "";
      return [...node.childNodes].slice(0, 50).map(read).join("");
    };
    return text(read(element));
  };
  const inside = (element, selector) => (element && selector ? element.querySelector(selector) : null);
  const words = (element, selector) => text(inside(element, selector)?.textContent);
  const pictureOf = (line) => {
    const image = line.querySelector("img");
    const painted = line.querySelector('[style*="background-image"]')?.getAttribute("style");
    return text(
      first(
        image?.getAttribute("data-src"),
        image?.getAttribute("data-lazy-img"),
        image?.currentSrc,
        image?.getAttribute("src"),
        /url\(["']?([^"')]+)/.exec(painted ?? "")?.[1],
      ),
    );
  };
  /** How many pieces a line says, or 0 if it does not say it. */
  const quantityOf = (element) => {
    const said = element?.localName === "input" ? element.value : /\d+/.exec(text(element?.textContent))?.[0];
    return Math.floor(Number(said)) || 0;
  };
  /** The one shop of a line's group; a group that names several tells nothing. */
  const shopOf = (line, site) => {
    const own = words(line, site.shop);
    if (own) return own;
    const names = new Set(
      [...(line.closest(site.group)?.querySelectorAll(site.shop) ?? [])].map((element) => text(element.textContent)),
    );
    return names.size === 1 ? [...names][0] : "";
  };

  /** Options with a name for each: axes of one value. */
  const axesOf = (pairs) =>
    pairs.every(([name, value]) => name && value) ? pairs.map(([name, value]) => ({ name, values: [value] })) : [];
  /** `颜色：黑色；尺码：L` names its options; a text without names, or with a part that has none, does not. */
  const namedOptions = (shown) => {
    const parts = shown.split(/[;；]|\s+(?=[^\s：:]+[：:])/).filter((part) => part.trim());
    return axesOf(parts.map((part) => (/^\s*([^：:\d]{1,20})[：:]\s*([^：:]+?)\s*$/.exec(part) ?? []).slice(1)));
  };

  const fromLines = (site) => {
    const isLine = (element) =>
      element.querySelector(site.link) && (inside(element, site.price) || inside(element, site.quantity));
    const found = [...document.querySelectorAll(site.line)].slice(0, 5 * MOST).filter(isLine);
    const lines = found.filter((line) => !found.some((other) => other !== line && line.contains(other)));
    return lines.slice(0, MOST).map((line) => {
      spend();
      const links = [...line.querySelectorAll(site.link)];
      // The longest address of the product names the variant too.
      const [own] = links
        .map((link) => product(link.getAttribute("href")))
        .filter(Boolean)
        .sort((one, other) => other.url.length - one.url.length);
      const prices = [...(site.price ? line.querySelectorAll(site.price) : [])]
        .filter((element) => !isCrossed(element))
        .map(uncrossed)
        .filter((shown) => money.parse(shown).amount);
      const named = inside(line, site.title);
      return {
        title: first(
          text(inside(named, "[title]")?.getAttribute("title")),
          text(named?.textContent),
          ...links.map((link) => text(link.title || link.textContent)),
          text(line.querySelector("img")?.alt),
        ),
        ...(own ?? { url: address(links[0].getAttribute("href")) }),
        price: prices[0] ?? "",
        currency: /aliexpress/.test(location.hostname) ? (prices[0] ?? "") : "CNY",
        price_uncertain: new Set(prices.map((price) => money.parse(price).amount)).size > 1,
        price_source: "list",
        price_path: "cart",
        image_url: pictureOf(line),
        variant: words(line, site.variant),
        axes: namedOptions(words(line, site.variant)),
        quantity: quantityOf(inside(line, site.quantity)),
        shop: { name: shopOf(line, site) },
      };
    });
  };

  /** Orders of Taobao and Tmall: the page carries them as a text of JSON. */
  const fromTaobaoState = () => {
    const states = scripts("mainOrders").map((source) => {
      const start = source.indexOf("JSON.parse(") + "JSON.parse(".length;
      const quoted = attempt(() => literal(source, start + source.slice(start, start + 20).search(/['"]/)));
      return typeof quoted === "string" ? attempt(() => JSON.parse(quoted)) : stateAfter("var data =");
    });
    const orders = list(states.find((state) => Array.isArray(state?.mainOrders))?.mainOrders);
    return orders.slice(0, MOST).flatMap((order) =>
      list(order?.subOrders)
        .slice(0, MOST)
        .map((part) => {
          spend();
          const item = part?.itemInfo;
          const own = product(text(item?.itemUrl));
          const sku = text(item?.skuId);
          return {
            title: text(item?.title),
            ...(own ?? {}),
            url:
              own && /^[1-9]\d*$/.test(sku) && !/skuId=/.test(own.url) ? `${own.url}&skuId=${sku}` : (own?.url ?? ""),
            ...(/^[1-9]\d*$/.test(sku) ? { sku_id: sku } : {}),
            price: text(part?.priceInfo?.realTotal),
            currency: "CNY",
            price_source: "list",
            price_path: "subOrders[].priceInfo.realTotal",
            image_url: text(item?.pic),
            variant: list(item?.skuText)
              .map((option) => text(option?.value))
              .filter(Boolean)
              .join(" / "),
            axes: axesOf(list(item?.skuText).map((option) => [text(option?.name), text(option?.value)])),
            quantity: Math.floor(Number(part?.quantity)) || 0,
            shop: { name: text(order?.seller?.shopName) },
          };
        }),
    );
  };

  /** Orders of Pinduoduo. A price without a decimal point could be in fen, so it is uncertain. */
  const fromPinduoduoState = () => {
    const orders = list(at(stateAfter("window.rawData") ?? {}, "ordersStore.orders"));
    return orders.slice(0, MOST).flatMap((order) =>
      list(order?.orderGoods)
        .slice(0, MOST)
        .map((goods) => {
          spend();
          const price = text(goods?.goodsPrice).replace(/^[¥￥]\s*/, "");
          return {
            title: text(goods?.goodsName),
            ...(product(`https://mobile.yangkeduo.com/goods.html?goods_id=${text(goods?.goodsId)}`) ?? {}),
            price: /^\d+\.\d+$/.test(price) ? price : "",
            currency: "CNY",
            price_source: "list",
            price_path: "orderGoods[].goodsPrice",
            image_url: text(goods?.thumbUrl),
            variant: text(goods?.spec),
            quantity: Math.floor(Number(goods?.goodsNumber)) || 0,
            shop: { name: text(order?.mall?.mallName) },
          };
        }),
    );
  };

  window.__svcH.carts = () => {
    const site = SITES.find(
      (candidate) =>
        candidate.host.test(location.hostname) && candidate.path.test(location.hostname + location.pathname),
    );
    if (!site) return [];
    const states = { taobao: fromTaobaoState, tmall: fromTaobaoState, yangkeduo: fromPinduoduoState };
    const name = /(\w+)\.com$/.exec(location.hostname)?.[1] ?? "";
    const found = (attempt(states[name] ?? (() => [])) ?? []).filter((entry) => entry.title && entry.url);
    return found.length ? found : (attempt(() => fromLines(site)) ?? []);
  };
})();
