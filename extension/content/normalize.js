/** The last step: exact decimal prices, absolute addresses without tracking, texts within the API's limits. */
(() => {
  if (window.__svcNormalize) return;
  const { text, decode } = window.__svcH;
  const TRACKING = /^(spm|scm|pvid|tracelog|clickid|from|src|ns|abbucket|un|ut_sk|share_crt_v|sourceType|suid|shareUniqueId|tk|short_name|price|fromUserId|__sid__|session|token|utm_\w+|gclid|fbclid|_openstat)$/;
  const CURRENCIES = [[/CNY|RMB|CN¥|元|人民币/i, "CNY"], [/HK\$|HKD/i, "HKD"], [/₽|руб|RUB/i, "RUB"], [/€|EUR/i, "EUR"], [/£|GBP/i, "GBP"], [/₩|KRW/i, "KRW"], [/₸|KZT/i, "KZT"], [/₺|\bTRY\b|\bTL\b/i, "TRY"], [/zł|PLN/i, "PLN"], [/\$|USD/i, "USD"], [/JPY|円/i, "JPY"], [/[¥￥]/, "CNY"]];
  const DIGITS = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
  const UNITS = { 十: 10, 百: 100, 千: 1000, 万: 10000 };

  /** Full-width digits and signs as ordinary ones. */
  const narrow = (value) => text(value).replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

  /** 一百二十 → 120; null for anything else. */
  const chinese = (value) => {
    if (!/^[零〇一二两三四五六七八九十百千万]+$/.test(value)) return null;
    let total = 0;
    let section = 0;
    let digit = 0;
    for (const sign of value) {
      if (sign in DIGITS) digit = DIGITS[sign];
      else if (UNITS[sign] === 10000) { total = (total + section + digit) * 10000; section = 0; digit = 0; }
      else { section += (digit || 1) * UNITS[sign]; digit = 0; }
    }
    return String(total + section + digit);
  };

  /** A price as a decimal text with at most two places; a range gives its low end. */
  const price = (value) => {
    const source = narrow(typeof value === "number" ? String(value) : value);
    if (!source) return { amount: "", ranged: false };
    const words = /[零〇一二两三四五六七八九十百千万]+(?=元|块|$)/.exec(source)?.[0];
    const spelled = words && !/\d/.test(source) ? chinese(words) : null;
    if (spelled) return { amount: spelled, ranged: false };
    const numbers = source.match(/\d[\d.,\s\u00a0']*/g);
    if (!numbers) return { amount: "", ranged: false };
    let digits = numbers[0].replace(/[\s\u00a0']/g, "").replace(/[.,]+$/, "");
    const [comma, point] = [digits.lastIndexOf(","), digits.lastIndexOf(".")];
    // The last sign parts the decimals when one or two digits follow it; other signs part thousands.
    const decimal = Math.max(comma, point);
    const decimals = decimal >= 0 ? digits.length - decimal - 1 : 0;
    const several = (digits.match(/[.,]/g) ?? []).length > 1 && (comma < 0 || point < 0);
    const parted = decimal >= 0 && !several && (decimals <= 2 || (digits[decimal] === "." && comma < 0));
    digits = parted ? `${digits.slice(0, decimal).replace(/[.,]/g, "")}.${digits.slice(decimal + 1)}` : digits.replace(/[.,]/g, "");
    const amount = digits.replace(/^0+(?=\d)/, "").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    const precise = /^\d{1,7}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0;
    return { amount: precise ? amount : "", ranged: numbers.length > 1 && /[-–~—至到]/.test(source) };
  };

  const currency = (...values) => {
    for (const value of values.map(narrow)) for (const [mark, code] of CURRENCIES) if (value && mark.test(value)) return code;
    return "";
  };

  /** An absolute address without tracking, or "". */
  const address = (value, most = 2048) => {
    try {
      const url = new URL(decode(value).replace(/^\/\//, "https://"), location.href);
      if (!/^https?:$/.test(url.protocol)) return "";
      url.hash = "";
      for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
      return url.href.length <= most ? url.href : "";
    } catch {
      return "";
    }
  };

  /** A picture in its full size: the shops' size suffixes dropped. */
  const picture = (value) => {
    if (!value || /^data:/.test(text(value))) return "";
    return address(value).replace(/(\.(?:jpe?g|png|webp|gif))_[^/]*$/i, "$1").replace(/\.(\d+x\d+)(?=\.(?:jpe?g|png|webp)$)/i, "").replace(/\?x-oss-process=.*$/, "");
  };

  const cut = (value, most) => [...decode(value)].slice(0, most).join("");

  /** The capture as the popup shows it and the API takes it. */
  const normalize = (raw) => {
    const money = price(raw.price);
    const tiers = (Array.isArray(raw.tiers) ? raw.tiers : [])
      .map((tier) => ({ from: Number(tier?.from) || 1, price: price(tier?.price).amount }))
      .filter((tier) => tier.price)
      .sort((one, other) => one.from - other.from)
      .slice(0, 20);
    const shopName = cut(raw.shop?.name, 200);
    const item = {
      title: cut(raw.title, 500),
      url: address(raw.url),
      price: money.amount,
      currency: currency(raw.currency, raw.price) || (raw.currency === undefined ? "" : "CNY"),
      image_url: picture(raw.image_url),
      marketplace: cut(raw.marketplace, 40),
      external_id: cut(raw.external_id, 100),
      variant: cut(raw.variant, 300),
      shop: shopName ? { name: shopName, ...(address(raw.shop?.url) && raw.shop?.url ? { url: address(raw.shop.url) } : {}) } : null,
      price_uncertain: Boolean(raw.price_uncertain || money.ranged || !money.amount),
      sold_out: Boolean(raw.sold_out),
      tiers,
      min_quantity: Math.max(1, Math.min(99_999, Math.floor(Number(raw.min_quantity)) || tiers[0]?.from || 1)),
    };
    return item;
  };

  window.__svcNormalize = { normalize, price, currency, address, picture, chinese };
})();
