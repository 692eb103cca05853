/** The universal parser. */
(() => {
  if (window.__svcH.universal) return;
  const { text, first, list, attempt, query, isDelisted } = window.__svcH;
  const { here } = window.__svcH.schema;
  const { fromMeta, plainTitle } = window.__svcH.pageMeta;
  const { merge, isUsable } = window.__svcH.merge;
  const money = window.__svcH.money;
  const { shown, titles, prices } = window.__svcH;
  const MONEY = ["price", "price_source", "price_path", "price_uncertain", "currency"];

  /** Whether the page came from another address without being loaded: data that it was loaded with is of that page. */
  const hasMoved = () => {
    const [loaded] = attempt(() => performance.getEntriesByType("navigation")) ?? [];
    const was = loaded && attempt(() => new URL(loaded.name));
    if (!was || !/^http/.test(was.protocol)) return false;
    // A shop that adds a variant to the address shows the same product.
    const ids = ({ search }) => search.match(/\d{3,}/g) ?? [];
    const isLeft = ids(was).length > 0 && !ids(was).some((id) => ids(location).includes(id));
    return isLeft || was.pathname.replace(/\/$/, "") !== location.pathname.replace(/\/$/, "");
  };
  /** Whether data with a title is about another product than the one that is shown. */
  const isOther = (data, moved) => {
    const own = text(data?.title);
    if (!own || !moved) return false;
    const [heading] = shown().titles;
    if (heading) return !titles.isOneName(own, heading.text);
    const names = [text(document.title), titles.ofAddress()].filter(Boolean);
    return names.length > 0 && !names.some((name) => titles.isSameTitle(own, name));
  };

  /** Shown prices that are about as likely as the first. */
  const likely = (within) => {
    const { candidates } = shown();
    return candidates.filter((candidate) => candidate.score >= candidates[0].score - within);
  };
  /** The amount that stands plainly at the best place: one, for everybody, by a button to buy; else "". */
  const plainAmount = () => {
    const near = likely(35);
    const [best] = near;
    const isPlain =
      best?.isBelow &&
      best.toButton < 150 &&
      money.currency(best.text).code &&
      !shown().isAuction &&
      near.every(({ amount, ranged, unsure, isForSome }) => amount === best.amount && !ranged && !unsure && !isForSome);
    return isPlain ? best.amount : "";
  };
  /** Whether a price stands plainly on the page, in its currency. */
  const isPlainly = (found) =>
    plainAmount() === ownAmount(found) &&
    money.currency(likely(25)[0].text).code === money.currency(found.currency, text(found.price)).code;
  /** The amounts that the form of the button to buy says to the shop. */
  const formAmounts = () => {
    const forms = shown().buttons.flatMap((button) => [button, ...list(button.closest("form"))]);
    const fields = forms.flatMap((form) => [form, ...form.querySelectorAll("input[type='hidden'][name*='price' i]")]);
    const values = fields.flatMap((field) =>
      field.localName === "input" && /old|regular|compare|list|min|max|from|unit|ship/i.test(field.name)
        ? []
        : [field.localName === "input" ? field.value : "", ...PRICE_DATA.map((name) => field.getAttribute(name))],
    );
    return new Set(values.map((value) => money.parse(text(value), { machine: true }).amount).filter(Boolean));
  };
  const PRICE_DATA = ["data-price", "data-product-price", "data-item-price"];
  const DESCRIPTIONS = ["description", "og:description", "twitter:description"]
    .map((name) => `meta[name="${name}"], meta[property="${name}"]`)
    .join(", ");
  /** The amounts that title and description of the page name as the price of the product. */
  const describedAmounts = () => {
    const texts = [document.title, ...[...document.querySelectorAll(DESCRIPTIONS)].map(({ content }) => content)];
    const parts = texts.flatMap((value) => [
      ...text(value)
        .slice(0, 600)
        .matchAll(/(\p{L}+ )?\S{0,4}\d(?:[\d.,]*\d)?( ?(\p{Sc}|[A-Z]{3}\b|\p{L}{1,3}\b))?/gu),
    ]);
    const read = parts.map(([part]) => (prices.hasCurrency(part) ? money.parse(part) : {}));
    return new Set(read.filter(({ ranged }) => !ranged).map(({ amount }) => amount));
  };
  /** Whether the page says the shown price a second time, where it is not for the eye, and no other one there. */
  const isSaidTwice = (amount) => {
    const inForm = attempt(formAmounts) ?? new Set();
    if (inForm.size) return inForm.size === 1 && inForm.has(amount);
    return attempt(describedAmounts)?.has(amount) ?? false;
  };
  /** The price that the page shows at the best place. */
  const shownPrice = () => {
    const [best] = shown().candidates;
    if (!best) return {};
    // Two prices in one line: which of them counts, only the person can say.
    const codes = new Set(likely(10).map((other) => money.currency(other.text).code));
    if (codes.size > 1) return {};
    if (likely(0).some((other) => other.amount !== best.amount)) return { currency: best.text };
    return {
      price: best.text,
      currency: best.text,
      price_uncertain: !(attempt(plainAmount) === best.amount && isSaidTwice(best.amount)),
      price_source: "page",
      price_path: best.path,
    };
  };
  const ownAmount = (found) =>
    money.parse(found.price, { currency: money.currency(found.currency).code, machine: true }).amount;
  /** Whether the page shows prices near its heading, and none of them is this one. */
  const contradicts = (found) => {
    const digits = (amount) => amount.replace(/\.0+$/, "").replace(".", "");
    const own = ownAmount(found);
    return (
      own &&
      likely(25).length > 0 &&
      !likely(25).some((candidate) =>
        [own, `${own}0`, `${own}00`].some((spelling) => digits(candidate.amount) === digits(spelling)),
      )
    );
  };
  /** Whether the prices near the heading are in other currencies than this one. */
  const contradictsCurrency = (found) => {
    const own = money.currency(found.currency).code;
    const named = likely(25).map((candidate) => money.currency(candidate.text));
    return own && named.length > 0 && named.every(({ code, guessed }) => code && !guessed && code !== own);
  };
  /** The currency of the prices near the heading, if they have one; certain where one of them is this price. */
  const shownCurrency = (found) => {
    const { candidates } = shown();
    const codes = new Set(candidates.map((candidate) => money.currency(candidate.text).code));
    if (codes.size !== 1 || codes.has("")) return {};
    const { amount } = money.parse(found.price, { currency: [...codes][0], machine: true });
    const same = candidates.find((candidate) => candidate.amount === amount);
    return { currency: (same ?? candidates[0]).text, currency_uncertain: !same };
  };

  /** Facts of shop software, without the parts that structured data know better. */
  const ofSoftware = (software, structured, social, found) => {
    const own = { ...software };
    // Structured data that name one variant's price know better than a state that is not sure of it.
    if (
      structured.price &&
      (software.weak || (!software.variant && software.price_uncertain) || !first(software.currency, found.currency))
    )
      for (const key of MONEY) delete own[key];
    if (structured.title || social.title) delete own.title;
    if (structured.variant && !own.variant) delete own.variant;
    if (structured.external_id) delete own.external_id;
    if (structured.skus?.length > 1) {
      delete own.skus;
      delete own.axes;
    }
    delete own.weak;
    if (own.price && !own.currency) own.currency = found.currency;
    return own;
  };
  /** The choice on the page, where it is a SKU. */
  const withChosenSku = (found) => {
    const sku = found.skus?.length > 1 && !found.sku_id && attempt(() => window.__svcH.choice.chosenSku(found.skus));
    if (!sku) return found;
    return {
      ...found,
      variant: sku.values.filter(Boolean).join(" / "),
      sku_id: sku.id,
      variant_uncertain: sku.isDefault,
      sold_out: Boolean(sku.sold_out),
      ...(sku.price ? { price: sku.price, price_uncertain: false, price_path: "skus[chosen].price" } : {}),
      ...(sku.image ? { image_url: sku.image } : {}),
    };
  };

  /** The title that data and page agree on; else the shown one if the page is called so, marked, with the others to choose from. */
  const agreedTitle = (found, site, named) => {
    const own = plainTitle(found.title, site);
    const heading = shown().titles[0]?.text ?? "";
    const address = / /.test(titles.ofAddress()) ? titles.ofAddress() : "";
    // Names of the site and numbers stand behind the name, or before what the address is called by.
    const parts = plainTitle(document.title, site).split(/\s*[|–—]\s*|:\s*\d{6,}/);
    const outer = parts.find((part) => part.length > 3 && titles.likeness(part, address) >= 0.8) ?? parts[0];
    if (!own) return { title: heading || outer };
    const isAlike = (one, other) => other.length > 3 && titles.likeness(one, other) >= 0.5;
    // The name in microdata is the heading itself, and a page can be called by its section: each agrees with itself only.
    if (!heading && !named.length) {
      const title = own === plainTitle(document.title, site) ? outer : own;
      return { title, title_uncertain: !isAlike(title, address) };
    }
    const agrees = named.some((name) => isAlike(name, heading)) ? [outer, address, heading] : [outer, address];
    if (agrees.some((name) => isAlike(own, name))) return { title: own };
    const best = [heading, outer].find(
      (name) => name && (isAlike(name, address) || (name !== outer && isAlike(name, outer))),
    );
    if (best) return { title: best, title_uncertain: true, title_choices: [best, own] };
    return heading && heading !== own
      ? { title: own, title_uncertain: true, title_choices: [own, heading] }
      : { title: own };
  };
  /** Whether the page shows that a price of its data is not what everybody pays: it is crossed out, in cents, for some or without tax. */
  const isOutdated = (found) => {
    const own = ownAmount(found);
    const { candidates } = shown();
    const [best] = candidates;
    const same = candidates.filter(({ amount }) => amount === own);
    return (
      best &&
      (prices.isCrossedNearby(best.element, own) ||
        Number(best.amount) * 100 === Number(own) ||
        (!best.isLess && same.length > 0 && same.every(({ isLess }) => isLess)) ||
        (contradicts(found) && contradictsCurrency(found)))
    );
  };
  /** The price, checked against the shown prices; those count more if the data is about something else. */
  const checkedPrice = (found, isElse) => {
    if (!isUsable("price", found.price))
      return { ...merge(found, attempt(shownPrice) ?? {}), price_choices: attempt(amounts) };
    let out = found;
    if (!money.currency(out.currency, text(out.price)).code)
      out = { ...out, ...(attempt(() => shownCurrency(out)) ?? {}) };
    if (out.price_source === "page") return out;
    const { isOnRequest } = shown();
    const isOld = attempt(() => isOutdated(out));
    if (isOld || attempt(() => contradicts(out))) {
      out = { ...out, price_uncertain: true, price_choices: [ownAmount(out), ...(attempt(amounts) ?? [])] };
      if (isElse || isOld) out = merge(out, { ...shownPrice(), price_uncertain: true });
    } else if (isElse && !shown().candidates.length) out = { ...out, price_uncertain: true };
    const isPlain = !isElse && attempt(() => isPlainly(out));
    if (isOnRequest && !isPlain) out.price_uncertain = true;
    // A price of analytics or of a label for other sites is certain where the page shows it.
    if (isPlain && (out.is_of_several || /^(dataLayer|twitter:data)$/.test(out.price_path)))
      out = { ...out, price_uncertain: false, currency_uncertain: false };
    // Who has to be asked for the price writes nines where a number belongs.
    if (isOnRequest && /^9{5,}(\.[09]+)?$/.test(text(out.price))) out.price = "";
    if (attempt(() => contradictsCurrency(out))) out.currency_uncertain = true;
    return out;
  };
  const PRICE_IN_NAME = /^(\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?\p{Sc})\s*|\s*(\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?\p{Sc})$/gu;
  const amounts = () => [...likely(30), ...likely(60).filter(({ isLess }) => isLess)].map(({ amount }) => amount);

  const QUANTITY = ["quantity", "qty", "quantite", "menge", "buy-num"]
    .map((name) => `input[name="${name}" i], input[id="${name}" i]`)
    .join(", ");

  const isNamed = (title) => title && (title.agrees >= 0.5 || title.element.localName === "h1" || title.isLine);
  /** Whether a page whose address is a product's shows one: a name, and a price below it or by its name. */
  const showsOne = () => {
    const { titles, candidates, buttons } = shown();
    const [best] = candidates;
    // Amounts of other products carry their numbers.
    const isOwn = best && (best.path.match(/\d{3,}/g) ?? []).every((number) => location.href.includes(number));
    const isBy = best
      ? isOwn && (candidates.some(({ isBelow }) => isBelow) || best.isNamed || titles[0]?.isLine)
      : buttons.length > 0;
    return Boolean(isNamed(titles[0]) && isBy);
  };

  /** Data about the product that any page can have. `isExpected`: the address is that of a product. */
  window.__svcH.universal = (isExpected = false) => {
    if (!isNamed(shown().titles[0]))
      shown.takeLine(() => !titles.outerTitles().length || (isExpected && !attempt(isDelisted)));
    const { titles: named } = shown();
    const moved = attempt(hasMoved) ?? false;
    const current = (data) => (attempt(() => isOther(data, moved)) ? null : data);
    const linked = current(attempt(window.__svcH.jsonLd)) ?? {};
    const micro = current(attempt(window.__svcH.microdata)) ?? {};
    const structured =
      linked.found && micro.found ? merge(micro, linked) : linked.found ? linked : micro.found ? micro : {};
    const social = current(attempt(fromMeta)) ?? {};
    const isList = Boolean(linked.list || (micro.list && !linked.found)) && !structured.found;
    const software = isList ? null : current(attempt(window.__svcH.platforms));
    const layer = isList ? null : current(attempt(window.__svcH.choice.tagged));
    const heading = shown.title();
    // Titles for other sites praise; the heading names.
    if (social.title && heading && titles.likeness(social.title, heading) >= 0.5 && shown().titles[0].agrees >= 0.5)
      social.title = heading;
    let found = merge(merge({ title: heading || text(document.title) }, social), structured);
    if (software) {
      found = merge(found, ofSoftware(software, structured, social, found));
      if (software.skus?.length > 1 && software.price_uncertain && !software.variant && !structured.variant)
        found.price_uncertain = true;
    }
    const isStated = structured.found || social.is_product || (software && !software.weak);
    // Pages of shops that are made by a system for articles call themselves one.
    const isArticle = linked.other || (social.is_other && !(shown().candidates[0]?.toButton < 150));
    const sold = !isStated && !isArticle && (attempt(isExpected ? showsOne : window.__svcH.choice.sellsOne) ?? false);
    if (layer && !isUsable("price", found.price))
      found = merge(found, structured.title || social.title ? { ...layer, title: "" } : layer);
    found = withChosenSku(found);
    const confident =
      sold ||
      Boolean(layer?.title && heading) ||
      (!isList &&
        !(social.is_other && !(structured.found && structured.price)) &&
        Boolean(
          structured.title ||
          (social.is_product && (found.price || !window.__svcH.choice.isElsewhere())) ||
          (software && !software.weak && found.title) ||
          (software?.weak && software.price && !social.is_other && heading),
        ));
    const site = first(structured.site, linked.site, social.site, "");
    if (confident) {
      const names = [linked, social, software, layer].map((data) => text(data?.title)).filter(Boolean);
      const titled = attempt(() => agreedTitle(found, site, names)) ?? {};
      // A title that the page shows and its data does not have.
      const isElse = Boolean(titled.title_choices) && titled.title !== found.title;
      found = { ...checkedPrice(found, moved || isElse), ...titled };
      const isUnsure = named[0]?.agrees < 0.5 && !/^h/.test(named[0].element.localName) && !names.length;
      if (isUnsure && found.title === named[0].text) found.title_uncertain = true;
      // The price can stand in the name.
      if (named[0]?.element.contains(shown().candidates[0]?.element ?? null))
        found.title = text(found.title.replace(PRICE_IN_NAME, ""));
      if (!isUsable("image_url", found.image_url) && !list(found.images).some(Boolean))
        found.image_url = shown.picture();
      if (!structured.found && shown().isSoldOut) found.sold_out = true;
      if (!found.variant && !list(found.skus).length) found = merge(found, attempt(window.__svcH.options) ?? {});
    } else found.title = plainTitle(found.title, site);
    const typed = Math.floor(Number(query(QUANTITY)?.value)) || 0;
    return {
      ...found,
      ...(typed > 1 ? { quantity: typed } : {}),
      url: here() + (/^#!?\/|(sku|variant|color|colour|size)/i.test(location.hash) ? location.hash : ""),
      shop: structured.shop?.name ? structured.shop : null,
      site: text(first(social.site, linked.site, "")),
      confident,
    };
  };
})();
