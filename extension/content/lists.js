/**
 * Many products of one page: carts and order lists of the marketplaces, then list and search pages.
 * A row is one card of a repeating structure: its title, link, picture and price stand in it. A price that can be read in two ways is
 * uncertain.
 */
(() => {
  const { text, first, list, attempt, meta, startBudget, spend, decode, seenText, yuanUnless } = window.__svcH;
  const { className, holderOf, pricesIn } = window.__svcH.prices;
  const { NOT_CONTENT, likeness } = window.__svcH.titles;
  const { CART } = window.__svcH.lexicon;
  const money = window.__svcH.money;
  const { normalize, address } = window.__svcH.normalize;
  const { product, marketplace } = window.__svcH.products;
  const MOST = { rows: 200, prices: 1500, nodes: 60_000, levels: 9, linksOfACard: 12 };

  const pictureOf = (card, link) => {
    const images = [...card.querySelectorAll("img")].filter(
      (image) => !(Number(image.getAttribute("width")) < 33 && image.hasAttribute("width")),
    );
    const image = images.find((one) => link?.contains(one)) ?? images[0];
    const sources = ["data-src", "data-lazy-img", "data-lazyload", "data-original"].map((name) =>
      image?.getAttribute(name),
    );
    return text(
      first(
        ...sources,
        image?.currentSrc,
        image?.getAttribute("src"),
        image?.getAttribute("srcset")?.split(/[\s,]/)[0],
      ),
    );
  };

  const fromItemList = () => {
    const nodes = [...document.querySelectorAll('script[type="application/ld+json" i]')]
      .flatMap((script) => list(attempt(() => JSON.parse(script.textContent))))
      .flatMap((node) => [node, ...list(node?.["@graph"]), ...list(node?.mainEntity)]);
    const is = (node, kind) => list(node?.["@type"]).some((type) => kind.test(text(type)));
    const entries = nodes
      .filter((node) => is(node, /ItemList$|OfferCatalog$/i))
      .flatMap((node) => list(node.itemListElement));
    const products = nodes.filter((node) => is(node, /(^|\/|:)Product$/i) && text(node.url));
    return (entries.length ? entries : products.length > 1 ? products : [])
      .slice(0, MOST.rows)
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

  const NOT_A_PRODUCT = /[/?&#](cart|basket|wishlist|compare|login|account|reviews?)[/=?_-]|^(javascript|mailto):/i;
  /** The links of a card to other pages. */
  const linksOf = (card) =>
    [...(card.matches("a[href]") ? [card] : []), ...card.querySelectorAll("a[href]")].filter(
      (link) =>
        /^https?:/.test(link.href) &&
        link.href.split("#")[0] !== location.href.split("#")[0] &&
        (marketplace() ? product(link.href) : !NOT_A_PRODUCT.test(link.getAttribute("href"))),
    );
  const HEADING = "h1, h2, h3, h4, h5, [itemprop='name'], [class*='title' i], [class*='name' i]";
  /** The link that the card is about: around its heading or picture, with the most words. */
  const mainLink = (links) => {
    const weight = (link) =>
      Math.min(text(link.textContent).length, 150) +
      (link.querySelector("img") ? 40 : 0) +
      (link.querySelector(HEADING) || link.closest(HEADING) ? 80 : 0) -
      (CART.test(text(link.textContent)) ? 200 : 0);
    const sums = new Map();
    for (const link of links) {
      const key = link.href.split("#")[0];
      sums.set(key, (sums.get(key) ?? 0) + weight(link));
    }
    const [best] = [...sums].sort((one, other) => other[1] - one[1]);
    return best && links.filter((link) => link.href.split("#")[0] === best[0]);
  };
  /** A name can be a number alone, but no price. */
  const isTitle = (shown) => shown.length > 1 && shown.length < 400 && /\p{L}{2}|[\p{L}\d-]{5}/u.test(shown);
  /** Texts of a card that can be its title, best first. */
  const titlesOf = (card, own) => {
    const isFree = (element) => pricesIn(element).length === 0 && !CART.test(text(element.textContent).slice(0, 60));
    const around = (element) => own.some((link) => link.contains(element) || element.contains(link));
    const headings = [...card.querySelectorAll(HEADING)].filter(
      (element) => (around(element) || /^h\d$/.test(element.localName)) && isFree(element),
    );
    const anchors = own.filter((link) => !link.querySelector("h2, h3, h4") && isFree(link));
    const shown = [...headings, ...anchors].map(seenText).filter(isTitle);
    const named = own
      .flatMap((link) => [link.title, link.getAttribute("aria-label"), link.querySelector("img")?.alt])
      .concat(card.querySelector("img")?.alt)
      .map(text)
      .filter(isTitle);
    // A title that was cut to fit is whole in an attribute.
    const isCut = /(…|\.\.\.)$/.test(shown[0] ?? "") && named[0] && likeness(shown[0], named[0]) > 0.8;
    if (isCut) return [...named, ...shown];
    if (shown.length + named.length) return [...shown, ...named];
    return [...card.querySelectorAll("*")]
      .filter((element) => !element.firstElementChild && isFree(element))
      .map(seenText)
      .filter(isTitle)
      .sort((one, other) => other.length - one.length);
  };
  /** Each row's own title: a text of many rows is the label of a button. */
  const withOwnTitles = (rows) => {
    const counts = new Map();
    for (const { titles } of rows) for (const title of new Set(titles)) counts.set(title, (counts.get(title) ?? 0) + 1);
    const isOwn = (title) => counts.get(title) <= Math.max(2, rows.length / 5);
    return rows.map(({ titles, ...row }) => ({ ...row, title: titles.find(isOwn) ?? titles[0] ?? "" }));
  };

  /** The cards around the prices of the page, by their shapes: siblings alike that have prices and links to elsewhere. */
  const cardsByShape = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const holders = new Set();
    const priced = new Set();
    for (
      let node = walker.nextNode(), steps = 0;
      node && steps < MOST.nodes && holders.size < MOST.prices;
      node = walker.nextNode(), steps += 1
    ) {
      if (steps % 64 === 0) spend(16);
      const element = holderOf(node);
      if (!element || element.closest(`header, ${NOT_CONTENT}`)) continue;
      holders.add(element);
      for (let above = element; above && above !== document.body; above = above.parentElement) priced.add(above);
    }
    const shapeOf = (node) => `${node.localName}.${className(node).split(" ")[0]}`;
    const groups = new Map();
    const known = new Map();
    const cardAround = (element) => {
      const path = [];
      let card = null;
      for (
        let node = element, levels = 0;
        node?.parentElement && node !== document.body && levels < MOST.levels;
        node = node.parentElement, levels += 1
      ) {
        if (known.has(node)) {
          card = known.get(node);
          break;
        }
        path.push(node);
        const [own] = linksOf(node);
        if (!own) continue;
        const alike = [...node.parentElement.children].filter(
          (other) =>
            other !== node &&
            priced.has(other) &&
            shapeOf(other) === shapeOf(node) &&
            linksOf(other).some((link) => link.href !== own.href),
        );
        if (alike.length > (/\.$/.test(shapeOf(node)) && !/^(li|tr|article)/.test(shapeOf(node)) ? 1 : 0)) {
          card = node;
          break;
        }
      }
      for (const node of path) known.set(node, card);
      return card;
    };
    for (const element of holders) {
      const card = cardAround(element);
      if (!card || linksOf(card).length > MOST.linksOfACard) continue;
      const shape = `${shapeOf(card.parentElement)} ${shapeOf(card)}`;
      if (!groups.has(shape)) groups.set(shape, new Set());
      groups.get(shape).add(card);
    }
    return [...groups.values()].sort((one, other) => other.size - one.size);
  };

  /** Prices of a card that are as likely as each other. */
  const RIVALS = 12;
  const rowOfCard = (card) => {
    spend(16);
    const own = mainLink(linksOf(card));
    if (!own) return null;
    const prices = pricesIn(card);
    const [best] = prices;
    const isOpen = prices.some((other) => other.score > best.score - RIVALS && other.amount !== best.amount);
    return {
      titles: titlesOf(card, own),
      url: address(own[0].getAttribute("href")),
      price: best?.text ?? "",
      price_choices: prices.map(({ amount }) => amount),
      currency: best?.text ?? "",
      // A search of a marketplace shows the price of the cheapest variant.
      price_uncertain: isOpen || Boolean(best?.ranged || marketplace()),
      price_source: "list",
      price_path: "card",
      image_url: pictureOf(
        card,
        own.find((link) => link.querySelector("img")),
      ),
    };
  };
  const fromCards = () => {
    const [cards] = cardsByShape();
    if (!cards || cards.size < 3) return [];
    const rows = [...cards].slice(0, MOST.rows).map((card) => attempt(() => rowOfCard(card)));
    return withOwnTitles(rows.filter((entry) => entry?.price)).filter((entry) => entry.title);
  };

  const amountOf = (entry) =>
    money.parse(entry.price, { currency: money.currency(entry.currency).code, machine: true }).amount;
  /** Cards, with the names and amounts of the list in data where both are about one product; or that list, if it has more. */
  const fromLists = () => {
    const cards = attempt(fromCards) ?? [];
    const listed = attempt(fromItemList) ?? [];
    if (cards.length < Math.min(3, listed.length)) return listed;
    const known = new Map(listed.map((entry) => [address(entry.url), entry]));
    return cards.map((card) => {
      const same = known.get(card.url);
      if (!same) return card;
      const isEqual =
        amountOf(same) === money.parse(card.price, { currency: money.currency(card.currency).code }).amount;
      return {
        ...card,
        title: same.title,
        ...(isEqual ? { price_uncertain: false } : {}),
        currency: first(same.currency, card.currency),
      };
    });
  };

  startBudget(2000);
  const found = [window.__svcH.carts, fromLists].reduce(
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
