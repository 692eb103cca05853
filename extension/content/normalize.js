/** The last step: exact, absolute, within the limits of the API. */
(() => {
  if (window.__svcH.normalize) return;
  const { oneOf, text, decode, attempt, list } = window.__svcH;
  const money = window.__svcH.money;
  const TRACKING = oneOf(
    "i",
    /^(spm|scm|pvid|tracelog|clickid|from|src|ns|abbucket|un|ut_sk|share_crt_v|sourceType|suid)$/,
    /^(shareUniqueId|tk|short_name|price|fromUserId|__sid__|session|token|utm_\w+|gclid|fbclid|_openstat)$/,
    /^(dclid|gbraid|wbraid|msclkid|yclid|ysclid|ttclid|twclid|igshid|igsh|srsltid|mc_[ce]id|_ga|_gl)$/,
    /^(_branch_match_id|wt_\w+|cm_\w+|itm_\w+|mtm_\w+|pk_(campaign|kwd|source|medium)|aff_\w+|algo_\w+)$/,
    /^(pdp_\w+|utparam\w*|spm_\w+|scm_\w+|ali_\w+|mi_id|xxc|priceTId|curPageLogUid|gatewayAdapt|refer_\w+)$/,
    /^(_x_\w+|_oak_\w+|page_from|duoduo_type|uin|wfr|ifr|spider_token|share_\w+|bxsign|app|cpp)$/,
    /^(needsession|sp_tk|sessionid|sid|phpsessid|jsessionid|access_token|auth|email|pd_rd_\w+|pf_rd_\w+)$/,
    /^(ref_|_pos|_sid|_ss|_psq|_fid|qid|crid|keywords|sprefix|dib|dib_tag|search_?id|srno|otracker\d?)$/,
  );
  const MOST = { images: 20, axes: 6, values: 200, skus: 1000, tiers: 20, choices: 4 };

  /** An absolute address without tracking, or "". */
  const address = (value, most = 2048) => {
    try {
      const url = new URL(decode(value).replace(/^\/\//, "https://"), location.href);
      if (!/^https?:$/.test(url.protocol)) return "";
      [url.username, url.password] = ["", ""];
      // The fragment is a place in the page, except for routes and for the chosen variant.
      if (!/^#!?\/|^#!?.*(sku|variant|color|colour|size)/i.test(url.hash)) url.hash = "";
      // Firefox lets a script of an extension not iterate over the parameters of an address.
      const names = [];
      url.searchParams.forEach((_, name) => names.push(name));
      for (const name of names) if (TRACKING.test(name)) url.searchParams.delete(name);
      url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/i, "").replace(/\/ref=[^/]*$/, "");
      return url.href.length <= most ? url.href : "";
    } catch {
      return "";
    }
  };

  /** A picture in its full size: the shops' size suffixes dropped. */
  const picture = (value) => {
    if (!value || typeof value !== "string" || /^(data|blob|javascript):/i.test(value.trim())) return "";
    return address(value)
      .replace(/(\.(?:jpe?g|png|webp|gif|avif))_[^/]*$/i, "$1")
      .replace(/\.(\d+x\d+)(?=\.(?:jpe?g|png|webp)$)/i, "")
      .replace(/\._[A-Z0-9_,]+_(?=\.(?:jpe?g|png|webp)$)/, "")
      .replace(/\?x-oss-process=.*$/, "")
      .replace(/![\w.]+$/, "");
  };

  const cut = (value, most) => [...decode(value)].slice(0, most).join("");
  const whole = (value, least, most) => {
    const number = Math.floor(Number(value));
    return Number.isFinite(number) && number >= least && number <= most ? number : null;
  };

  /** A table of SKUs with the names of its options; one SKU is none. */
  window.__svcH.table = (names, rows) => ({
    axes:
      rows.length > 1
        ? names.map((name, index) => ({ name, values: [...new Set(rows.map(({ values }) => values[index]))] }))
        : [],
    skus: rows.length > 1 ? rows : [],
  });
  /** Options and SKUs; a SKU has one value per axis. */
  const ofVariants = (raw, code) => {
    // Many SKUs share a picture.
    const known = new Map();
    const once = (value) => {
      if (!known.has(value)) known.set(value, picture(value));
      return known.get(value);
    };
    const axes = list(raw.axes)
      .slice(0, MOST.axes)
      .map((axis) => ({
        name: cut(axis?.name, 60),
        values: list(axis?.values)
          .slice(0, MOST.values)
          .map((value) => ({
            name: cut(typeof value === "object" ? value?.name : value, 120),
            image: once(value?.image),
          }))
          .filter((value) => value.name),
      }))
      .filter((axis) => axis.values.length);
    const skus = [];
    for (const sku of list(raw.skus).slice(0, MOST.skus)) {
      const values = list(sku?.values).map((value) => cut(value, 120));
      if (!values.some(Boolean)) continue;
      const stock = sku.stock === undefined || sku.stock === null || sku.stock === "" ? null : whole(sku.stock, 0, 1e9);
      skus.push({
        id: cut(sku.id, 60),
        values,
        price: money.parse(sku.price, { currency: code, machine: true }).amount,
        stock,
        image: once(sku.image),
        sold_out: Boolean(sku.sold_out) || stock === 0,
        quantity: whole(sku.quantity, 1, 99_999) ?? 0,
      });
    }
    return { axes, skus };
  };

  /** The capture as the popup shows it and the API takes it. */
  const normalize = (parsed) => {
    const raw = Object.assign(Object.create(null), parsed);
    const named = money.currency(raw.currency, typeof raw.price === "string" ? raw.price : "");
    const read = money.parse(raw.price, { currency: named.code, machine: !/[^\d.]/.test(text(raw.price)) });
    const tiers = list(raw.tiers)
      .map((tier) => ({
        from: Number(tier?.from) || 1,
        price: money.parse(tier?.price, { currency: named.code, machine: true }).amount,
      }))
      .filter((tier) => tier.price)
      .sort((one, other) => one.from - other.from)
      .slice(0, MOST.tiers);
    const shopName = cut(raw.shop?.name, 200);
    const images = [
      ...new Set([raw.image_url, ...list(raw.images)].map((value) => attempt(() => picture(value))).filter(Boolean)),
    ].slice(0, MOST.images);
    const { axes, skus } = ofVariants(raw, named.code);
    const size = list(raw.size_mm)
      .map((value) => whole(value, 1, 100_000))
      .filter(Boolean);
    const item = {
      title: cut(raw.title, 500),
      url: address(raw.url),
      price: read.amount,
      currency: named.code,
      image_url: images[0] ?? "",
      images,
      marketplace: cut(raw.marketplace, 40),
      external_id: cut(raw.external_id, 100),
      sku_id: cut(raw.sku_id, 100),
      sku_param: /^(skuId|sku_id|sku|variant|v1)$/.test(raw.sku_param) ? raw.sku_param : "",
      variant: cut(raw.variant, 300),
      shop: shopName
        ? { name: shopName, ...(address(raw.shop?.url) && raw.shop?.url ? { url: address(raw.shop.url) } : {}) }
        : null,
      price_uncertain: Boolean(raw.price_uncertain || read.ranged || read.unsure || !read.amount),
      price_source: read.amount ? cut(raw.price_source, 20) || "page" : "",
      price_path: read.amount ? cut(raw.price_path, 120) : "",
      sold_out: Boolean(raw.sold_out),
      tiers,
      min_quantity: Math.max(1, Math.min(99_999, Math.floor(Number(raw.min_quantity)) || tiers[0]?.from || 1)),
      quantity: whole(raw.quantity, 1, 99_999) ?? 0,
      weight_grams: whole(Math.round(Number(raw.weight_grams)), 1, 10_000_000) ?? 0,
      size_mm: size.length === 3 ? size : [],
      axes,
      skus,
    };
    const per = read.per ?? whole(raw.price_per, 2, 1_000_000);
    if (item.price && per) item.price_per = per;
    item.uncertain = [
      item.price_uncertain && "price",
      (!named.code || named.guessed || raw.currency_uncertain) && "currency",
      ((skus.length > 1 && !item.variant) || raw.variant_uncertain === true) && "variant",
      raw.title_uncertain && "title",
    ].filter(Boolean);
    const choices = {
      price: list(raw.price_choices).map((value) => money.parse(value, { currency: named.code, machine: true }).amount),
      title: list(raw.title_choices).map((value) => cut(value, 500)),
    };
    for (const [field, values] of Object.entries(choices)) {
      const different = [...new Set(values.filter(Boolean))].slice(0, MOST.choices);
      if (item.uncertain.includes(field) && different.some((value) => value !== item[field]))
        item.choices = { ...item.choices, [field]: different };
    }
    return item;
  };

  const price = (value) => {
    const { amount, ranged } = money.parse(value);
    return { amount, ranged };
  };
  window.__svcH.normalize = {
    normalize,
    price,
    currency: (...values) => money.currency(...values).code,
    address,
    picture,
    chinese: money.chinese,
  };
})();
