/**
 * What the page shows of its product: heading, price and button to buy, found by their places and not by selectors of one shop.
 * Data of the page is judged by it, and a page without data is read by it.
 */
(() => {
  if (window.__svcH.shown) return;
  const { text, first, meta, attempt, spend, isCrossed, priceText, seenText } = window.__svcH;
  const { NOT_THE_PRICE, OTHER_AMOUNT, OLD_LABEL, ON_REQUEST, SOLD_OUT, PER_UNIT, WITHOUT_TAX, MARK, CART } =
    window.__svcH.lexicon;
  const money = window.__svcH.money;
  const MOST = { nodes: 60_000, prices: 300, buttons: 1500 };

  const path = (element) => {
    const name = element.id
      ? `#${element.id}`
      : [...element.classList]
          .slice(0, 2)
          .map((part) => `.${part}`)
          .join("");
    return `${element.localName}${name}`.slice(0, 80);
  };
  const className = (element) => text(element?.className?.baseVal ?? element?.className);
  /** Classes and ids, with the parts of `camelCase` divided. */
  const names = (element, levels = 3) => {
    let all = "";
    for (let node = element; node && levels > 0; node = node.parentElement, levels -= 1)
      all += ` ${className(node)} ${node.id ?? ""}`;
    return all.replace(/([a-z])([A-Z])/g, "$1-$2");
  };
  /** Whether a text has a currency: a sign, or a code next to a number. */
  const hasCurrency = (value) =>
    MARK.test(value) ||
    [...value.matchAll(/(?<![A-Z])([A-Z]{3})\s?\d|\d\s?([A-Z]{3})(?![A-Z])|^\W*([A-Z]{3})\W*$/g)].some(
      (match) => money.currency(match[1] ?? match[2] ?? match[3]).code,
    );
  const isMarked = (value) => /\d/.test(money.narrow(value)) && hasCurrency(value);

  /** Pairs of neighbouring signs: a measure of likeness for every script. */
  const pairs = (value) => {
    const plain = value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
    return Array.from({ length: Math.max(0, plain.length - 1) }, (_, index) => plain.slice(index, index + 2));
  };
  /** How much of the shorter text is in the longer one, from 0 to 1. */
  const likeness = (one, other) => {
    const [short, long] = [pairs(one), pairs(other)].sort((a, b) => a.length - b.length);
    if (!short.length) return 0;
    const known = new Map();
    for (const pair of long) known.set(pair, (known.get(pair) ?? 0) + 1);
    let same = 0;
    for (const pair of short) {
      const left = known.get(pair) ?? 0;
      if (left > 0) same += 1;
      known.set(pair, left - 1);
    }
    return same / short.length;
  };
  /** Whether two titles can name one product: alike, without numbers that differ. */
  const isSameTitle = (one, other) => {
    if (likeness(one, other) < 0.6) return false;
    const numbers = (value) => new Set(value.toLowerCase().match(/[\p{L}]*\d[\p{L}\p{N}.,]*/gu) ?? []);
    const [own, theirs] = [numbers(one), numbers(other)];
    const differ = (some, all) => [...some].filter((number) => !all.has(number)).length;
    return !(differ(own, theirs) && differ(theirs, own));
  };

  const NOT_CONTENT = "footer, nav, [role='navigation'], [role='contentinfo'], template, noscript, dialog:not([open])";
  const link = (element) => {
    const anchor = element.matches("a[href]") ? element : element.querySelector("a[href]");
    return /^https?:/.test(anchor?.href ?? "") ? anchor.href.split("#")[0] : "";
  };
  const MOST_OF_A_CARD = 3000;
  /** The card of a list that an element belongs to: one of several alike with links to elsewhere and prices. */
  const cardOf = (element, priced, title) => {
    for (
      let node = element, levels = 0;
      node && node !== document.body && levels < 9;
      node = node.parentElement, levels += 1
    ) {
      if ((title && node.contains(title)) || node.textContent.length > MOST_OF_A_CARD) return null;
      const own = node.parentElement && node.querySelector("img") && link(node);
      if (!own) continue;
      const kind = className(node).split(" ")[0];
      const alike = [...node.parentElement.children].filter(
        (other) =>
          other !== node &&
          other.localName === node.localName &&
          className(other).split(" ")[0] === kind &&
          priced.has(other) &&
          link(other) &&
          link(other) !== own,
      );
      if (alike.length > (kind || /^(li|tr|article)$/.test(node.localName) ? 0 : 1)) return node;
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
    ].join(" ");
  const BUTTONS = [
    "button, input[type='submit'], input[type='button'], input[type='image'], [role='button']",
    "a[class*='cart' i], a[id*='cart' i], a[class*='btn' i], a[class*='button' i], a[class*='buy' i], a[onclick]",
    "a[href*='cart' i], a[href*='basket' i], [class*='addtocart' i], [class*='add-to-cart' i], [class*='add_to_cart' i], a img",
  ].join(", ");
  /** Buttons that put a product into a cart. */
  const buyButtons = () =>
    [...document.querySelectorAll(BUTTONS)]
      .slice(0, MOST.buttons)
      .filter((element) => !element.closest(`header, ${NOT_CONTENT}`) && CART.test(buttonText(element).slice(0, 300)));

  const ofAddress = () =>
    attempt(
      () =>
        decodeURIComponent(location.pathname)
          .split("/")
          .map((part) => part.replace(/\.\w{3,5}$/, "").replace(/[-_+]+/g, " "))
          .sort((one, other) => other.length - one.length)[0],
    ) ?? "";
  /** What the page calls itself, besides its heading. */
  const outerTitles = () => [text(document.title), meta("og:title")].filter(Boolean);
  const NAMES =
    "h1, [itemprop='name'], [class*='product' i][class*='title' i], [class*='product' i][class*='name' i], [id*='product' i][id*='name' i], h2";
  /** The headings that can name the product, best first. */
  const headings = (buttons) => {
    const outer = outerTitles();
    const address = ofAddress();
    const found = [];
    const h1s = document.querySelectorAll("h1").length;
    for (const element of [...document.querySelectorAll(NAMES)].slice(0, 120)) {
      if (element.closest(`${NOT_CONTENT}, [itemprop='review'], [itemprop='brand'], [itemprop*='breadcrumb' i]`))
        continue;
      if (element.localName !== "h1" && element.closest("a[href], header, li")) continue;
      const shown = seenText(element);
      if (shown.length < 2 || shown.length > 400) continue;
      const isH1 = element.localName === "h1";
      const agrees = Math.max(0, ...outer.map((title) => likeness(shown, title)));
      // A short word is in every long title.
      const weight = Math.min(1, shown.length / 12);
      const isBefore = buttons.some(
        (button) => element.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      found.push({
        text: shown,
        element,
        agrees,
        score:
          (isH1 ? (h1s === 1 ? 30 : 20) : 0) +
          agrees * 40 * weight +
          likeness(shown, address) * 15 * weight +
          (/product|item|detail/i.test(names(element, 2)) || element.matches("[itemprop='name']") ? 8 : 0) +
          (isBefore ? 8 : 0) -
          found.length / 2,
      });
    }
    return found.sort((one, other) => other.score - one.score);
  };

  /** A label of its own before an amount that is not what the product costs now. */
  const isLabelledOld = (element) => {
    const before = text(
      first(
        text(element.previousSibling?.nodeType === 3 ? element.previousSibling.data : ""),
        element.previousElementSibling?.textContent,
      ),
    );
    return before.length < 30 && !/\d/.test(before) && (OLD_LABEL.test(before) || OTHER_AMOUNT.test(before));
  };
  /** The words after an amount that belong to it: another amount does not. */
  const wordsAfter = (element) => {
    const after = text(element.nextSibling?.textContent);
    return isMarked(after) ? "" : after.slice(0, 12);
  };
  /** Options, cards and tables say it of something else. */
  const NOT_THE_PRODUCT = "li, option, label, table, a, aside, footer, nav, template, script, [class*='card' i]";
  const saysSoldOut = (node, isAfter) =>
    isAfter &&
    SOLD_OUT.test(text(node.data)) &&
    !node.parentElement?.closest(`${NOT_THE_PRODUCT}, [hidden], [class*='swatch' i], [class*='variant' i]`) &&
    attempt(() => getComputedStyle(node.parentElement).display) !== "none";

  /** An element whose number is a price by its name only. */
  const isNamedPrice = (element) =>
    element.matches("[itemprop='price']") ||
    /(^|[\s_-])price($|[\s_-])|цена|prix|preis|precio|prezzo/i.test(names(element, 1));

  /** Whether what holds both heading and price is called a product. */
  const isInProduct = (element, title) => {
    let holder = element;
    while (holder && !holder.contains(title)) holder = holder.parentElement;
    return /(^|[\s_-])(products?|prod|goods|pdp|artikel)($|[\s_-]|view|info|detail|page|main)/i.test(names(holder, 12));
  };

  const isShortAndMarked = (element) =>
    element.querySelectorAll("*").length < 12 && isMarked(element.textContent.slice(0, 200));
  /** The element around a number that holds the whole price: sign, whole part and cents can be elements of their own. */
  const wholePrice = (node) => {
    let element = node.parentElement;
    for (let levels = 0; levels < 3 && element.parentElement && !isMarked(element.textContent); levels += 1) {
      const { parentElement: parent } = element;
      // Next to a whole price, a number is not a part of one.
      if (
        parent.childElementCount > 12 ||
        [...parent.children].some((other) => other !== element && isShortAndMarked(other))
      )
        break;
      element = parent;
    }
    return isMarked(money.narrow(priceText(element)))
      ? element
      : isNamedPrice(node.parentElement)
        ? node.parentElement
        : null;
  };

  const read = () => {
    const found = { prices: [], isOnRequest: false, isSoldOut: false };
    const buttons = attempt(buyButtons) ?? [];
    const titles = attempt(() => headings(buttons)) ?? [];
    const title = titles[0]?.element;
    const places = new Map([...(title ? [[title, 0]] : []), ...buttons.map((button) => [button, 0])]);
    const seen = new Set();
    const elements = [];
    const priced = new Set();
    const walker = document.createTreeWalker(
      document.body ?? document.documentElement,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    let place = 0;
    let isAfter = false;
    for (let node = walker.nextNode(); node && place < MOST.nodes; node = walker.nextNode(), place += 1) {
      if (place % 64 === 0) spend(16);
      if (node.nodeType === 1) {
        if (places.has(node)) places.set(node, place);
        isAfter ||= node === title;
        continue;
      }
      if (node.data.length > 90 || !node.parentElement) continue;
      if (/^(script|style|noscript|template|option|textarea|del|s|strike)$/.test(node.parentElement.localName))
        continue;
      if (ON_REQUEST.test(node.data)) found.isOnRequest = true;
      if (saysSoldOut(node, isAfter)) found.isSoldOut = true;
      if (elements.length >= MOST.prices || !/\d/.test(money.narrow(node.data))) continue;
      const element = attempt(() => wholePrice(node));
      if (!element || seen.has(element)) continue;
      seen.add(element);
      elements.push([element, place]);
      for (let above = element; above && above !== document.body; above = above.parentElement) priced.add(above);
    }
    for (const [element, at] of elements) {
      const shown = money.narrow(priceText(element));
      if (
        shown.length > 60 ||
        OTHER_AMOUNT.test(shown) ||
        OLD_LABEL.test(shown) ||
        isLabelledOld(element) ||
        (PER_UNIT.test(`${shown} ${wordsAfter(element)}`) && !money.parse(shown).per)
      )
        continue;
      const around = names(element);
      if (
        NOT_THE_PRICE.test(around) ||
        element.closest(`${NOT_CONTENT}, li a`) ||
        (element.closest("header, aside") &&
          ![title, ...buttons].some((one) => one && element.closest("header, aside").contains(one))) ||
        isCrossed(element)
      )
        continue;
      // Two whole prices in one line: which of them priced, only the person can say.
      const parts = shown.split(/\s+[/|]\s+|(?<=\d)\s+(?=[$€£¥₽]\s?\d)/);
      const amounts = parts.length > 1 && parts.every(isMarked) ? parts : [shown];
      const reads = amounts.map((part) => [part, money.parse(part, { currency: money.currency(part).code })]);
      if (!reads.every(([, { amount }]) => amount)) continue;
      const size = Math.min(40, parseFloat(attempt(() => getComputedStyle(element).fontSize)) || 16);
      const scope = title && element.closest("[itemtype*='schema.org/Product' i]");
      const isInCard = Boolean((scope && !scope.contains(title)) || cardOf(element, priced, title));
      const near = (one) => Math.abs(at - places.get(one));
      const toButton = buttons.length ? Math.min(...buttons.map(near)) : Infinity;
      const score =
        size +
        Math.max(0, 40 - toButton / 8) +
        (title ? (places.get(title) < at ? 15 : -5) + Math.max(0, 30 - near(title) / 15) : 0) +
        (element.closest("strong, b, h2, h3") ? 5 : 0) -
        (element.closest("small, sub") ? 12 : 0) -
        (element.closest("tr, li") ? 3 : 0) +
        (/price|цена|prix|preis|fiyat|gia|kakaku/i.test(around) ? 20 : 0) +
        (element.closest("[itemprop='price']") ? 10 : 0) +
        (/(^|[\s_-])(sale|sell|special|final|now|current|our|actual|new)/i.test(around) ? 6 : 0) -
        (/regular/i.test(around) ? 8 : 0) -
        (WITHOUT_TAX.test(`${shown} ${wordsAfter(element)}`) ? 25 : 0) -
        (isMarked(shown) ? 0 : 15) -
        found.prices.length / 4;
      for (const [part, { amount, ranged }] of reads)
        found.prices.push({
          text: part,
          amount,
          ranged,
          score,
          path: path(element),
          isInCard,
          toButton,
          isNamed: isNamedPrice(element) || isNamedPrice(element.parentElement),
          isBelow: Boolean(title && places.get(title) < at),
          isInProduct: title ? isInProduct(element, title) : false,
        });
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

  const biggestPicture = () => {
    let best = { area: 10_000, src: "" };
    for (const image of [...document.images].slice(0, 400)) {
      const box = attempt(() => image.getBoundingClientRect()) ?? {};
      const area =
        box.width * box.height ||
        0 ||
        Number(image.getAttribute("width")) * Number(image.getAttribute("height")) ||
        0 ||
        image.naturalWidth * image.naturalHeight ||
        0;
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
  /** The pieces that the page shows this price for: its data often have the number alone. */
  shown.lot = (price) => {
    const { amount } = money.parse(price, { machine: true });
    const same = shown().candidates.filter((candidate) => candidate.amount === amount);
    const lots = new Set(same.map(({ text: own }) => money.parse(own).per));
    return lots.size === 1 ? [...lots][0] : undefined;
  };
  shown.forget = () => {
    memory = null;
  };
  window.__svcH.shown = Object.assign(shown, { likeness, isSameTitle, outerTitles, ofAddress });
})();
