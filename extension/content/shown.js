/** The product as the page shows it. */
(() => {
  if (window.__svcH.shown) return;
  const { text, first, attempt, spend, nodesOf, all } = window.__svcH;
  const { ON_REQUEST, SOLD_OUT, AUCTION, CART, BID, SUBSCRIPTION } = window.__svcH.lexicon;
  const { className, names, holderOf, priceOf, hasCurrency } = window.__svcH.prices;
  const { NOT_CONTENT, headings, outerTitles } = window.__svcH.titles;
  const money = window.__svcH.money;
  const MOST = { nodes: 60_000, prices: 300, buttons: 1500 };

  const link = (element) => {
    const anchor = element.matches("a[href]") ? element : element.querySelector("a[href]");
    return /^https?:/.test(anchor?.href ?? "") ? anchor.href.split("#")[0] : "";
  };
  /** The name of an offer with a heading and a button of its own, such as a plan in a table of plans. */
  const offerOf = (element) =>
    text(element.querySelector("h2, h3, h4") && element.querySelector("button, a[href]")?.textContent);
  const MOST_OF_A_CARD = 3000;
  /** The page at an address: its path, and the number of a product in its search. */
  const pageOf = ({ pathname, search }) =>
    pathname + (/[?&](?!sku|variant)\w*((?<!cl)id|no)=\w*\d/i.exec(search)?.[0] ?? "");
  const pictureOf = (element) => {
    const picture = element.querySelector("img, [style*='background-image']");
    return text(picture?.src ?? picture?.getAttribute("style"));
  };
  /** Where a card leads: a part of a list leads to another page, by a link or by a script on its picture. */
  const leadsTo = (element) => {
    const to = link(element);
    if (to && pageOf(new URL(to)) !== pageOf(location)) return to;
    return offerOf(element) || (to ? "" : pictureOf(element));
  };
  /** The card of a list that an element belongs to: one of several alike with links to elsewhere and prices. */
  const cardOf = (element, priced, title) => {
    for (
      let node = element, levels = 0;
      node && node !== document.body && levels < 9;
      node = node.parentElement, levels += 1
    ) {
      if ((title && node.contains(title)) || node.textContent.length > MOST_OF_A_CARD) return null;
      const own = node.parentElement && leadsTo(node);
      if (!own) continue;
      const kind = className(node).split(" ")[0];
      const alike = [...node.parentElement.children].filter(
        (other) =>
          other !== node &&
          other.localName === node.localName &&
          className(other).split(" ")[0] === kind &&
          priced.has(other) &&
          ![own, ""].includes(leadsTo(other)),
      );
      if (alike.length > (kind || /^(li|tr|article|a)$/.test(node.localName) ? 0 : 1)) return node;
    }
    return null;
  };

  const buttonText = (element) =>
    [
      element.id,
      element.getAttribute("name"),
      text(element.value),
      element.getAttribute("alt"),
      element.getAttribute("aria-label"),
      element.getAttribute("title"),
      text(element.textContent).slice(0, 60),
      element.getAttribute("data-testid"),
      /[^/]*$/.exec(element.getAttribute("src") ?? "")?.[0],
      /^(a|button|input)$/.test(element.localName) ? className(element) : "",
    ].join(" ");
  const BUTTONS = [
    "button, input[type='submit'], input[type='button'], input[type='image'], [role='button']",
    "a[class*='cart' i], a[id*='cart' i], a[class*='btn' i], a[class*='button' i], a[class*='buy' i], a[onclick]",
    "a[href*='cart' i], a[href*='basket' i], [class*='addtocart' i], [class*='add-to-cart' i], [class*='add_to_cart' i], a img",
    "[class*='to-cart' i], [class*='to_cart' i], [class*='buy-btn' i], [class*='btn-buy' i], [class*='buy-button' i]",
  ].join(", ");
  const siteOf = (host) => host.split(".").slice(-2).join(".");
  /** Whether a link leads to another shop. The carts of payment services have such addresses, too. */
  const isOfOtherShop = ({ href }) => {
    const to = /^https?:/.test(href ?? "") ? attempt(() => new URL(href)) : null;
    return to && siteOf(to.hostname) !== siteOf(location.hostname) && !/cart|checkout|basket|pay|order/i.test(href);
  };
  /** Outside of head and foot of the page; the bar at the foot of a phone is none. */
  const isOfPage = (element) => {
    const edge = element.closest(`header, ${NOT_CONTENT}`);
    const isBar = edge?.localName === "footer" && /fixed|sticky/.test(getComputedStyle(edge).position);
    return (!edge || isBar) && !isOfOtherShop(element.closest("a") ?? {});
  };
  const NOT_A_BUTTON = "h1, h2, h3, p, label, script, style, a[href]:not([href^='#'], [href^='javascript'])";
  /** Buttons that put a product into a cart, or bid for it; where there is none, the elements that say only that. */
  const buyButtons = () => {
    const found = all(BUTTONS)
      .slice(0, MOST.buttons)
      .filter(
        (element) =>
          isOfPage(element) &&
          [CART, BID].some((words) => words.test(buttonText(element).slice(0, 300))) &&
          !SUBSCRIPTION.test(element.textContent),
      );
    if (found.length) return found;
    return [...nodesOf(document.body, NodeFilter.SHOW_TEXT)]
      .filter(({ data, parentElement }) => {
        const says = data.length < 30 ? text(data) : "";
        const match = CART.exec(says)?.[0] ?? "";
        return match.length > says.length / 2 && !parentElement?.closest(NOT_A_BUTTON);
      })
      .map(({ parentElement }) => parentElement)
      .filter((element) => element && isOfPage(element));
  };

  /** Options, cards and tables say it of something else. */
  const NOT_THE_PRODUCT = "li, option, label, table, a, aside, footer, nav, template, script, [class*='card' i]";
  const saysSoldOut = (node, isAfter) =>
    isAfter &&
    SOLD_OUT.test(text(node.data)) &&
    !node.parentElement?.closest(`${NOT_THE_PRODUCT}, [hidden], [class*='swatch' i], [class*='variant' i]`) &&
    attempt(() => getComputedStyle(node.parentElement).display) !== "none";

  /** Whether the element around heading and price is called a product. */
  const isInProduct = (element, title) => {
    let holder = element;
    while (holder && !holder.contains(title)) holder = holder.parentElement;
    return /(^|[\s_-])(products?|prod|goods|pdp|artikel)($|[\s_-]|view|info|detail|page|main)/i.test(names(holder, 12));
  };

  const TEXTS_AND_ELEMENTS = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const read = (line) => {
    const found = { prices: [], isOnRequest: false, isSoldOut: false, isAuction: false };
    const buttons = attempt(buyButtons) ?? [];
    const titles = line ? [line] : (attempt(() => headings(buttons)) ?? []);
    const title = titles[0]?.element;
    const places = new Map([...(title ? [[title, 0]] : []), ...buttons.map((button) => [button, 0])]);
    const holders = new Map();
    const priced = new Set();
    let place = 0;
    let isAfter = false;
    for (const node of nodesOf(document.body ?? document.documentElement, TEXTS_AND_ELEMENTS)) {
      if ((place += 1) > MOST.nodes) break;
      if (place % 64 === 0) spend(16);
      if (node.nodeType === 1) {
        if (places.has(node)) places.set(node, place);
        isAfter ||= node === title;
        if (!node.hasAttribute("aria-label")) continue;
      } else if (node.data.length > 90 || node.parentElement?.localName === "script") continue;
      else {
        if (ON_REQUEST.test(node.data)) found.isOnRequest = true;
        if (saysSoldOut(node, isAfter)) found.isSoldOut = true;
        if (isAfter && node.data.length < 40 && AUCTION.test(node.data)) found.isAuction = true;
      }
      const element = holders.size < MOST.prices ? holderOf(node) : null;
      if (!element || holders.has(element)) continue;
      holders.set(element, place);
      for (let above = element; above && above !== document.body; above = above.parentElement) priced.add(above);
    }
    const scopeOf = (element) => element?.closest("[itemtype*='schema.org/Product' i]");
    for (const [element, at] of holders) {
      const aside = element.closest("header, aside");
      if (
        element.closest(`${NOT_CONTENT}, li a`) ||
        (aside && ![title, ...buttons].some((one) => one && aside.contains(one)))
      )
        continue;
      const price = priceOf(element);
      if (!price) continue;
      const isOfOther = scopeOf(title) && scopeOf(element) && scopeOf(element) !== scopeOf(title);
      const near = (one) => Math.abs(at - places.get(one));
      const toButton = buttons.length ? Math.min(...buttons.map(near)) : Infinity;
      const about = {
        element,
        isInCard: Boolean(isOfOther || cardOf(element, priced, title)),
        toButton,
        isBelow: Boolean(title && places.get(title) < at),
        isInProduct: title ? isInProduct(element, title) : false,
        score:
          price.score +
          Math.max(0, 40 - toButton / 8) +
          (title
            ? (places.get(title) < at ? 15 : near(title) < 40 ? 10 : -5) + Math.max(0, 30 - near(title) / 15)
            : 0) -
          found.prices.length / 4,
      };
      for (const one of price.reads)
        found.prices.push({ ...price, ...one, ...about, score: about.score - (one.isLess ? 25 : 0) });
    }
    found.prices.sort((one, other) => other.score - one.score);
    return {
      ...found,
      titles,
      buttons: buttons.filter((button) => !cardOf(button, priced, title)),
      candidates: found.prices.filter((price) => !price.isInCard).slice(0, 8),
      cards: found.prices.filter((price) => price.isInCard).length,
    };
  };

  const GALLERY = "[class*='carousel' i], [class*='gallery' i], [class*='swiper' i], [class*='slider' i]";
  const biggestPicture = () => {
    let best = { area: 10_000, src: "" };
    for (const image of all("img").slice(0, 400)) {
      const box = attempt(() => image.getBoundingClientRect()) ?? {};
      const area =
        box.width * box.height ||
        0 ||
        Number(image.getAttribute("width")) * Number(image.getAttribute("height")) ||
        0 ||
        image.naturalWidth * image.naturalHeight ||
        (image.closest(GALLERY) && !image.closest("a") ? 10_001 : 0);
      const src = first(image.currentSrc, image.getAttribute("data-src"), image.getAttribute("src"), "");
      if (area > best.area && !/^data:/.test(src) && !image.closest("header, footer, nav")) best = { area, src };
    }
    return best.src;
  };

  /** Read once per reading: several parsers ask. */
  let memory = null;
  const NOTHING = { candidates: [], titles: [], buttons: [], cards: 0, isOnRequest: false, isSoldOut: false };
  const shown = () => (memory ??= attempt(read) ?? NOTHING);
  /** The heading of the page that names its product, or "". */
  shown.title = () => shown().titles[0]?.text ?? "";
  shown.picture = () => attempt(biggestPicture) ?? "";
  const NOT_A_NAME = `a, button, li, header, label, select, [role='button'], ${NOT_CONTENT}`;
  /** Where no heading names the product: the line by the price that the page is called by, or that looks most like a name. */
  const line = () => {
    const [price] = shown().candidates;
    const outer = outerTitles();
    const texts = [...nodesOf(document.body, NodeFilter.SHOW_TEXT)].filter(
      (node) => text(node.data) && node.parentElement,
    );
    const at = texts.findIndex((node) => price?.element.contains(node));
    const isCalled = ({ data }) => outer.some((title) => title.startsWith(text(data)));
    const looks = (node, place) =>
      (isCalled(node) ? 99 : 0) +
      Math.min(40, text(node.data).length) +
      (/title|name/i.test(names(node.parentElement, 2)) ? 20 : 0) -
      Math.abs(place - at);
    const [best] = texts
      .map((node, place) => ({ node, place, element: node.parentElement }))
      .slice(Math.max(0, at - 25), at + 25)
      .filter(
        ({ node: { data }, element }) =>
          /^.{6,150}$/.test(text(data)) && !element.closest(`script, style, ${NOT_A_NAME}`) && !hasCurrency(data),
      )
      .map((line) => ({ ...line, score: looks(line.node, line.place) }))
      .sort((one, other) => other.score - one.score);
    return (
      best && { text: text(best.node.data), element: best.element, agrees: Number(isCalled(best.node)), isLine: true }
    );
  };
  /** Takes that line for the heading, if it may: prices are judged by their place to it. */
  shown.takeLine = (mayTake) => {
    const best = attempt(line);
    if (best && (best.agrees || mayTake())) memory = attempt(() => read(best)) ?? memory;
  };
  /** The pieces that the page shows this price for: its data often have the number alone. */
  shown.lot = (price) => {
    const { amount } = money.parse(price, { machine: true });
    const same = shown().candidates.filter((candidate) => candidate.amount === amount);
    const lots = new Set(same.map(({ text: own }) => money.parse(own).per));
    return lots.size === 1 ? [...lots][0] : undefined;
  };
  /** Whether the page says that a price can be another one: of an auction, from, or for some buyers only. */
  shown.isOpen = (amount) => {
    const { candidates, isAuction } = shown();
    const same = candidates.filter((candidate) => candidate.amount === amount);
    return isAuction || (same.length > 0 && same.every(({ ranged, isForSome }) => ranged || isForSome));
  };
  shown.forget = () => {
    memory = null;
  };
  window.__svcH.shown = shown;
})();
