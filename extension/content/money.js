/** Prices and currencies as pages write them. */
(() => {
  if (window.__svcH.money) return;
  const { oneOf, text, decode, attempt, meta } = window.__svcH;

  const ISO = new Set(
    [
      "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD",
      "CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ",
      "GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR",
      "LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN",
      "PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB",
      "TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG",
    ].flatMap((line) => line.split(" ")),
  );
  const ALIASES = {
    RMB: "CNY",
    CNH: "CNY",
    NTD: "TWD",
    YTL: "TRY",
    RUR: "RUB",
    VNĐ: "VND",
    TL: "TRY",
    RM: "MYR",
    RP: "IDR",
    FR: "CHF",
    SFR: "CHF",
    KČ: "CZK",
    KC: "CZK",
    FT: "HUF",
    ZL: "PLN",
    BR: "BYN",
    ГРН: "UAH",
    EURO: "EUR",
    YEN: "JPY",
    YUAN: "CNY",
    DHS: "AED",
    ЛВ: "BGN",
  };
  const WITHOUT_DECIMALS = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" "));
  const WITH_THREE = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

  /** Signs and words that name one currency. */
  const SIGNS = [
    [/HK\$/i, "HKD"],
    [/NT\$|新台幣|新臺幣/i, "TWD"],
    [/(?<![A-Z])US\s?\$|U\.S\.\s?\$/i, "USD"],
    [/CA?\$|CDN\$/i, "CAD"],
    [/AU?\$/i, "AUD"],
    [/NZ\$/i, "NZD"],
    [/S\$|SG\$/i, "SGD"],
    [/MX\$/i, "MXN"],
    [/R\$/, "BRL"],
    [/CN¥|人民币/i, "CNY"],
    [/JP¥|(?<=[\d万千]\s?)円|^円$/i, "JPY"],
    [/бел\.?\s?руб/i, "BYN"],
    [/₽/, "RUB"],
    [/(?<=\d\s?)(сум(а|ов)?(?!\p{L})|so['ʻ’‘]m)/iu, "UZS"],
    [/(?<=\d\s?)сом(а|ов)?(?!\p{L})/iu, "KGS"],
    [/(?<=\d\s?)сомон/i, "TJS"],
    [/L\.E\.|E£|ج\.?\s?م/, "EGP"],
    [/€|евро/i, "EUR"],
    [/£/, "GBP"],
    [/₩|(?<=[\d만천]\s?)원|^원$/, "KRW"],
    [/₸|тенге|(?<=\d\s?)тг/i, "KZT"],
    [/₺|(?<=\d\s?)TL\b|\bTL(?=\s?\d)/, "TRY"],
    [/zł/i, "PLN"],
    [/₫|VNĐ|(?<=\d\s?)[đ₫]/i, "VND"],
    [/฿|บาท/, "THB"],
    [/₹/, "INR"],
    [/₪/, "ILS"],
    [/₴|грн/i, "UAH"],
    [/₾/, "GEL"],
    [/₼/, "AZN"],
    [/֏/, "AMD"],
    [/₮/, "MNT"],
    [/₱/, "PHP"],
    [/₦/, "NGN"],
    [/₲/, "PYG"],
    [/₡/, "CRC"],
    [/₵/, "GHS"],
    [/₭/, "LAK"],
    [/৳/, "BDT"],
    [/៛/, "KHR"],
    [/\bKč/i, "CZK"],
    [/\bFt\b/, "HUF"],
    [/лв\.?/i, "BGN"],
    [/\bS?Fr\.?(?=\s?\d)/, "CHF"],
    [/\bRp\.?(?=\s?\d)/, "IDR"],
    [/\bRM(?=\s?\d)/, "MYR"],
    [/د\.إ|\bDhs?\b/i, "AED"],
    [/ر\.س|\u20c1/, "SAR"],
    [/ر\.ق/, "QAR"],
    [/ر\.ع/, "OMR"],
    [/د\.ك|\bK\.?D\.?(?=\s?\d)|(?<=\d\s?)KD\b/, "KWD"],
    [/د\.ب|\bB\.?D\.?(?=\s?\d)|(?<=\d\s?)BD\b/, "BHD"],
    [/د\.م/, "MAD"],
    [/ریال/, "IRR"],
    [/(?<=\d\s?)Br\b/, "BYN"],
  ];
  /** The currency of an ambiguous sign, by country or language. */
  const BY_PLACE = [
    [
      /\$/,
      {
        ca: "CAD",
        au: "AUD",
        nz: "NZD",
        sg: "SGD",
        hk: "HKD",
        tw: "TWD",
        mx: "MXN",
        us: "USD",
        cl: "CLP",
        co: "COP",
        ar: "ARS",
      },
    ],
    [/[¥￥]/, { jp: "JPY", cn: "CNY" }],
    [/руб|(?<=\d\s?)р\.?(?![а-я])/i, { ru: "RUB", by: "BYN" }],
    [/\blei\b/i, { ro: "RON", md: "MDL" }],
    [/\bR(?=\s?\d)/, { za: "ZAR" }],
    [/元|圓|块/, { cn: "CNY", tw: "TWD", hk: "HKD", sg: "SGD", mo: "MOP" }],
    [/\bkr\b\.?/i, { se: "SEK", no: "NOK", dk: "DKK", is: "ISK" }],
    [
      /\d[,:][-–—](?!\d)/,
      { se: "SEK", no: "NOK", dk: "DKK", nl: "EUR", de: "EUR", at: "EUR", be: "EUR", ch: "CHF", cz: "CZK" },
    ],
    [/﷼|ريال/, { sa: "SAR", ir: "IRR", om: "OMR", qa: "QAR", ye: "YER" }],
    [/جنيه/, { eg: "EGP", sd: "SDG" }],
    [/درهم/, { ae: "AED", ma: "MAD" }],
    [/دينار/, { kw: "KWD", bh: "BHD", jo: "JOD", iq: "IQD", tn: "TND", dz: "DZD", ly: "LYD" }],
    [/\bRs\.?(?=\s?\d)|^Rs\.?$/i, { in: "INR", pk: "PKR", lk: "LKR", np: "NPR", mu: "MUR" }],
  ];
  const COUNTRY_OF_LANGUAGE = {
    ru: "ru",
    be: "by",
    ro: "ro",
    ja: "jp",
    zh: "cn",
    ko: "kr",
    sv: "se",
    nb: "no",
    nn: "no",
    no: "no",
    da: "dk",
    is: "is",
    "zh-tw": "tw",
    "zh-hant": "tw",
    "zh-hk": "hk",
  };
  const COMMA_LANGUAGES = oneOf(
    "",
    /^(de(?!-ch)|fr(?!-c[ah])|es(?!-(mx|us|pr|do|gt))|it(?!-ch)|pt|nl|tr|ru|uk|be|kk|pl)(-|$)/,
    /^(cs|sk|hu|ro|bg|el|da|nb|nn|no|sv|fi|vi|id|et|lv|lt|sl|hr|sr|az|ca)(-|$)/,
  );
  const POINT_LANGUAGES = /^(en|zh|ja|ko|th|he|hi|ms|de-ch|it-ch|fr-ch)(-|$)/;
  const COMMA_CURRENCIES = new Set(
    "TRY VND IDR BRL ARS CLP COP DKK NOK SEK PLN CZK HUF RON RSD RUB UAH BYN KZT".split(" "),
  );
  const POINT_CURRENCIES = new Set("USD GBP CNY JPY KRW HKD TWD THB INR ILS AUD NZD SGD MYR PHP CHF MXN".split(" "));

  const language = () =>
    (
      text(attempt(() => document.documentElement.lang)) ||
      meta("og:locale") ||
      text(attempt(() => document.querySelector("meta[http-equiv='content-language' i]")?.content))
    )
      .toLowerCase()
      .replace("_", "-");

  /** The country of the page by its language's region, its address or its language; whether the language says it itself. */
  const place = () => {
    const spoken = language();
    const region = /^[a-z]{2,3}-(?:hans-|hant-)?([a-z]{2})\b/.exec(spoken)?.[1] ?? "";
    const ofLanguage = COUNTRY_OF_LANGUAGE[spoken] ?? COUNTRY_OF_LANGUAGE[spoken.split("-")[0]] ?? "";
    const domain = /\.([a-z]{2})$/.exec(location.hostname)?.[1] ?? "";
    const inPath = /^\/(?:([a-z]{2})[-_])?([a-z]{2})(?:\/|$)/i.exec(location.pathname)?.[2]?.toLowerCase() ?? "";
    return {
      region: region || ofLanguage,
      domain: /^(io|co|me|tv|ai|gg|to|fm)$/.test(domain) ? "" : domain,
      path: inPath,
    };
  };

  /** A text with plain digits and signs, without entities and without marks of direction. */
  const narrow = (value) =>
    (text(value).includes("&") ? decode(value) : text(value))
      .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "")
      .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/\uffe5/g, "¥")
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(/\u066b/g, ".")
      .replace(/\u066c/g, ",");

  const code = (value) => {
    const upper = value.toUpperCase();
    return ISO.has(upper) ? upper : (ALIASES[upper] ?? "");
  };

  /** The currency that one text names: `{code, guessed}`; guessed when only the place tells what a sign means. */
  const named = (value) => {
    const source = narrow(value);
    if (!source) return null;
    if (/^\p{L}{2,4}\.?$/u.test(source) && code(source.replace(".", "")))
      return { code: code(source.replace(".", "")), guessed: false };
    if (/^[a-z]{3}$/i.test(source)) return code(source) ? { code: code(source), guessed: false } : null;
    for (const [, token] of source.matchAll(/(?:^|[\s\d(.,])([A-Z]{3})(?=$|[\s\d).,:$])/g))
      if (code(token)) return { code: code(token), guessed: false };
    for (const [, , token] of source.matchAll(/([A-Z]{3})(?=\d)|(?<=\d)([A-Z]{3})/g))
      if (token && code(token)) return { code: code(token), guessed: false };
    for (const [sign, known] of SIGNS) if (sign.test(source)) return { code: known, guessed: false };
    const where = place();
    for (const [sign, known] of BY_PLACE) {
      if (!sign.test(source)) continue;
      const [byRegion, byDomain, byPath] = [known[where.region], known[where.domain], known[where.path]];
      if (byRegion && (!byDomain || byDomain === byRegion))
        return { code: byRegion, guessed: /\$|,:/.test(sign.source) };
      if (byDomain ?? byPath) return { code: byDomain ?? byPath, guessed: true };
      return null;
    }
    return null;
  };

  /** The currency by the first text that names one. There is no default. */
  const currency = (...values) => {
    for (const value of values) {
      const found = named(value);
      if (found) return found;
    }
    return { code: "", guessed: false };
  };

  const CHINESE_DIGITS = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
  const CHINESE_UNITS = { 十: 10, 百: 100, 千: 1000, 万: 10000 };
  /** 一百二十 → 120, 一百五 → 150; null for anything else, such as 七八百 for seven or eight hundred. */
  const chinese = (value) => {
    if (!/^[零〇一二两三四五六七八九十百千万]+$/.test(value)) return null;
    let [total, section, digit, unit] = [0, 0, 0, 10];
    for (const sign of value) {
      if (sign in CHINESE_DIGITS) {
        if (digit) return null;
        digit = CHINESE_DIGITS[sign];
        if (!digit) unit = 10;
        continue;
      }
      unit = CHINESE_UNITS[sign];
      if (unit === 10000) [total, section] = [(total + section + digit) * unit, 0];
      else section += (digit || 1) * unit;
      digit = 0;
    }
    // The last digit counts the units below the one before it.
    const sum = total + section + (digit * unit) / 10;
    return sum ? String(sum) : null;
  };

  /** Which sign parts decimals here: ",", "." or unknown. */
  const decimalSign = (known) => {
    const spoken = language();
    if (COMMA_LANGUAGES.test(spoken)) return ",";
    if (POINT_LANGUAGES.test(spoken) && !COMMA_CURRENCIES.has(known)) return ".";
    return COMMA_CURRENCIES.has(known) ? "," : POINT_CURRENCIES.has(known) ? "." : "";
  };

  /** One number as a decimal text; `unsure` when its signs can be read in two ways. */
  const decimal = (token, known, machine) => {
    const grouped = /[\s\u00a0\u202f'’]/.test(token);
    const digits = token.replace(/[\s\u00a0\u202f'’]/g, "");
    const signs = digits.match(/[.,]/g) ?? [];
    const last = signs.at(-1);
    const after = last ? digits.length - digits.lastIndexOf(last) - 1 : 0;
    const whole = () => digits.replace(/[.,]/g, "");
    const parted = () => `${digits.slice(0, -after - 1).replace(/[.,]/g, "")}.${digits.slice(-after)}`;
    if (!signs.length) return { amount: digits };
    if (new Set(signs).size === 2)
      return signs.filter((sign) => sign === last).length === 1 && after <= 4 ? { amount: parted() } : { amount: "" };
    if (signs.length > 1) return /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(digits) ? { amount: whole() } : { amount: "" };
    if (grouped || after <= 2) return after === 0 ? { amount: whole() } : { amount: parted() };
    if (after > 3) return last === "." ? { amount: parted() } : { amount: "" };
    // Three digits after the only sign: thousands, thousandths, or unknown.
    if (WITH_THREE.has(known)) return { amount: last === "." ? parted() : whole(), unsure: true };
    const groups = /^[1-9]\d{0,2}[.,]/.test(digits);
    if (WITHOUT_DECIMALS.has(known) && groups) return { amount: whole() };
    const sign = decimalSign(known);
    if (!groups) return { amount: last === "." ? parted() : "" };
    if (sign && sign !== last) return { amount: whole(), unsure: machine && last === "." };
    if (!sign && last === ",") return { amount: whole() };
    return { amount: "", unsure: true };
  };

  const trim = (amount) =>
    amount
      .replace(/^0+(?=\d)/, "")
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  const shift = (amount, places) => {
    const [whole, part = ""] = amount.split(".");
    return trim(`${whole}${part.slice(0, places).padEnd(places, "0")}.${part.slice(places)}`);
  };
  const isPrecise = (amount, known) =>
    (WITH_THREE.has(known) ? /^\d{1,10}(\.\d{1,3})?$/ : /^\d{1,10}(\.\d{1,2})?$/).test(amount) && Number(amount) > 0;

  const NUMBER = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/g;
  const FROM =
    /起|起价|から|より|부터|^\s*(from|as low as|starting|ab|от|à partir|dès|desde|a partir|da|vanaf|từ|od)\b/i;

  /** The pieces that a price is for, after it: `¥100/100件`, `50 ₽ / 10 шт.` */
  const LOT = /\s*\/\s*(\d[\d\s\u00a0]*)\s*(?:шт(?:ук)?\.?|pcs?\.?|pieces?|件|个|個|只|隻|双|雙|套)\s*$/i;
  const MOST_PIECES = 1_000_000;

  /**
   * Reads a price. A range gives its low end.
   * @param {string | number} value
   * @param {{currency?: string, machine?: boolean}} [about] `machine`: written for programs, so with a point
   * @returns {{amount: string, ranged: boolean, unsure: boolean, per?: number}} an empty amount when it can't be read for certain;
   *   `per` when it is the price of several pieces
   */
  const parse = (value, { currency: known = "", machine = false } = {}) => {
    const none = { amount: "", ranged: false, unsure: false };
    if (typeof value === "number") {
      const rounded = Math.round(value * 100) / 100;
      const amount = Math.abs(rounded - value) < 1e-6 ? String(rounded) : String(value);
      return isPrecise(amount, known) ? { ...none, amount } : none;
    }
    const whole = narrow(value);
    const lot = LOT.exec(whole);
    if (lot) {
      const per = Number(lot[1].replace(/\s/g, ""));
      const price = parse(whole.slice(0, lot.index), { currency: known, machine });
      return per >= 1 && per <= MOST_PIECES ? { ...price, ...(per > 1 ? { per } : {}) } : none;
    }
    const source = whole.replace(/(\d)\s*руб[а-я]*\.?\s*(\d{2})\s*коп[а-я]*/gi, "$1,$2 руб");
    // An exponent is written by programs only, and no price needs one.
    if (!source || /\d[eE][+-]?\d/.test(source)) return none;
    // Digits that a shop hides from people who are not logged in.
    if (/\d\s?\?|\?\s?[\d.]|\d\*+[\d.]|\*{2,}/.test(source)) return none;
    // "Several hundred", "twenty" by its rare sign, and an amount off are no prices.
    const spelled =
      !/\d/.test(source) &&
      /(?<![几数上近逾约廿卅减省零〇一二两三四五六七八九十百千万])[零〇一二两三四五六七八九十百千万]+(?=元|块|$)/.exec(
        source,
      )?.[0];
    if (spelled && chinese(spelled)) return { ...none, amount: chinese(spelled) };
    const found = [];
    for (const match of source.matchAll(NUMBER)) {
      const rest = source.slice(match.index + match[0].length);
      if (/^\s?%/.test(rest)) continue;
      // Less than nothing is not a price; a sign between two numbers is a range.
      if (!found.length && /(^|[\s(])[-−]\p{Sc}?$/u.test(source.slice(0, match.index))) return none;
      const read = decimal(match[0].trim(), known, machine);
      let amount = trim(read.amount);
      const tenThousands = amount && /^\s?万/.test(rest);
      if (tenThousands) amount = shift(amount, 4);
      const before = source.slice(0, match.index);
      // `1-99 pcs: $2.50`: numbers before a word and a sign are not money.
      if (/(\p{L}{2,}|:)[^\p{L}\d]*\p{Sc}\s?$/u.test(before)) found.length = 0;
      found.push({
        amount: isPrecise(amount, known) ? amount : "",
        unsure: Boolean(read.unsure || tenThousands),
        at: match.index,
      });
    }
    if (!found.length) return none;
    const several = new Set(found.map((entry) => entry.amount)).size > 1;
    const ranged =
      (several && /\d[^\d]*(?:[-–~—～至到]|\bto\b)[^\d]*\d/.test(source.slice(found[0].at))) || FROM.test(source);
    const amounts = found.map((entry) => entry.amount).filter(Boolean);
    const amount =
      ranged && several
        ? amounts.reduce((low, entry) => (low === "" || Number(entry) < Number(low) ? entry : low), "")
        : found[0].amount;
    return { amount, ranged, unsure: Boolean(found[0].unsure || (several && !ranged)) };
  };

  const isFrom = (label) => FROM.test(label);
  window.__svcH.money = { ISO, parse, isFrom, currency, chinese, narrow, isPrecise, language };
})();
