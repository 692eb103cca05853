/** Products in JSON-LD. */
(() => {
  if (window.__svcH.jsonLd) return;
  const { LIMITS, text, first, list, attempt, meta, words, spend, decode, literal } = window.__svcH;
  const { isOf, images, here, url, samePath, isHere, asked, ids, word, GRAMS, MILLIMETRES, measure } =
    window.__svcH.schema;
  const { ofOffers, offersAsSkus } = window.__svcH.offers;
  const { ofGroup } = window.__svcH.variants;

  /** Signs that names or values are not written in the plain way. */
  const SPECIAL = /"(\w+:|https?:\/\/[^"]*\/)\w+"\s*:|"[A-Z]\w*"\s*:|"@(value|set|list)"/;
  /** Names without prefix or capital, values without their wrapping. */
  const plain = (_, value) => {
    if (!value || typeof value !== "object" || Array.isArray(value)) return value;
    for (const wrapping of ["@value", "@set", "@list"]) if (wrapping in value) return value[wrapping];
    return Object.fromEntries(
      Object.entries(value).map(([name, content]) => {
        const short = name.replace(/^(https?:\/\/.*\/|\w+:)(?=\w+$)/, "");
        return [short.charAt(0).toLowerCase() + short.slice(1), content];
      }),
    );
  };
  const parse = (source) => attempt(() => JSON.parse(source, SPECIAL.test(source) ? plain : undefined));
  /** JSON-LD as shops write it: comments, control characters, trailing commas and several objects included. */
  const readJson = (source) => {
    if (source.length > LIMITS.scriptCharacters) return undefined;
    const whole = parse(source);
    if (whole !== undefined || source.length > LIMITS.jsonCharacters) return whole;
    const clean = source
      .replace(/^\s*<!--|-->\s*$/g, "")
      .replace(/^\s*(\/\/)?\s*<!\[CDATA\[|(\/\/)?\s*\]\]>\s*$/g, "")
      .replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$/gm, "")
      .replace(/;\s*$/, "");
    const mended = clean.replace(/[\u0000-\u001f]+/g, " ").replace(/,(\s*[}\]])/g, "$1");
    return (
      parse(clean) ??
      parse(mended) ??
      parse(clean.replace(/&quot;/g, '"').replace(/&amp;/g, "&")) ??
      parse(`[${mended.replace(/}\s*{/g, "},{")}]`) ??
      attempt(() => literal(clean, clean.search(/[{[]/)))
    );
  };

  const flatten = (node, depth = 0) => {
    if (!node || typeof node !== "object" || depth > 6) return [];
    if (Array.isArray(node)) return node.slice(0, 5000).flatMap((child) => flatten(child, depth + 1));
    spend();
    return [
      node,
      ...flatten(node["@graph"], depth + 1),
      ...flatten(node.mainEntity, depth + 1),
      ...(isOf(node, "ItemPage", "WebPage") ? flatten(node.about, depth + 1) : []),
      ...(isOf(node, "Offer") && isOf(node.itemOffered, "Product") ? [{ ...node.itemOffered, offers: node }] : []),
    ];
  };

  /** Products of the page; several variants of one product without a group count as one. */
  const pick = (nodes) => {
    const groups = nodes.filter((node) => isOf(node, "ProductGroup"));
    const variants = groups.flatMap((group) => list(group.hasVariant));
    const inGroup = new Set(variants.map((variant) => text(variant?.["@id"])).filter(Boolean));
    const products = nodes.filter(
      (node) =>
        isOf(node, "Product", "ProductModel", "IndividualProduct", "ProductGroup", "Book", "Vehicle", "Car") &&
        (isOf(node, "ProductGroup") || !(inGroup.has(text(node["@id"])) || variants.includes(node))) &&
        (text(list(node.name)[0]) || text(node.title) || isOf(node, "Product", "ProductGroup")),
    );
    if (!products.length) return null;
    // One product in several pieces: the rating in one, the offers in another.
    for (const piece of products.filter((node) => !node.offers && !node.hasVariant && text(node.name))) {
      const wholes = products.filter((node) => node.offers && text(node.name) === text(piece.name));
      if (wholes.length !== 1) continue;
      products.splice(products.indexOf(piece), 1);
      for (const [name, content] of Object.entries(piece)) wholes[0][name] ??= content;
    }
    const heading = (words("h1") || meta("og:title")).toLowerCase();
    const main = nodes
      .filter((node) => isOf(node, "ItemPage", "WebPage"))
      .flatMap((node) => list(node.mainEntity))
      .map((entity) => text(entity?.["@id"]))
      .filter(Boolean);
    const meant = products.filter((node) => main.includes(text(node["@id"])));
    const isOwn = (node) =>
      [
        node.url,
        node["@id"],
        ...list(node.offers)
          .flat(3)
          .map((entry) => entry?.url),
        text(node.mainEntityOfPage) || node.mainEntityOfPage?.["@id"],
      ].some((address) => isHere(address));
    const own = meant.length ? meant : products.filter(isOwn);
    const siblings =
      own.length > 1 &&
      new Set(
        own.map((node) =>
          text(
            first(node.inProductGroupWithID, node.isVariantOf?.["@id"], node.isVariantOf?.productGroupID, node.name),
          ),
        ),
      ).size === 1;
    if (siblings && !own.some((node) => isOf(node, "ProductGroup")))
      return {
        node: {
          ...own[0],
          "@type": "ProductGroup",
          sku: undefined,
          offers: undefined,
          hasVariant: own,
          name: first(own[0].isVariantOf?.name, own[0].name),
        },
        certain: true,
      };
    if (own.length)
      return {
        node: own.find((node) => isOf(node, "ProductGroup")) ?? own[0],
        certain: own.length === 1 || isOf(own[0], "ProductGroup"),
      };
    if (products.length === 1) {
      const [only] = products;
      const elsewhere = [only.url, ...list(only.offers).map((entry) => entry?.url)]
        .map((address) => text(address) && url(text(address)))
        .filter(Boolean);
      const isNamed =
        !heading ||
        heading.includes(decode(only.name).toLowerCase()) ||
        decode(only.name).toLowerCase().includes(heading);
      // A product with another address that is not the subject of the page is a recommendation.
      return elsewhere.length && !isNamed && elsewhere.every((address) => !samePath(address, url(here())))
        ? null
        : { node: only, certain: true };
    }
    const named = products.filter(
      (node) =>
        heading.length > 2 &&
        text(node.name).length > 2 &&
        (heading.includes(decode(node.name).toLowerCase()) || decode(node.name).toLowerCase().includes(heading)),
    );
    if (named.length === 1) return { node: named[0], certain: true };
    // Several products, and the page is about something else.
    if (!named.length && heading.length > 2 && products.every((node) => text(node.name))) return null;
    // A page of several products, none of which is its own, is a list.
    const isCollection = nodes.some((node) =>
      isOf(node, "CollectionPage", "SearchResultsPage", "ItemList", "OfferCatalog"),
    );
    return isCollection || products.length > 3 ? { list: true } : { node: products[0], certain: false };
  };
  /** Nodes of a graph refer to each other by id; variants may name their group instead of the group its variants. */
  const link = (all) => {
    const byId = new Map(
      all.map((node) => [text(node["@id"]), node]).filter(([id, node]) => id && Object.keys(node).length > 1),
    );
    const resolve = (value) =>
      Array.isArray(value)
        ? value.slice(0, 2000).map(resolve)
        : value && typeof value === "object" && text(value["@id"]) && Object.keys(value).length <= 2
          ? (byId.get(text(value["@id"])) ?? value)
          : value;
    for (const node of all)
      for (const name of ["offers", "image", "hasVariant"])
        if (node[name] && typeof node[name] === "object") node[name] = resolve(node[name]);
    for (const group of all.filter((node) => isOf(node, "ProductGroup") && !list(node.hasVariant).length)) {
      const names = [group["@id"], group.productGroupID].map(text).filter(Boolean);
      group.hasVariant = all.filter(
        (node) =>
          isOf(node, "Product") &&
          [
            node.inProductGroupWithID,
            node.isVariantOf?.["@id"],
            node.isVariantOf?.productGroupID,
            typeof node.isVariantOf === "string" ? node.isVariantOf : "",
          ].some((name) => names.includes(text(name))),
      );
    }
    return all;
  };

  const fromJsonLd = () => {
    const all = [...document.querySelectorAll('script[type*="ld+json" i]')]
      .slice(0, 60)
      .flatMap((script) => attempt(() => flatten(readJson(script.textContent))) ?? []);
    attempt(() => link(all));
    const picked = pick(all);
    const publisher =
      all.find((node) => isOf(node, "Organization", "OnlineStore", "Store", "Corporation") && text(node.name)) ??
      all.find((node) => isOf(node, "WebSite") && text(node.name));
    const site = text(publisher?.name);
    if (!picked)
      return {
        site,
        other: all.some((node) => isOf(node, "Recipe", "Event", "JobPosting", "NewsArticle", "BlogPosting")),
      };
    if (picked.list) return { site, list: true };
    const group =
      isOf(picked.node, "ProductGroup") && list(picked.node.hasVariant).length
        ? ofGroup(picked.node, all)
        : { node: picked.node, variant: "" };
    const { node } = group;
    const offers = ofOffers(node.offers, group.isOpen ? null : node);
    // A shop that writes an id where the price belongs says nothing of the price.
    const isId = /^\d{6,}$/.test(text(offers.price)) && ids(node).includes(text(offers.price));
    const offered = [node, picked.node].flatMap((one) => list(one.offers).flat(3));
    const sellers = new Set(
      offered
        .flatMap((entry) => [entry, ...(isOf(entry, "AggregateOffer") ? list(entry?.offers).flat(3) : [])])
        .map((entry) => word(entry?.seller ?? entry?.offeredBy))
        .filter(Boolean),
    );
    // A list of sizes, or the size of whatever was listed first, is not a choice.
    const isInAddress = ids(node).some((id) => asked().includes(id));
    const own = [
      ["color", /colou?r|farbe|couleur|renk|カラー|颜色|цвет|kolor/i],
      ["size", /size|größe|taille|talla|beden|サイズ|尺码|размер|rozmiar/i],
    ]
      .map(([name, kind]) => [word(node[name]), kind])
      .filter(
        ([part, kind]) =>
          part &&
          !/^(n\/?a|none|-|multi.*size.*)$/i.test(part) &&
          !/[,;|]/.test(part) &&
          (isInAddress || (attempt(() => window.__svcH.choice.isChosen(kind, part)) ?? true)),
      )
      .map(([part]) => part);
    const plain = group.isOpen === undefined ? own.join(" / ") : group.variant;
    // Offers that differ by SKU are variants too.
    const rows = group.skus ? [] : offersAsSkus(node);
    const sizes = ["depth", "width", "height"].map((name) => measure(node[name], MILLIMETRES));
    return {
      title: text(list(first(node.name, node.title))[0]),
      price: isId ? "" : (offers.price ?? ""),
      currency: offers.currency ?? "",
      currency_uncertain: offers.mixed,
      price_uncertain: Boolean(offers.ranged || !picked.certain),
      // Which seller or country counts, the page says; which variant, the person.
      is_of_several: Boolean(picked.certain && !group.skus && !rows.length && (sellers.size > 1 || offers.mixed)),
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

  window.__svcH.jsonLd = fromJsonLd;
})();
