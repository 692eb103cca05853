/**
 * Proposals for a product that is added by hand: title, the price near the heading, the biggest picture.
 * The person checks them.
 */
(() => {
  const { oneOf, text, first, meta, words, attempt, isCrossed, priceText } = window.__svcH;
  const money = window.__svcH.money;
  const NOT_THE_PRICE = oneOf(
    "i",
    /(^|[\s_-])(old|was|before|previous|original|rrp|msrp|strike|list-?price|compare|cross|saving|save|unit-?price|per-?unit|review)/,
    /(^|[\s_-])(discount-?(badge|percent|amount|label|tag|rate)|coupon|shipping|delivery|installment|monthly)/,
    /(^|[\s_-])(related|recommend|similar|also|upsell|bundle|carousel|mini-?cart|(cart|basket)-(total|items?))/,
  );
  /** Words next to an amount that is not the current price. */
  const OTHER_AMOUNT = oneOf(
    "i",
    /^\s*(was|rrp|msrp|uvp|statt|vorher|before|avant|antes|prima|instead of|previously)\b|старая цена|^\s*было/,
    /lowest price|najniższa cena|niedrigster preis|prix le plus bas|\b30 (days|dni|tage|jours|días|giorni)\b/, // spelling:ignore
    /^\s*[≈≃]|\bapprox|\b\d+ (for|für|pour|voor|por|per|за) [$€£¥]?\s?\d/, // spelling:ignore
    /shipping|delivery|versand|lieferung|livraison|envío|spedizione|bezorg|wysyłk|доставк|送料|配送|运费|kargo|frete/,
    /\b(save|off|discount|voucher|coupon|with code|sparen|rabatt|pfand|deposit|cashback)\b|скидк|выгода|优惠券/,
  );
  const OLD_LABEL = oneOf(
    "i",
    /(original|regular|list|old|previous|usual|retail) price/,
    /^(uvp|adviesprijs|listenpreis|früher|prix (barré|conseillé))/, // spelling:ignore
    /^(старая|обычная|прежняя) цена|^(原价|划线价|通常価格|参考価格|정가)/,
  );
  const ON_REQUEST = oneOf(
    "i",
    /(price|prices) (up)?on (request|application)|call for (a )?price|request a quote|preis auf anfrage/,
    /prix sur demande|precio a consultar|prezzo su richiesta|цена по запросу|уточняйте цену|价格面议|面议|要問い合わせ/, // spelling:ignore
  );
  /** A line that says nothing else than that the product can't be bought. */
  const SOLD_OUT = oneOf(
    "i",
    /^(sold out|out of stock|ausverkauft|nicht (mehr )?(auf lager|verfügbar))[.!]?$/, // spelling:ignore
    /^(épuisé|en rupture de stock|agotado|esaurito)[.!]?$/, // spelling:ignore
    /^(uitverkocht|brak w magazynie|wyprzedane|нет в наличии|распродано|tükendi|已售罄|售罄|缺货|品切れ|売り切れ|품절)[.!]?$/, // spelling:ignore
  );
  const PER_UNIT = oneOf(
    "i",
    /\/\s?(kg|g|l|ml|fl|oz|lb|count|m2|m²|100|st|pc|mo|month|мес|кг|л|шт|м²|м2|个月|月)/,
    /\/\s?[mм](?![a-zа-я])|per (month|kg|litre|liter|unit)|pro (kg|liter|stück|monat)/,
    /\d\s?(kg|g|l|ml|cl|m|m²|oz|lb|st|stk|кг|г|л|шт)\s?=|в месяц|x\s?\d+\s*(мес|month)|\d+\s?[x×]\s?\d/,
  );
  const MARK = oneOf(
    "",
    /[$€£¥￥₽₩₸₺₫฿₹₪₴₾₼₱₦₲₡₵₭৳៛\u20c1]|(?<=[\d万千만천]\s?)[元円원]|\b[A-Z]{3}\b|\b(?:[A-Z]{3}|Rp|RM)\.?\s?\d|\d\s?[A-Z]{3}\b|\bTL\b/,
    /جنيه|درهم|دينار|د\.[إكبم]|ر\.[سقع]|ج\.?\s?م|﷼|تومان|ریال|ريال|\bRs\b|\b[KB]D\s?\d|\d\s?[KB]D\b|\d\s?р\.?(?![а-яё])/,
    /\bR\s?\d|so['ʻ’‘]m|(?<=\d\s?)(сум|сом)|zł|Kč|\bkr\b|\bFr\.|руб|тг|VNĐ|đ\b|\bRp\b|\bRM\b|лв|lei\b|\bFt\b/,
  );

  const path = (element) => {
    const name = element.id
      ? `#${element.id}`
      : [...element.classList]
          .slice(0, 2)
          .map((part) => `.${part}`)
          .join("");
    return `${element.localName}${name}`.slice(0, 80);
  };

  const isMarked = (value) => MARK.test(value) && /\d/.test(money.narrow(value));
  /** A label of its own before an amount that is not what the product costs now. */
  const isLabelledOld = (element) => {
    const before = text(element.previousElementSibling?.textContent);
    return before.length < 30 && !/\d/.test(before) && (OLD_LABEL.test(before) || OTHER_AMOUNT.test(before));
  };
  /** The words after an amount that belong to it: another amount does not. */
  const wordsAfter = (element) => {
    const after = text(element.nextSibling?.textContent);
    return isMarked(after) ? "" : after.slice(0, 12);
  };
  /** Whether the page says that its price has to be asked for. */
  let isOnRequest = false;
  /** Whether a line of its own after the heading says that the product is sold out. */
  let isSoldOut = false;
  /** Options, cards and tables say it of something else. */
  const NOT_THE_PRODUCT = "li, option, label, table, a, aside, footer, nav, template, script, [class*='card' i]";
  const saysSoldOut = (node, heading) =>
    SOLD_OUT.test(text(node.data)) &&
    heading &&
    Boolean(heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) &&
    !node.parentElement?.closest(`${NOT_THE_PRODUCT}, [hidden], [class*='swatch' i], [class*='variant' i]`) &&
    attempt(() => getComputedStyle(node.parentElement).display) !== "none";

  const prices = () => {
    const heading = document.querySelector("h1");
    const place = heading && attempt(() => heading.getBoundingClientRect());
    const found = [];
    const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    isOnRequest = false;
    isSoldOut = false;
    for (
      let node = walker.nextNode(), steps = 0;
      node && steps < 30_000 && found.length < 60;
      node = walker.nextNode(), steps += 1
    ) {
      if (node.data.length > 80) continue;
      if (ON_REQUEST.test(node.data) && node.parentElement?.localName !== "script") isOnRequest = true;
      if (saysSoldOut(node, heading)) isSoldOut = true;
      if (!/\d/.test(money.narrow(node.data))) continue;
      let element = node.parentElement;
      if (!element || /^(script|style|noscript|template|option|textarea|del|s|strike)$/.test(element.localName))
        continue;
      // A price in pieces: sign, whole part and cents in elements of their own.
      for (let levels = 0; levels < 3 && element.parentElement && !isMarked(element.textContent); levels += 1) {
        // Next to a whole price, a number is not a part of one.
        if ([...element.parentElement.children].some((other) => other !== element && isMarked(other.textContent)))
          break;
        element = element.parentElement;
      }
      const shown = money.narrow(priceText(element));
      if (
        seen.has(element) ||
        shown.length > 40 ||
        !MARK.test(shown) ||
        OTHER_AMOUNT.test(shown) ||
        isLabelledOld(element) ||
        (PER_UNIT.test(`${shown} ${wordsAfter(element)}`) && !money.parse(shown).per)
      )
        continue;
      seen.add(element);
      const names = [element, element.parentElement, element.parentElement?.parentElement]
        .map((one) => `${one?.className?.baseVal ?? one?.className ?? ""} ${one?.id ?? ""}`)
        .join(" ");
      if (
        NOT_THE_PRICE.test(names) ||
        element.closest("footer, nav, aside, li a, [role='navigation']") ||
        (element.closest("header") && !element.closest("header").contains(heading)) ||
        isCrossed(element)
      )
        continue;
      // Two whole prices in one line: which of them counts, only the person can say.
      const parts = shown.split(/\s+[/|]\s+|(?<=\d)\s+(?=[$€£¥₽]\s?\d)/);
      const amounts = parts.length > 1 && parts.every(isMarked) ? parts : [shown];
      const reads = amounts.map((part) => [part, money.parse(part, { currency: money.currency(part).code }).amount]);
      if (!reads.every(([, amount]) => amount)) continue;
      const size = parseFloat(attempt(() => getComputedStyle(element).fontSize)) || 16;
      const box = attempt(() => element.getBoundingClientRect());
      const near = place && box && box.height ? Math.max(0, 40 - Math.abs(box.top - place.bottom) / 20) : 0;
      const after = heading && heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? 15 : 0;
      const score =
        size +
        near +
        after +
        (element.closest("strong, b, h2") ? 5 : 0) -
        (element.closest("small, sub") ? 12 : 0) +
        (/price|цена|prix|preis|fiyat|gia|kakaku/i.test(names) ? 20 : 0) -
        (/regular/i.test(names) ? 8 : 0) -
        found.length / 4;
      for (const [part, amount] of reads) found.push({ text: part, amount, score, path: path(element) });
    }
    return found.sort((one, other) => other.score - one.score).slice(0, 8);
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
  window.__svcH.hints = () => (memory ??= read());
  /** The pieces that the page shows this price for: its data often have the number alone. */
  window.__svcH.hints.shownLot = (price) => {
    const { amount } = money.parse(price, { machine: true });
    const same = window.__svcH.hints().candidates.filter((candidate) => candidate.amount === amount);
    const lots = new Set(same.map(({ text: shown }) => money.parse(shown).per));
    return lots.size === 1 ? [...lots][0] : undefined;
  };
  window.__svcH.hints.forget = () => {
    memory = null;
  };
  const read = () => {
    const candidates = attempt(prices) ?? [];
    return {
      candidates,
      isOnRequest,
      isSoldOut,
      picture: attempt(biggestPicture) ?? "",
      title: first(words("h1"), meta("og:title"), text(document.title)) ?? "",
    };
  };
})();
