/** Parts of schema.org that several parsers share. */
(() => {
  if (window.__svcH.schema) return;
  const { oneOf, text, first, list, attempt, decode } = window.__svcH;

  /** Types in lower case, whether written in full, with a prefix, or in another case. */
  const kinds = (node) =>
    list(node?.["@type"]).map((type) =>
      text(type)
        .toLowerCase()
        .replace(/^(https?:\/\/(www\.)?schema\.org\/|\w+:)/, ""),
    );
  const isOf = (node, ...names) => {
    const own = kinds(node);
    return names.some((name) => own.includes(name.toLowerCase()));
  };
  const images = (value) =>
    list(value)
      .slice(0, 40)
      .flatMap((entry) =>
        entry && typeof entry === "object"
          ? list(first(entry.contentUrl, entry.contentURL, entry.url, entry["@id"])).slice(0, 40)
          : [entry],
      )
      .map(text)
      .filter(Boolean);

  const SOLD_OUT = /OutOfStock|SoldOut|Discontinued/i;
  const here = () => location.href.split("#")[0];
  const url = (address) => attempt(() => new URL(decode(address), location.href));
  const samePath = (one, other) =>
    one.hostname.replace(/^(www|m)\./, "") === other.hostname.replace(/^(www|m)\./, "") &&
    one.pathname.replace(/\/+$/, "") === other.pathname.replace(/\/+$/, "");
  let answered = { page: "", known: new Map() };
  /**
   * Whether an address is that of this page; `exact`: with the parameters that choose a variant.
   * Groups of variants ask thousands of times.
   */
  function isHere(address, exact = false) {
    const wanted = text(address);
    // A bare fragment names a node of the data, not a page; only a variant is chosen by one.
    if (!wanted || (!exact && wanted.startsWith("#"))) return false;
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
    return exact
      ? parameters.length > 0 && parameters.every(([name, content]) => own.searchParams.get(name) === content)
      : parameters.every(([name, content]) => (own.searchParams.get(name) ?? content) === content);
  }
  /** Values of the URL's parameters, without parameters about the visit. */
  const asked = () =>
    [...new URLSearchParams(location.search)]
      .filter(([name]) => !/^(utm_|page$|q$|quantity$)/i.test(name))
      .map(([, content]) => content)
      .filter((content) => content.length > 1);
  const OF_VARIANT = oneOf(
    "i",
    /^(v\d?|sku|sku_?id|vid|variant\w*|style\w*|pid|p|id|item\w*|article\w*|code|option\w*|product\w*|model)$/,
    /^(dwvar_\w+|colou?r\w*|farbe|size|groesse|taille)$/,
  );
  /** Values of parameters that are known to choose a variant. */
  const askedVariant = () =>
    [...new URLSearchParams(location.search)]
      .filter(([name]) => OF_VARIANT.test(name))
      .map(([, content]) => content.toLowerCase())
      .filter((content) => content.length > 0);
  const askedOptions = () =>
    [...new URLSearchParams(location.search)]
      .filter(([name]) =>
        /^(dwvar_\w+_)?(colou?r|size|farbe|groesse|taille|couleur|talla|renk|beden|attribute_(pa_)?\w+)$/i.test(name),
      )
      .map(([, content]) => content.toLowerCase());
  const IDS = ["sku", "productID", "mpn", "gtin", "gtin13", "gtin12", "gtin8", "identifier", "@id"];
  const ids = (node) => IDS.map((name) => text(node?.[name])).filter(Boolean);
  const word = (part) => text(typeof part === "object" ? first(part?.name, part?.value) : part);
  /** The options of a variant: by `variesBy`, else colour, size and the like, else additional properties. */
  const GRAMS = {
    GRM: 1,
    G: 1,
    KGM: 1000,
    KG: 1000,
    LBR: 453.59237,
    LB: 453.59237,
    LBS: 453.59237,
    ONZ: 28.349523,
    OZ: 28.349523,
  };
  const MILLIMETRES = { MMT: 1, MM: 1, CMT: 10, CM: 10, MTR: 1000, M: 1000, INH: 25.4, IN: 25.4 };
  const measure = (part, units) => {
    const source =
      typeof part === "object" ? `${text(part?.value)} ${text(first(part?.unitCode, part?.unitText))}` : text(part);
    const [, amount, unit] = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)\b/i.exec(source) ?? [];
    return amount && units[unit.toUpperCase()]
      ? Math.round(Number(amount.replace(",", ".")) * units[unit.toUpperCase()])
      : 0;
  };

  window.__svcH.schema = {
    kinds,
    isOf,
    images,
    SOLD_OUT,
    here,
    url,
    samePath,
    isHere,
    asked,
    askedVariant,
    askedOptions,
    ids,
    word,
    GRAMS,
    MILLIMETRES,
    measure,
  };
})();
