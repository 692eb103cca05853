/** Titles of products and pages, and how alike two are. */
(() => {
  if (window.__svcH.titles) return;
  const { text, meta, attempt, seenText, all } = window.__svcH;
  const { names } = window.__svcH.prices;

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
  const wordsOf = (value) => new Set(value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const isWithin = (some, all) => [...some].every((word) => all.has(word));
  /** Whether two titles have the same words. */
  const isOneName = (one, other) => {
    const [own, theirs] = [wordsOf(one), wordsOf(other)];
    return isWithin(own, theirs) && isWithin(theirs, own);
  };
  /** Whether two titles can name one product: alike, and all words of one are in the other. */
  const isSameTitle = (one, other) => {
    const [own, theirs] = [wordsOf(one), wordsOf(other)];
    return likeness(one, other) >= 0.6 && (isWithin(own, theirs) || isWithin(theirs, own));
  };

  const NOT_CONTENT = "footer, nav, [role='navigation'], [role='contentinfo'], template, noscript, dialog:not([open])";
  const ofAddress = () =>
    attempt(
      () =>
        decodeURIComponent(location.pathname)
          .split("/")
          .map((part) => part.replace(/\.\w{3,5}$/, "").replace(/[-_+]+/g, " "))
          .sort((one, other) => other.length - one.length)[0],
    ) ?? "";
  /** The names that the page has besides its heading. */
  const outerTitles = () => [text(document.title), meta("og:title")].filter((title) => title && !NO_NAME.test(title));
  /** A page of an application can be called by its kind. */
  const NO_NAME = /^((商品|宝贝)?详情页?|商品詳細|상품 ?상세|(product|item) details?|карточка товара|товар)$/i;
  const NAMES = [
    "h1, [itemprop='name'], [class*='product' i][class*='title' i], [class*='product' i][class*='name' i]",
    "[id*='product' i][id*='name' i], [class*='mainTitle'], [class*='goods' i][class*='name' i]",
    "[class*='item' i][class*='title' i], [class*='item' i][class*='name' i], [class*='sku-name'], h2, h3",
  ].join(", ");
  /** Of the readings of a heading, the longest that the page is called by: a catchphrase or a badge can stand in it, too. */
  const asCalled = (element, outer) => {
    const seen = seenText(element);
    const parts = [...element.childNodes].map((node) => text(node.textContent)).filter((part) => part.length > 3);
    const isCalled = (part) => outer.some((title) => title.toLowerCase().includes(part.toLowerCase()));
    const readings = [parts.join(" "), seen, ...parts].sort((one, other) => other.length - one.length);
    return parts.length > 1 ? (readings.find(isCalled) ?? seen) : seen;
  };
  /** The heading of the shop leads to its front page. */
  const leadsHome = (element) => /^\/(index\.\w+)?$/.test((element.querySelector("a[href]") ?? {}).pathname ?? "");
  /** The headings that can name the product, best first. */
  const headings = (buttons) => {
    const outer = outerTitles();
    const address = ofAddress();
    const found = [];
    const h1s = all("h1").length;
    for (const element of all(NAMES).slice(0, 120)) {
      if (element.closest(`${NOT_CONTENT}, [itemprop='review'], [itemprop='brand'], [itemprop*='breadcrumb' i]`))
        continue;
      if (element.localName !== "h1" && element.closest("a[href], header, li")) continue;
      const shown = asCalled(element, outer);
      if (shown.length < 2 || shown.length > 400) continue;
      const isH1 = element.localName === "h1";
      const agrees = Math.max(0, ...outer.map((title) => likeness(shown, title)));
      if (element.localName === "h3" && agrees < 0.9) continue;
      // A short word is in every long title, and the brand in the name of its product.
      const weight = Math.min(1, shown.length / 12);
      const share = Math.min(1, ...outer.map((title) => shown.length / title.length / 0.4));
      const isBefore = buttons.some(
        (button) =>
          element.getRootNode() !== button.getRootNode() ||
          element.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      found.push({
        text: shown,
        element,
        agrees,
        score:
          (isH1 ? (h1s === 1 ? 30 : 20) : 0) -
          (leadsHome(element) ? 40 : 0) +
          agrees * 40 * weight * share +
          likeness(shown, address) * 15 * weight +
          (/product|item|detail/i.test(names(element, 2)) || element.matches("[itemprop='name']") ? 8 : 0) +
          (isBefore ? 8 : 0) -
          found.length / 2,
      });
    }
    return found.sort((one, other) => other.score - one.score);
  };

  window.__svcH.titles = { NOT_CONTENT, likeness, isOneName, isSameTitle, ofAddress, outerTitles, headings };
})();
