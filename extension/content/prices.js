/** Amounts that a page shows as prices. */
(() => {
  if (window.__svcH.prices) return;
  const { text, first, attempt, isCrossed } = window.__svcH;
  const { NOT_THE_PRICE, OTHER_AMOUNT, OLD_LABEL, REGULAR_LABEL, PER_UNIT, PER_PIECE, WITHOUT_TAX } =
    window.__svcH.lexicon;
  const { FOR_SOME, SUBSCRIPTION, TO_GO, MARK } = window.__svcH.lexicon;
  const money = window.__svcH.money;

  /** Cents that stand next to the whole part without a sign between them: raised, or in an element of their own. */
  const CENTS = /(^|[\s_-])(cents?|ct|fraction|decimals?|kopeks?)($|[\s_-])/i;
  /** Whether two digits follow a number in an element of its own: thousands would be three. */
  const isTail = ({ previousSibling: before }) =>
    before && /^\s*(\p{Sc}?\s*\d{1,4}|[.,])\s*$/u.test(before.textContent);
  const isCents = (element) =>
    element.localName === "sup" || CENTS.test(element.getAttribute("class") ?? "") || isTail(element);
  const SPOKEN = ["aria-label", "value", "content", "data-price", "data-value", "data-amount"];
  /** Texts of an element for people who hear the page, or for programs: with the digits of its price, or instead of them. */
  const spoken = (element, own) => {
    const digits = own.replace(/\D/g, "");
    for (const name of SPOKEN) {
      const said = text(element.getAttribute(name));
      if (said.length > 40 || !/\d/.test(said) || (digits && said.replace(/\D/g, "") !== digits)) continue;
      if (name === "aria-label") return said;
      if (digits && /\.\d\d?$/.test(said)) return own.replace(/\d[\d\s.,]*/, said);
    }
    return own;
  };
  /** The text of a price. Cents that only their place tells from the whole part get their sign. */
  const priceText = (element) => (element ? spoken(element, partsText(element)) : "");
  const partsText = (element) => {
    if (!element.firstElementChild) return text(element.textContent);
    const read = (node, before) => {
      if (node.nodeType === 3) return node.data;
      if (node.nodeType !== 1 || /^(script|style|template)$/.test(node.localName)) return "";
      let own = "";
      for (const child of [...node.childNodes].slice(0, 50)) own += read(child, before + own);
      return isCents(node) && /^\s*\d{2}\s*$/.test(own) && /\d\s*$/.test(before) ? `.${own.trim()}` : own;
    };
    return text(read(element, ""));
  };

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
    [...value.matchAll(/(?<![A-Z])([A-Z]{3})\s?\d|[\d–-]\s?([A-Z]{3})(?![A-Z])|^\W*([A-Z]{3})\W*$/g)].some(
      (match) => money.currency(match[1] ?? match[2] ?? match[3]).code,
    );
  const isMarked = (value) => /\d/.test(money.narrow(value)) && hasCurrency(value);

  /** The outermost element that holds nothing else than this one and a sign. */
  const outermost = (element) => {
    let node = element;
    for (let levels = 0; levels < 3 && node.parentElement; levels += 1) {
      const rest = text(node.parentElement.textContent).replace(text(node.textContent), "").trim();
      if (rest && !isSign(rest)) break;
      node = node.parentElement;
    }
    return node;
  };
  /** A sign or a word of a currency alone. */
  const SIGN = /^([\p{Sc}元円원圓]|[\p{Script=Latin}\p{Script=Cyrillic}]{1,6}\.?)$/u;
  const isSign = (value) => SIGN.test(value) && hasCurrency(`1 ${value}`);
  /** The node next to an element, without blanks between them. */
  const neighbour = (element, direction) => {
    let node = element[direction];
    while (node?.nodeType === 3 && !text(node.data)) node = node[direction];
    return node;
  };
  const signNext = (element, direction) => {
    const node = neighbour(element, direction);
    const sign = /^\S*/.exec(text(node?.textContent))[0];
    return isSign(sign) && (sign === text(node.textContent) || direction === "nextSibling") ? sign : "";
  };
  const styledSign = (element) =>
    [element, ...element.children]
      .slice(0, 4)
      .flatMap((one) => ["::before", "::after"].map((part) => attempt(() => getComputedStyle(one, part).content)))
      .map((content) => text(content).replace(/["']/g, "").trim())
      .find(isSign) ?? "";
  /** The text of a price, with a currency that only stands next to it, in its style or in its data. */
  const shownText = (element) => {
    const own = money.narrow(priceText(element));
    if (own.length > 60 || !/\d/.test(own) || hasCurrency(own)) return own;
    const after =
      signNext(element, "nextSibling") ||
      (/price|cost|rub|amount|cena/i.test(names(element, 2))
        ? styledSign(element) || text(element.closest("[data-currency]")?.dataset.currency)
        : "");
    return after ? `${own} ${after}` : signNext(element, "previousSibling") + own;
  };
  /** A label of its own before an amount, without digits. */
  const labelOf = (element) => {
    const node = outermost(element);
    const before = text(
      first(
        text(node.previousSibling?.nodeType === 3 ? node.previousSibling.data : ""),
        node.previousElementSibling?.textContent,
      ),
    );
    return before.length < 30 && !/\d/.test(before) ? before : "";
  };
  /** Whether the same amount is crossed out next to it: words for people who hear the page say it a second time. */
  const isCrossedNearby = (element, amount) => {
    const digits = amount.replace(/\..*/, "");
    for (let node = element.parentElement, levels = 0; node && levels < 3; node = node.parentElement, levels += 1) {
      if (node.textContent.length > 600) return false;
      const isSame = ({ textContent: own }) =>
        own.length < 40 && own.replace(/\D/g, "").includes(digits) && money.parse(text(own)).amount === amount;
      if ([...node.querySelectorAll("*")].some((one) => isSame(one) && isCrossed(one))) return true;
    }
    return false;
  };
  const BETWEEN = /^([-–—~〜～至到]|to|bis|à|do|до)$/i;
  /** The text of the other end of a range whose ends are elements of their own, or "". */
  const otherEnd = (element, direction) => {
    let node = outermost(element)[direction];
    let between = "";
    while (node && (node.nodeType === 3 || BETWEEN.test(text(node.textContent)))) {
      between += text(node.textContent);
      node = node[direction];
    }
    return BETWEEN.test(between) && node?.nodeType === 1 && !isCrossed(node) && isShortAndMarked(node)
      ? priceText(node)
      : "";
  };
  /** The words after an amount that belong to it: another amount does not. */
  const wordsAfter = (element) => {
    const after = text(neighbour(element, "nextSibling")?.textContent);
    return isMarked(after) ? "" : after.slice(0, 12);
  };
  /** An element whose number is a price by its name only. */
  const isNamedPrice = (element) =>
    element.matches("[itemprop='price']") ||
    /(^|[\s_-])price($|[\s_-])|цена|prix|preis|precio|prezzo/i.test(names(element, 1));

  const isShortAndMarked = (element) =>
    element.querySelectorAll("*").length < 12 && isMarked(element.textContent.slice(0, 200));
  /** Whether an element holds a part of an amount: its cents begin with their sign in an element of their own. */
  const isCut = ({ textContent: own, nextSibling: next }) =>
    /^\s*[.,]\d/.test(own) ||
    /^\s*[.,]\d{1,2}(?!\d)/.test(next?.textContent ?? "") ||
    (next?.nodeType === 1 && /^\s*\d{2}\s*$/.test(next.textContent) && isCents(next));
  /** The element around a number that holds the whole price: sign, whole part and cents can be elements of their own. */
  const wholePrice = (node) => {
    const own = node.parentElement;
    const isWhole = !isCut(own) && !isCents(own) && !signNext(own, "previousSibling");
    if (isWhole && isMarked(shownText(own))) return own;
    let element = own;
    for (
      let levels = 0;
      levels < 3 && element.parentElement && (isCut(element) || !isMarked(element.textContent));
      levels += 1
    ) {
      const { parentElement: parent } = element;
      // Next to a whole price, a number is not a part of one.
      if (
        parent.childElementCount > 12 ||
        [...parent.children].some(
          (other) => other !== element && !isCut(other) && !isCut(element) && isMarked(other.textContent.slice(0, 200)),
        )
      )
        break;
      element = parent;
    }
    if (isMarked(priceText(element))) return element;
    return isNamedPrice(own) || (!isCut(own) && isMarked(shownText(own))) ? own : null;
  };

  /** Whether an amount is one of several next to each other: of sizes, of plans, of steps. */
  const isOfSeveral = (element) =>
    [...(element.parentElement?.children ?? [])].filter(
      (other) => other.localName === element.localName && isShortAndMarked(other),
    ).length > 2;

  /** A price that an element without digits says only to people who hear the page. */
  const spokenHolder = (element) => {
    const label = element.getAttribute("aria-label");
    return label?.length < 40 && isMarked(label) && !/\d/.test(element.textContent) ? element : null;
  };

  const NO_PRICE = /^(script|style|noscript|template|option|textarea|del|s|strike)$/;
  /** The element of the price that a text node belongs to, or null. */
  const holderOf = (node) =>
    node.nodeType === 1
      ? spokenHolder(node)
      : node.parentElement &&
          node.data.length <= 90 &&
          !NO_PRICE.test(node.parentElement.localName) &&
          /\d/.test(money.narrow(node.data))
        ? (attempt(() => wholePrice(node)) ?? null)
        : null;

  /** A text with more letters is a sentence or a name with an amount in it. */
  const MOST_LETTERS = 24;
  /** The pieces that a row of a table of prices begins with. */
  const FROM_PIECES =
    /^(?:ab|от|from|≥|>=|>)?\s*(\d+)\s*(?:[-–~]\s*\d+|\+|以上|or more)?\s*(?:шт|pcs?|stk|stück|个|件|units?)?\.?$/i;
  /** Whether an amount is for more than one piece, by the cell before it. */
  const isForMore = (element) => {
    const cell = outermost(element).closest("td, dd")?.previousElementSibling;
    return Number(FROM_PIECES.exec(text(cell?.textContent))?.[1] ?? 0) > 1;
  };
  /** The pieces that a step of a list of prices is for. */
  const STEP = /([≥>]|\d\s*[-–~])\s*\d+\s?(pcs?|шт|st|pieces?|units?|[个件条只双套台盒箱包個枚])|\d\s?[个件条]?以上/i;
  /** Whether an amount belongs to a later step of a list of prices by pieces. */
  const isLaterStep = (element) => {
    const isStep = (one) =>
      Boolean(one) && !/^(script|style|body)$/.test(one.localName) && STEP.test(text(one.textContent).slice(0, 60));
    for (let node = element, levels = 0; node && levels < 3; node = node.parentElement, levels += 1) {
      if (!isStep(node) && !isStep(node.nextElementSibling)) continue;
      const before = node.previousElementSibling;
      if (isStep(before) || isStep(before?.previousElementSibling)) return true;
    }
    return false;
  };
  const SENTENCES =
    /\p{Ll}{2}(?<!\b([Ii]n|[Ee]x)[ck]l|\b[Zz]zgl|\b[Nn]orm|\b[Oo]rd)[.!?] \p{Lu}|\p{L}{3}.*\d\s?\p{Sc}?\.$/u;
  /** How much less a price is than another one. */
  const PERCENT = /[-–−]?\s*\d{1,2}([.,]\d+)?\s?[%％]\s*(off|オフ|할인)?/gi;
  /** Amounts in brackets after a price: for a unit of weight, without tax, of a discount. */
  const BRACKETS = /\s*[(（[【][^()（）[\]【】]*\d[^()（）[\]【】]*[)）\]】]/g;
  /** The price with tax, in brackets after the one without. */
  const TAXED = /^([^(（]*\d[^(（]*)[(（]\s*(税込[^(（)）]*\d[^(（)）]*)[)）]/;
  /** The price that an element shows: `{reads, score, path, isNamed}`, or null if it is another amount. */
  const priceOf = (element) => {
    const whole = shownText(element);
    const [, untaxed, taxed] = TAXED.exec(whole) ?? [];
    const shown = (taxed ?? whole)
      .replace(BRACKETS, (part) =>
        [PER_UNIT, WITHOUT_TAX, OTHER_AMOUNT].some((words) => words.test(part)) ? "" : part,
      )
      .replace(PERCENT, "")
      .trim();
    const after = wordsAfter(element);
    const around = names(element);
    // The name of an element around it can be about its other amounts.
    const isDoubtful = NOT_THE_PRICE.test(around);
    const label = labelOf(element);
    if (
      shown.length > 60 ||
      shown.replace(/\P{L}/gu, "").length > MOST_LETTERS ||
      OTHER_AMOUNT.test(shown) ||
      OLD_LABEL.test(shown) ||
      OLD_LABEL.test(label) ||
      OTHER_AMOUNT.test(label.replace(/цена со скидк\p{L}+|할인(된)? ?(판매)?가/iu, "")) ||
      SENTENCES.test(shown) ||
      isForMore(element) ||
      isLaterStep(element) ||
      otherEnd(element, "previousSibling") ||
      (PER_UNIT.test(`${shown} ${after}`) && !money.parse(shown).per) ||
      NOT_THE_PRICE.test(names(element, 1)) ||
      isCrossed(element)
    )
      return null;
    // Two whole prices in one line: which of them counts, only the person can say.
    const parts = shown.split(/\s+[/|]\s+|(?<=\d)\s+(?=[$€£¥₽]\s?\d)/);
    const end = parts.length > 1 ? "" : otherEnd(element, "nextSibling");
    const marked = parts.filter(isMarked);
    const isOwn = marked.length === parts.length || (marked.length === 1 && /^[¥$£]/.test(marked[0]));
    const amounts = parts.length > 1 && isOwn ? marked : [end ? `${shown} – ${end}` : shown];
    const reads = amounts.map((part) => {
      const read = money.parse(part, { currency: money.currency(part).code });
      return { ...read, ranged: read.ranged || money.isFrom(label), text: part };
    });
    if (!reads.every(({ amount }) => amount)) return null;
    if (untaxed) reads.push({ ...money.parse(untaxed), text: untaxed, isLess: true });
    // The largest digits count: sign and cents are smaller.
    const digits = [element, ...element.querySelectorAll("*")].filter((one) => /\d/.test(one.textContent)).slice(0, 8);
    const size = Math.min(
      40,
      Math.max(...digits.map((one) => parseFloat(attempt(() => getComputedStyle(one).fontSize)) || 16)),
    );
    const isUntaxed = WITHOUT_TAX.test(`${shown} ${after}`);
    const score =
      size +
      (element.closest("strong, b, h2, h3") ? 5 : 0) -
      (element.closest("small, sub") ? 12 : 0) -
      (isOfSeveral(element) ? 30 : 0) -
      (element.closest("tr, li") ? 3 : 0) -
      (PER_PIECE.test(`${shown} ${after}`) ? 2 : 0) +
      (/price|цена|prix|preis|fiyat|gia|kakaku/i.test(around) ? 20 : 0) +
      (element.closest("[itemprop='price']") ? 10 : 0) +
      (/(^|[\s_-])(sale|sell|special|final|now|current|our|actual|new)/i.test(around) ? 6 : 0) -
      (/regular/i.test(around) || REGULAR_LABEL.test(`${label} ${shown}`.trim()) ? 8 : 0) -
      (isCrossedNearby(element, reads[0].amount) ? 40 : 0) -
      (isUntaxed ? 25 : 0) -
      (isMarked(shown) ? 0 : 15);
    const outer = outermost(element);
    const previous = text(outer.previousElementSibling?.textContent);
    const before = isMarked(previous) ? "" : previous.slice(0, 30);
    // The words in an element with an amount of its own belong to that amount.
    const siblings = [...(outer.parentElement?.childNodes ?? [])];
    const nextTo = siblings
      .filter((node) => node === outer || node.nodeType !== 1 || !isMarked(text(node.textContent)))
      .map((node) => text(node.textContent));
    const wordsBefore = siblings
      .slice(0, siblings.indexOf(outer))
      .map((node) => text(node.textContent))
      .filter((part) => !isMarked(part));
    // The words can stand in a block of their own, with this amount alone around them.
    let block = "";
    for (
      let node = element, levels = 0;
      node !== document.body && node && levels < 5;
      node = node.parentElement, levels += 1
    ) {
      const all = text(node.textContent);
      if (all.length > 60 || all.match(/\d[\d.,\s]*/g)?.length !== 1) break;
      block = all;
    }
    if (TO_GO.test(block)) return null;
    const isForSome =
      FOR_SOME.test(block) ||
      SUBSCRIPTION.test(`${before} ${wordsBefore.join(" ").slice(-60)} ${shown}`) ||
      FOR_SOME.test(`${before} ${shown} ${after}`) ||
      FOR_SOME.test(nextTo.filter(Boolean).join(" ").slice(0, 60));
    return {
      reads,
      score: score - (isForSome ? 30 : 0) - (isDoubtful ? 60 : 0),
      isForSome,
      isLess: isForSome || isUntaxed,
      path: path(element),
      isNamed: isNamedPrice(element) || isNamedPrice(element.parentElement ?? element),
    };
  };

  /** The prices inside an element, best first. */
  const pricesIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    const found = [];
    for (let node = walker.nextNode(); node && found.length < 20; node = walker.nextNode()) {
      const element = holderOf(node);
      if (!element || seen.has(element) || !root.contains(element)) continue;
      seen.add(element);
      const price = priceOf(element);
      for (const read of price?.reads ?? []) found.push({ ...price, ...read, score: price.score - found.length / 4 });
    }
    return found.sort((one, other) => other.score - one.score);
  };

  window.__svcH.prices = { priceText, className, names, hasCurrency, holderOf, priceOf, pricesIn, isCrossedNearby };
})();
