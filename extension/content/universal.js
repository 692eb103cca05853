/** The universal parser: JSON-LD in all its shapes, microdata, shop software, OpenGraph, meta. What the page only shows is the last resort. */
(() => {
  if (window.__svcUniversal) return;
  const { LIMITS, text, first, list, attempt, meta, query, words, spend, decode, isCrossed } = window.__svcH;
  const money = window.__svcMoney;

  const kinds = (node) => list(node?.["@type"]).map((type) => text(type).replace(/^(https?:\/\/schema\.org\/|schema:)/, ""));
  const isOf = (node, ...names) => kinds(node).some((kind) => names.includes(kind));
  /** JSON-LD as shops write it: comments, control characters and trailing commas included. */
  const readJson = (source) => {
    if (source.length > LIMITS.scriptCharacters) return undefined;
    const whole = attempt(() => JSON.parse(source));
    if (whole !== undefined || source.length > LIMITS.jsonCharacters) return whole;
    const clean = source.replace(/^\s*<!--|-->\s*$/g, "").replace(/^\s*(\/\/)?\s*<!\[CDATA\[|(\/\/)?\s*\]\]>\s*$/g, "").replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$/gm, "").replace(/;\s*$/, "");
    return (
      attempt(() => JSON.parse(clean)) ??
      attempt(() => JSON.parse(clean.replace(/[\u0000-\u001f]+/g, " ").replace(/,(\s*[}\]])/g, "$1"))) ??
      attempt(() => JSON.parse(clean.replace(/&quot;/g, '"').replace(/&amp;/g, "&")))
    );
  };

  const flatten = (node, depth = 0) => {
    if (!node || typeof node !== "object" || depth > 6) return [];
    if (Array.isArray(node)) return node.slice(0, 5000).flatMap((child) => flatten(child, depth + 1));
    spend();
    return [node, ...flatten(node["@graph"], depth + 1), ...flatten(node.mainEntity, depth + 1), ...(isOf(node, "ItemPage", "WebPage") ? flatten(node.about, depth + 1) : [])];
  };

  const images = (value) => list(value).slice(0, 40).flatMap((entry) => (entry && typeof entry === "object" ? list(first(entry.contentUrl, entry.url, entry["@id"])).slice(0, 40) : [entry])).map(text).filter(Boolean);

  const SOLD_OUT = /OutOfStock|SoldOut|Discontinued/i;
  const isListPrice = (specification) => /ListPrice|StrikethroughPrice|SRP|MSRP|RegularPrice|InvoicePrice/i.test(text(specification.priceType)) || specification.validForMemberTier !== undefined || (specification.referenceQuantity !== undefined && specification.price !== undefined && isOf(specification, "UnitPriceSpecification") && Number(first(specification.referenceQuantity?.value, specification.referenceQuantity)) !== 1);
  /** Prices of one offer: amount, currency, whether it is the low end of a range, steps by quantity. */
  const ofOffer = (entry) => {
    const specifications = list(entry.priceSpecification).filter((specification) => specification && typeof specification === "object" && !isListPrice(specification));
    const step = (specification) => Number(first(specification.eligibleQuantity?.minValue, specification.eligibleQuantity?.value, 0));
    const steps = specifications.filter((specification) => step(specification) > 0 && text(specification.price));
    const specification = specifications.find((one) => text(one.price)) ?? specifications[0];
    const raw = first(...[entry.price, specification?.price, entry.lowPrice, specification?.minPrice].map((amount) => list(amount)[0]));
    const price = text(raw);
    return {
      price: typeof raw === "number" ? raw : price ?? "",
      currency: text(list(first(entry.priceCurrency, specification?.priceCurrency))[0]),
      ranged: text(list(entry.price)[0]) === "" && text(first(entry.lowPrice, specification?.minPrice)) !== "" && text(specification?.price) === "" && text(first(entry.lowPrice, specification?.minPrice)) !== text(first(entry.highPrice, specification?.maxPrice)),
      soldOut: SOLD_OUT.test(text(entry.availability)),
      tiers: new Set(steps.map(step)).size > 1 ? steps.map((one) => ({ from: step(one), price: one.price })) : [],
      least: Number(first(entry.eligibleQuantity?.minValue, steps[0] && step(steps[0]), 0)) || 0,
    };
  };

  const isLease = (entry) => /LeaseOut|Rental/i.test(text(entry.businessFunction)) || /month|MON\b|ANN\b/i.test(text(first(entry.priceSpecification?.unitText, entry.priceSpecification?.unitCode, entry.priceSpecification?.billingDuration)));
  const value = (node) => money.parse(node.price, { currency: node.currency, machine: true }).amount;
  /** The price of several offers: one, if all agree; else the low end of the range. */
  const ofOffers = (offers, owner = null) => {
    const all = list(offers).flat(3).slice(0, 2000).filter((entry) => entry && typeof entry === "object" && !isLease(entry)).flatMap((entry) => {
      spend();
      const below = isOf(entry, "AggregateOffer") && !text(entry.price) ? list(entry.offers).filter((one) => one && typeof one === "object") : [];
      const conditions = new Set(below.map((one) => /Used|Refurbished|Damaged/i.test(text(one.itemCondition))));
      const nested = below.length && (conditions.size > 1 || !text(entry.lowPrice) || below.some((one) => isHere(first(one.url, one["@id"]), true))) ? below : [];
      return (nested.length ? nested : [entry]).map((one) => ({ ...ofOffer(one), node: one }));
    });
    const priced = all.filter((entry) => value(entry));
    const fresh = priced.filter((entry) => !/Used|Refurbished|Damaged/i.test(text(entry.node.itemCondition)));
    const counted = fresh.length ? fresh : priced;
    if (!counted.length) return { currency: all.find((entry) => entry.currency)?.currency ?? "", soldOut: all.length > 0 && all.every((entry) => entry.soldOut), all };
    const values = asked();
    const byId = counted.filter((entry) => ids(entry.node).some((id) => values.includes(id)));
    const isOwn = (entry) => (byId.length ? byId.includes(entry) : isHere(first(entry.node.url, entry.node["@id"]), true));
    const chosen = counted.find(isOwn) ?? null;
    const low = counted.reduce((least, entry) => (Number(value(entry)) < Number(value(least)) ? entry : least));
    const differ = new Set(counted.map((entry) => `${value(entry)} ${entry.currency}`)).size > 1;
    // A pack's price goes with that pack's id: of offers with ids of their own the one of the product itself.
    const known = owner ? ids(owner) : [];
    const sameId = differ && known.length ? counted.filter((entry) => ids(entry.node).some((id) => known.includes(id))) : [];
    if (!chosen && sameId.length === 1 && counted.every((entry) => ids(entry.node).length)) return { ...sameId[0], ranged: true, soldOut: sameId[0].soldOut, all };
    const one = differ && chosen && counted.filter(isOwn).length === 1 ? chosen : low;
    return { ...one, ranged: one.ranged || (differ && one !== chosen), mixed: new Set(counted.map((entry) => entry.currency)).size > 1, soldOut: counted.every((entry) => entry.soldOut), all };
  };

  const here = () => location.href.split("#")[0];
  const url = (address) => attempt(() => new URL(decode(address), location.href));
  const samePath = (one, other) => one.hostname.replace(/^(www|m)\./, "") === other.hostname.replace(/^(www|m)\./, "") && one.pathname.replace(/\/+$/, "") === other.pathname.replace(/\/+$/, "");
  let answered = { page: "", known: new Map() };
  /** Whether an address is that of this page; `exact`: with the parameters that choose a variant. Groups of variants ask thousands of times. */
  function isHere(address, exact = false) {
    const wanted = text(address);
    if (!wanted) return false;
    if (answered.page !== location.href) answered = { page: location.href, known: new Map() };
    const key = `${exact} ${wanted}`;
    if (!answered.known.has(key)) answered.known.set(key, compare(wanted, exact));
    return answered.known.get(key);
  }
  function compare(address, exact) {
    const [other, own] = [url(address), url(here())];
    if (!other || !samePath(other, own) || other.pathname === "/") return false;
    const parameters = [...other.searchParams];
    if (exact && !parameters.length && other.hash) return other.hash === location.hash;
    return exact ? parameters.length > 0 && parameters.every(([name, content]) => own.searchParams.get(name) === content) : parameters.every(([name, content]) => (own.searchParams.get(name) ?? content) === content);
  }
  /** Values of the address's parameters, without those that are about the visit. */
  const asked = () => [...new URLSearchParams(location.search)].filter(([name]) => !/^(utm_|page$|q$|quantity$)/i.test(name)).map(([, content]) => content).filter((content) => content.length > 1);
  const OF_VARIANT = /^(v\d?|sku|sku_?id|vid|variant\w*|style\w*|pid|p|id|item\w*|article\w*|code|option\w*|product\w*|model|dwvar_\w+|colou?r\w*|farbe|size|groesse|taille)$/i;
  /** Values of parameters that are known to choose a variant. */
  const askedVariant = () => [...new URLSearchParams(location.search)].filter(([name]) => OF_VARIANT.test(name)).map(([, content]) => content.toLowerCase()).filter((content) => content.length > 0);
  const askedOptions = () => [...new URLSearchParams(location.search)].filter(([name]) => /^(dwvar_\w+_)?(colou?r|size|farbe|groesse|taille|couleur|talla|renk|beden|attribute_(pa_)?\w+)$/i.test(name)).map(([, content]) => content.toLowerCase());
  const IDS = ["sku", "productID", "mpn", "gtin", "gtin13", "gtin12", "gtin8", "identifier", "@id"];
  const ids = (node) => IDS.map((name) => text(node?.[name])).filter(Boolean);
  const word = (part) => text(typeof part === "object" ? first(part?.name, part?.value) : part);
  /** The options of a variant: by `variesBy`, else colour, size and the like, else additional properties. */
  const optionsOf = (node, names) => {
    const known = { color: node.color, size: node.size, material: node.material, pattern: node.pattern, suggestedAge: node.suggestedAge, suggestedGender: node.suggestedGender };
    const own = list(node.additionalProperty).filter((property) => property && typeof property === "object").map((property) => [word(property.name), text(property.value)]);
    return names.map((name) => word(known[name]) || own.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] || "");
  };

  const axisNames = (group, variants) => {
    const declared = list(group.variesBy).map((name) => text(name).replace(/^https?:\/\/schema\.org\//, "")).filter(Boolean);
    const differing = ["color", "size", "material", "pattern"].filter((name) => new Set(variants.map((variant) => word(variant[name])).filter(Boolean)).size > 1 || (variants.length === 1 && word(variants[0][name])));
    const extra = declared.length || differing.length ? [] : [...new Set(variants.flatMap((variant) => list(variant.additionalProperty).map((property) => word(property?.name))))].filter(Boolean).slice(0, 3);
    return [...new Set([...declared, ...differing, ...extra])];
  };

  const variantsOf = (group, variants, names) => {
    const isSilent = variants.every((variant) => !optionsOf(variant, names).some(Boolean));
    // Variants that tell their options by their names only.
    const byName = (variant) => [text(variant.name).replace(text(group.name), "").replace(/^[\s\-–—/,|:]+|[\s\-–—/,|:]+$/g, "")];
    if (isSilent) names = [""];
    const rows = variants.map((variant) => {
      const offer = ofOffers(variant.offers);
      return { id: text(first(variant.sku, variant.productID, variant.mpn, variant.gtin13, variant.gtin)), values: isSilent ? byName(variant) : optionsOf(variant, names), price: offer.price, currency: offer.currency, image: images(variant.image)[0], sold_out: Boolean(offer.soldOut) };
    }).filter((row) => row.values.some(Boolean));
    const axes = names.map((name, index) => ({ name, values: [...new Set(rows.map((row) => row.values[index]).filter(Boolean))].map((entry) => ({ name: entry })) }));
    return rows.length > 1 ? { axes, skus: rows } : {};
  };
  /** The variant of a group that the address names; the group's own facts fill what it leaves open. */
  const ofGroup = (group, all) => {
    const byId = new Map(all.map((node) => [text(node["@id"]), node]).filter(([id]) => id));
    const variants = list(group.hasVariant).slice(0, 2000).map((variant) => (variant && typeof variant === "object" ? { ...byId.get(text(variant["@id"])), ...variant } : null)).filter(Boolean);
    const addresses = (variant) => [variant.url, variant["@id"], ...list(variant.offers).map((entry) => entry?.url)];
    const exact = variants.filter((variant) => addresses(variant).some((address) => isHere(address, true)));
    const own = variants.filter((variant) => addresses(variant).some((address) => address && isHere(address) && !isHere(group.url)));
    const values = asked();
    const byIds = variants.filter((variant) => ids(variant).some((id) => values.includes(id)));
    const parts = askedVariant();
    const byPart = variants.filter((variant) => ids(variant).some((id) => id.toLowerCase().split(/[-_/#?=&]/).some((part) => part.length > 2 && parts.includes(part))));
    const options = askedOptions();
    const byOptions = options.length ? variants.filter((variant) => options.every((content) => optionsOf(variant, axisNames(group, variants)).some((value) => value.toLowerCase() === content))) : [];
    const named = [exact, byIds, byOptions, own.length < variants.length ? own : [], byPart].find((found) => found.length) ?? [];
    const chosen = named.length === 1 ? named[0] : variants.length === 1 ? variants[0] : null;
    const names = axisNames(group, variants);
    const partly = !chosen && named.length > 1 ? named : variants;
    const offers = partly.flatMap((variant) => list(variant.offers));
    const shared = !chosen && named.length > 1 ? names.map((name, index) => [...new Set(named.map((variant) => optionsOf(variant, names)[index]))]).map((found) => (found.length === 1 ? found[0] : "")) : [];
    const node = chosen ? { ...group, ...chosen, image: first(chosen.image, group.image) } : { ...group, offers: offers.length ? offers : group.offers, image: first(group.image, partly[0]?.image) };
    return {
      node: { ...node, name: first(group.name, chosen?.name, variants[0]?.name), productID: first(group.productGroupID, group.productID) },
      variant: chosen ? [...new Set([...optionsOf(chosen, names), word(chosen.color), word(chosen.size)].filter(Boolean))].join(" / ") : shared.filter(Boolean).join(" / "),
      isOpen: !chosen && variants.length > 1,
      sku: chosen ? text(first(chosen.sku, chosen.productID, chosen.mpn)) : "",
      ...variantsOf(group, variants, names),
    };
  };

  const GRAMS = { GRM: 1, G: 1, KGM: 1000, KG: 1000, LBR: 453.59237, LB: 453.59237, LBS: 453.59237, ONZ: 28.349523, OZ: 28.349523 };
  const MILLIMETRES = { MMT: 1, MM: 1, CMT: 10, CM: 10, MTR: 1000, M: 1000, INH: 25.4, IN: 25.4 };
  const measure = (part, units) => {
    const source = typeof part === "object" ? `${text(part?.value)} ${text(first(part?.unitCode, part?.unitText))}` : text(part);
    const [, amount, unit] = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)\b/i.exec(source) ?? [];
    return amount && units[unit.toUpperCase()] ? Math.round(Number(amount.replace(",", ".")) * units[unit.toUpperCase()]) : 0;
  };
  /** Products of the page; several variants of one product without a group count as one. */
  const pick = (nodes) => {
    const groups = nodes.filter((node) => isOf(node, "ProductGroup"));
    const variants = groups.flatMap((group) => list(group.hasVariant));
    const inGroup = new Set(variants.map((variant) => text(variant?.["@id"])).filter(Boolean));
    const products = nodes.filter((node) => isOf(node, "Product", "ProductModel", "IndividualProduct", "ProductGroup", "Book", "Vehicle", "Car") && (isOf(node, "ProductGroup") || !(inGroup.has(text(node["@id"])) || variants.includes(node))) && (text(list(node.name)[0]) || text(node.title) || isOf(node, "Product", "ProductGroup")));
    if (!products.length) return null;
    const heading = (words("h1") || meta("og:title")).toLowerCase();
    const own = products.filter((node) => [node.url, node["@id"], ...list(node.offers).flat(3).map((entry) => entry?.url), text(node.mainEntityOfPage) || node.mainEntityOfPage?.["@id"]].some((address) => isHere(address)));
    const siblings = own.length > 1 && new Set(own.map((node) => text(first(node.inProductGroupWithID, node.isVariantOf?.["@id"], node.isVariantOf?.productGroupID, node.name)))).size === 1;
    if (siblings && !own.some((node) => isOf(node, "ProductGroup"))) return { node: { ...own[0], "@type": "ProductGroup", sku: undefined, offers: undefined, hasVariant: own, name: first(own[0].isVariantOf?.name, own[0].name) }, certain: true };
    if (own.length) return { node: own.find((node) => isOf(node, "ProductGroup")) ?? own[0], certain: own.length === 1 || isOf(own[0], "ProductGroup") };
    if (products.length === 1) {
      const [only] = products;
      const elsewhere = [only.url, ...list(only.offers).map((entry) => entry?.url)].map((address) => text(address) && url(text(address))).filter(Boolean);
      const isNamed = !heading || heading.includes(decode(only.name).toLowerCase()) || decode(only.name).toLowerCase().includes(heading);
      // A product that lives at another address and is not what the page is about is a recommendation.
      return elsewhere.length && !isNamed && elsewhere.every((address) => !samePath(address, url(here()))) ? { list: true } : { node: only, certain: true };
    }
    const named = products.filter((node) => heading.length > 2 && text(node.name).length > 2 && (heading.includes(decode(node.name).toLowerCase()) || decode(node.name).toLowerCase().includes(heading)));
    if (named.length === 1) return { node: named[0], certain: true };
    // A page of several products, none of which is its own, is a list.
    const isCollection = nodes.some((node) => isOf(node, "CollectionPage", "SearchResultsPage", "ItemList", "OfferCatalog"));
    return isCollection || products.length > 3 ? { list: true } : { node: products[0], certain: false };
  };
  /** Nodes of a graph refer to each other by id; variants may name their group instead of the group its variants. */
  const link = (all) => {
    const byId = new Map(all.map((node) => [text(node["@id"]), node]).filter(([id, node]) => id && Object.keys(node).length > 1));
    const resolve = (value) => (Array.isArray(value) ? value.slice(0, 2000).map(resolve) : value && typeof value === "object" && text(value["@id"]) && Object.keys(value).length <= 2 ? byId.get(text(value["@id"])) ?? value : value);
    for (const node of all) for (const name of ["offers", "image", "hasVariant"]) if (node[name] && typeof node[name] === "object") node[name] = resolve(node[name]);
    for (const group of all.filter((node) => isOf(node, "ProductGroup") && !list(node.hasVariant).length)) {
      const names = [group["@id"], group.productGroupID].map(text).filter(Boolean);
      group.hasVariant = all.filter((node) => isOf(node, "Product") && [node.inProductGroupWithID, node.isVariantOf?.["@id"], node.isVariantOf?.productGroupID, typeof node.isVariantOf === "string" ? node.isVariantOf : ""].some((name) => names.includes(text(name))));
    }
    return all;
  };

  const fromJsonLd = () => {
    const all = [...document.querySelectorAll('script[type="application/ld+json" i]')].slice(0, 60).flatMap((script) => attempt(() => flatten(readJson(script.textContent))) ?? []);
    attempt(() => link(all));
    const picked = pick(all);
    const publisher = all.find((node) => isOf(node, "Organization", "OnlineStore", "Store", "Corporation") && text(node.name)) ?? all.find((node) => isOf(node, "WebSite") && text(node.name));
    const site = text(publisher?.name);
    if (!picked) return { site };
    if (picked.list) return { site, list: true };
    const group = isOf(picked.node, "ProductGroup") && list(picked.node.hasVariant).length ? ofGroup(picked.node, all) : { node: picked.node, variant: "" };
    const { node } = group;
    const offers = ofOffers(node.offers, group.isOpen ? null : node);
    const sellers = new Set(list(node.offers).flat(3).map((entry) => word(entry?.seller ?? entry?.offeredBy)).filter(Boolean));
    // A list of sizes, or the size of whatever was listed first, is not a choice.
    const isInAddress = ids(node).some((id) => asked().includes(id));
    const own = [["color", /colou?r|farbe|couleur|renk|カラー|颜色|цвет|kolor/i], ["size", /size|größe|taille|talla|beden|サイズ|尺码|размер|rozmiar/i]]
      .map(([name, kind]) => [word(node[name]), kind])
      .filter(([part, kind]) => part && !/^(n\/?a|none|-|multi.*size.*)$/i.test(part) && !/[,;|]/.test(part) && (isInAddress || (attempt(() => window.__svcChoice.isChosen(kind, part)) ?? true)))
      .map(([part]) => part);
    const plain = group.isOpen === undefined ? own.join(" / ") : group.variant;
    // Offers that differ by SKU are variants too.
    const rows = group.skus ? [] : offersAsSkus(node);
    const sizes = ["depth", "width", "height"].map((name) => measure(node[name], MILLIMETRES));
    return {
      title: text(list(first(node.name, node.title))[0]),
      price: offers.price ?? "",
      currency: offers.currency ?? "",
      currency_uncertain: offers.mixed,
      price_uncertain: Boolean(offers.ranged || !picked.certain),
      price_source: "json_ld",
      price_path: group.skus && !group.isOpen ? `hasVariant[sku=${group.sku}].offers.price` : "offers.price",
      image_url: images(node.image)[0] ?? "",
      images: [...images(node.image), ...images(picked.node.image)],
      external_id: text(first(node.productID, node.sku, node.mpn)),
      sku_id: group.sku ?? "",
      variant: rows.length && offers.ranged ? "" : plain,
      shop: { name: sellers.size === 1 ? [...sellers][0] : "" },
      brand: word(list(node.brand)[0]),
      site,
      sold_out: Boolean(offers.soldOut),
      tiers: offers.tiers ?? [],
      min_quantity: offers.least ?? 0,
      weight_grams: measure(node.weight, GRAMS),
      size_mm: sizes.every(Boolean) ? sizes : [],
      axes: group.axes ?? (rows.length ? [{ name: "", values: rows.map((row) => ({ name: row.values[0] })) }] : []),
      skus: group.skus ?? rows,
      found: true,
    };
  };
  /** Offers of one product with names of their own. */
  function offersAsSkus(node) {
    const offers = list(node.offers).flatMap((entry) => (isOf(entry, "AggregateOffer") && list(entry?.offers).length ? list(entry.offers) : [entry])).filter((entry) => entry && typeof entry === "object" && !isLease(entry));
    const name = (entry) => word(first(entry.name, entry.itemOffered?.name)).replace(text(node.name), "").replace(/^[\s\-–—/,|]+/, "");
    const rows = offers.map((entry) => ({ id: text(first(entry.sku, entry.itemOffered?.sku, entry.mpn)), values: [name(entry)], price: ofOffer(entry).price, sold_out: ofOffer(entry).soldOut })).filter((row) => row.values[0]);
    return rows.length > 1 && rows.length === offers.length && new Set(rows.map((row) => row.values[0])).size === rows.length ? rows : [];
  }

  const fromMicrodata = () => {
    const roots = [...document.querySelectorAll('[itemscope][itemtype*="schema.org/Product" i]')].filter((element) => !element.parentElement?.closest('[itemprop="isRelatedTo"], [itemprop="isSimilarTo"], [itemprop="itemListElement"], [itemtype*="ItemList"], [itemtype*="schema.org/Product" i]') && !element.matches('[itemprop="isRelatedTo"], [itemprop="isSimilarTo"], [itemprop="itemListElement"]'));
    const own = roots.filter((element) => element.querySelector("h1") || isHere(element.querySelector('[itemprop="url"]')?.getAttribute("href") ?? element.querySelector('[itemprop="url"]')?.getAttribute("content")));
    const root = own[0] ?? (roots.length === 1 ? roots[0] : null);
    if (!root) return roots.length > 3 ? { list: true } : {};
    const scope = (element) => element.parentElement?.closest("[itemscope]");
    const isOffer = (element) => /Offer|PriceSpecification/.test(element?.getAttribute("itemtype") ?? "");
    const inside = (element) => { for (let node = scope(element); node; node = scope(node)) { if (node === root) return true; if (!isOffer(node)) return false; } return false; };
    const all = (name) => [...root.querySelectorAll(`[itemprop~="${name}"]`)].filter((element) => inside(element) && !element.closest("del, s, strike"));
    const content = (element) => element && text(first(element.getAttribute("content"), element.matches("img, source, video") ? first(element.getAttribute("data-src"), element.getAttribute("src")) : "", element.matches("link") || (element.matches("a") && element.getAttribute("itemprop") === "url") ? element.getAttribute("href") : "", element.matches("data, meter") ? element.getAttribute("value") : "", element.textContent));
    // Shops put the crossed price before the current one.
    const prices = all("price").filter((element) => !isCrossed(element) || element.matches("meta"));
    const price = first(content(prices.at(-1)), "");
    const low = content(all("lowPrice")[0]);
    const high = content(all("highPrice")[0]);
    const offers = new Set(prices.map((element) => scope(element)).filter(isOffer));
    const differ = offers.size > 1 && new Set(prices.map(content)).size > 1;
    const nested = (name) => { const element = all(name)[0]; return element && text(element.matches("[itemscope]") ? content(element.querySelector('[itemprop="name"]')) : content(element)); };
    return {
      title: content(all("name")[0]),
      price: first(price, low, ""),
      currency: content(all("priceCurrency").at(-1)) ?? "",
      price_uncertain: (!price && Boolean(low) && low !== high) || differ,
      price_source: "microdata",
      price_path: price ? "itemprop=price" : "itemprop=lowPrice",
      image_url: content(all("image")[0]),
      images: all("image").map(content),
      external_id: first(content(all("sku")[0]), content(all("productID")[0]), content(all("mpn")[0])),
      variant: [content(all("color")[0]), content(all("size")[0])].filter(Boolean).join(" / "),
      shop: { name: nested("seller") ?? "" },
      sold_out: all("availability").length > 0 && all("availability").every((element) => SOLD_OUT.test(`${element.getAttribute("href")} ${element.getAttribute("content")}`)),
      weight_grams: measure(content(all("weight")[0]), GRAMS),
      found: true,
    };
  };
  /** A title without the name of the site, by the heading of the page. */
  const plainTitle = (title, site, fromShop = false) => {
    const [source, heading] = [text(title), words("h1")];
    if (fromShop && heading.length > 3 && heading.length >= source.length * 0.4 && source.toLowerCase().includes(heading.toLowerCase())) return heading;
    const least = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(heading) ? 2 : 4;
    if (heading.length >= least && source.toLowerCase().startsWith(heading.toLowerCase()) && /^\s*([|\-–—:·,(]|(by|at|bei|chez|von|от)\s|$)/i.test(source.slice(heading.length))) return heading;
    const suffix = [site, meta("og:site_name"), location.hostname.replace(/^www\./, ""), location.hostname.split(".").at(-2)].map(text).filter((name) => name?.length > 1);
    for (const name of suffix) {
      const place = source.toLowerCase().lastIndexOf(name.toLowerCase());
      const before = source.slice(0, Math.max(place, 0));
      if (place > 3 && place + name.length >= source.length - 12 && /[|\-–—:·]\s*(by |at |on |в |на )?$/i.test(before)) return text(before.replace(/\s*[|\-–—:·]\s*(by |at |on |в |на )?$/i, ""));
    }
    return source;
  };

  const fromMeta = () => {
    const amounts = [["product:sale_price:amount", "product:sale_price:currency"], ["product:price:amount", "product:price:currency"], ["og:price:amount", "og:price:currency"], ["og:price:standard_amount", "og:price:currency"]];
    const [name, code] = amounts.find(([amount, currency]) => meta(amount) && first(meta(currency), meta("product:price:currency"), meta("og:price:currency"))) ?? [];
    const labelled = [1, 2].map((index) => [meta(`twitter:label${index}`), meta(`twitter:data${index}`)]).find(([label, data]) => /price|prix|preis|precio|prezzo|цена|价格|価格|fiyat|giá/i.test(label) && money.currency(data).code)?.[1] ?? "";
    const type = meta("og:type").toLowerCase();
    return {
      title: plainTitle(first(meta("og:title"), meta("twitter:title")), "", true),
      // An amount without its currency is a guess.
      price: name ? meta(name) : labelled,
      currency: name ? first(meta(code), meta("product:price:currency"), meta("og:price:currency")) : labelled,
      price_source: "meta",
      price_path: name ?? "twitter:data",
      price_uncertain: !name && Boolean(labelled),
      image_url: first(meta("og:image:secure_url"), meta("og:image"), meta("twitter:image"), meta("twitter:image:src")),
      images: [...document.querySelectorAll('meta[property="og:image"], meta[property="og:image:secure_url"]')].map((element) => text(element.content)),
      external_id: first(meta("product:retailer_item_id"), meta("product:retailer_part_no"), ""),
      sold_out: /^(oos|out of stock|outofstock|discontinued|soldout)$/i.test(first(meta("product:availability"), meta("og:availability"), "")),
      site: first(meta("og:site_name"), meta("application-name")),
      is_product: /^(og:)?product(\.item)?$/.test(type) || Boolean(first(meta("product:price:amount"), meta("og:price:amount"))),
      is_other: /^(article|website\.list|product\.group|profile|video|music|book\.)/.test(type),
    };
  };
  /** The one price that the page shows near its heading, or "". */
  const shownPrice = () => {
    const { candidates } = window.__svcHints?.() ?? { candidates: [] };
    const best = candidates[0];
    if (!best || (candidates[1] && candidates[1].amount !== best.amount && candidates[1].score >= best.score - 10)) return {};
    return { price: best.text, currency: best.text, price_uncertain: true, price_source: "page", price_path: best.path };
  };
  /** Whether the page shows prices near its heading, and none of them is this one. */
  const contradicts = (found) => {
    const digits = (amount) => amount.replace(/\.0+$/, "").replace(".", "");
    const own = money.parse(found.price, { currency: money.currency(found.currency).code, machine: true }).amount;
    const { candidates } = window.__svcHints();
    const likely = candidates.filter((candidate) => candidate.score >= candidates[0].score - 25);
    return own && likely.length > 0 && !candidates.some((candidate) => [own, `${own}0`, `${own}00`].some((spelling) => digits(candidate.amount) === digits(spelling)));
  };
  /** What any page says of its product. */
  window.__svcUniversal = () => {
    const { merge } = window.__svcMerge;
    const linked = attempt(fromJsonLd) ?? {};
    const micro = attempt(fromMicrodata) ?? {};
    const structured = linked.found && micro.found ? merge(micro, linked) : linked.found ? linked : micro.found ? micro : {};
    const social = attempt(fromMeta) ?? {};
    const isList = Boolean(linked.list || (micro.list && !linked.found)) && !structured.found;
    const software = isList ? null : attempt(window.__svcPlatforms);
    const heading = words("h1") || text(document.title);
    const meant = software?.weak ? { ...software } : software;
    let found = merge(merge({ title: heading }, social), structured);
    if (meant) {
      const own = { ...meant };
      // Structured data that name one variant's price know better than a state that is not sure of it.
      if (structured.price && (meant.weak || (!meant.variant && meant.price_uncertain) || !first(meant.currency, found.currency))) for (const key of ["price", "price_source", "price_path", "price_uncertain", "currency"]) delete own[key];
      if (structured.title || social.title) delete own.title;
      if (structured.variant && !own.variant) delete own.variant;
      if (structured.external_id) delete own.external_id;
      if (structured.skus?.length > 1) { delete own.skus; delete own.axes; }
      delete own.weak;
      if (own.price && !own.currency) own.currency = found.currency;
      found = merge(found, own);
      if (meant.skus?.length > 1 && meant.price_uncertain && !meant.variant && !structured.variant) found.price_uncertain = true;
    }
    const layer = isList ? null : attempt(window.__svcChoice.tagged);
    const sold = !isList && !structured.found && !social.is_product && !(software && !software.weak) && !social.is_other && (attempt(window.__svcChoice.sellsOne) ?? false);
    if (layer && !window.__svcMerge.isUsable("price", found.price)) found = merge(found, structured.title || social.title ? { ...layer, title: "" } : layer);
    // What was chosen in the page is a SKU with a price of its own.
    const pageSku = found.skus?.length > 1 && !found.sku_id ? attempt(() => window.__svcChoice.chosenSku(found.skus)) : null;
    if (pageSku) found = { ...found, variant: pageSku.values.filter(Boolean).join(" / "), sku_id: pageSku.id, variant_uncertain: pageSku.isDefault, sold_out: Boolean(pageSku.sold_out), ...(pageSku.price ? { price: pageSku.price, price_uncertain: false, price_path: "skus[chosen].price" } : {}), ...(pageSku.image ? { image_url: pageSku.image } : {}) };
    const confident = sold || Boolean(layer?.title && words("h1")) || !isList && !(social.is_other && !(structured.found && structured.price)) && Boolean(structured.title || social.is_product || (software && !software.weak && found.title) || (software?.weak && software.price && !social.is_other && words("h1")));
    if (confident && !window.__svcMerge.isUsable("price", found.price)) found = merge(found, attempt(shownPrice) ?? {});
    if (confident && found.price && found.price_source !== "page" && !found.price_uncertain && attempt(() => contradicts(found))) found.price_uncertain = true;
    if (confident && !window.__svcMerge.isUsable("image_url", found.image_url) && !(found.images ?? []).some(Boolean)) found = { ...found, image_url: attempt(() => window.__svcHints().picture) ?? "" };
    const typed = attempt(() => Math.floor(Number(query('input[name="quantity" i], input[name="qty" i], input[id="quantity" i], input[name="quantite" i], input[name="menge" i]')?.value))) || 0;
    if (typed > 1) found = { ...found, quantity: typed };
    const site = first(structured.site, linked.site, social.site, "");
    return {
      ...found,
      title: plainTitle(found.title, site),
      url: here() + (/^#!?\/|(sku|variant|color|colour|size)/i.test(location.hash) ? location.hash : ""),
      shop: structured.shop?.name ? structured.shop : null,
      site: text(first(social.site, linked.site, "")),
      confident,
    };
  };
})();
