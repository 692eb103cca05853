/** Products in data as the web writes it: each shape that the public test suites of extractors know, by a page of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { capture, open } from "./page.mjs";

const script = (content, type = "application/ld+json") =>
  `<script type="${type}">${typeof content === "string" ? content : JSON.stringify(content)}</script>`;
const offer = { "@type": "Offer", price: "12.50", priceCurrency: "EUR" };
const product = { "@type": "Product", name: "Blue bowl", offers: offer };
const json = JSON.stringify(product);

const SHAPES = {
  "a type in another case": script({ ...product, "@type": "product" }),
  "types as a list": script({ ...product, "@type": ["Thing", "Product"] }),
  "a type as an address": script({ ...product, "@type": "http://schema.org/Product" }),
  "a type as a secure address": script({ ...product, "@type": "https://www.schema.org/Product" }),
  "a type with a prefix": script({ ...product, "@type": "schema:Product" }),
  "names with a prefix": script({
    "@context": { s: "http://schema.org/" },
    "@type": "s:Product",
    "s:name": "Blue bowl",
    "s:offers": { "@type": "s:Offer", "s:price": "12.50", "s:priceCurrency": "EUR" },
  }),
  "names as addresses": script({
    "@type": "https://schema.org/Product",
    "https://schema.org/name": "Blue bowl",
    "https://schema.org/offers": { "https://schema.org/price": "12.50", "https://schema.org/priceCurrency": "EUR" },
  }),
  "names with a capital": script(
    `{"@type":"Product","Name":"Blue bowl","Offers":{"Price":"12.50","PriceCurrency":"EUR"}}`,
  ),
  "values as objects": script({
    "@type": "Product",
    name: { "@value": "Blue bowl", "@language": "en" },
    offers: { price: { "@value": "12.50" }, priceCurrency: { "@value": "EUR" } },
  }),
  "a list of names": script({ ...product, name: ["Blue bowl", "Bol bleu"] }),
  "a script type with a charset": script(product, "application/ld+json; charset=utf-8"),
  "an array of nodes": script([{ "@type": "Organization", name: "Bowls" }, product]),
  "a graph in a graph": script({ "@graph": [{ "@graph": [product] }] }),
  "a product that a page is about": script({ "@type": "ItemPage", mainEntity: product }),
  "a product in an offer": script({ ...offer, itemOffered: { "@type": "Product", name: "Blue bowl" } }),
  "offers as an array": script({ ...product, offers: [offer] }),
  "offers as a set": script({ ...product, offers: { "@set": [offer] } }),
  "an aggregate of one price": script({
    ...product,
    offers: { "@type": "AggregateOffer", lowPrice: 12.5, highPrice: 12.5, priceCurrency: "EUR" },
  }),
  "an aggregate that lists its offers": script({
    ...product,
    offers: { "@type": "AggregateOffer", offers: [offer, offer] },
  }),
  "a group with one variant": script({ "@type": "ProductGroup", name: "Blue bowl", hasVariant: product }),
  "a price with its sign": script({ ...product, offers: { price: "€ 12,50", priceCurrency: "EUR" } }),
  "a specification of the price": script({
    ...product,
    offers: { priceSpecification: [{ "@type": "UnitPriceSpecification", price: 12.5, priceCurrency: "EUR" }] },
  }),
  "an organization in JSON-LD next to a product in microdata": `${script({ "@type": "Organization", name: "Bowls" })}
    <div itemscope itemtype="http://schema.org/Product"><h2 itemprop="name">Blue bowl</h2>
    <span itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price">12.50</span>
    <meta itemprop="priceCurrency" content="EUR"></span></div>`,
  "microdata of the vocabulary before": `<div itemscope itemtype="http://data-vocabulary.org/Product"><h2 itemprop="name">Blue bowl</h2>
    <span itemprop="offerDetails" itemscope itemtype="http://data-vocabulary.org/Offer"><span itemprop="price">12.50</span>
    <meta itemprop="currency" content="EUR"></span></div>`,
  "microdata by reference": `<div itemscope itemtype="http://schema.org/Product" itemref="price"><h2 itemprop="name">Blue bowl</h2></div>
    <div id="price" itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price">12.50</b>
    <meta itemprop="priceCurrency" content="EUR"></div>`,
  RDFa: `<div vocab="http://schema.org/" typeof="Product"><h2 property="name">Blue bowl</h2>
    <div property="offers" typeof="Offer"><span property="price">12.50</span><meta property="priceCurrency" content="EUR"></div></div>`,
  "RDFa with prefixes": `<div typeof="schema:Product"><h2 property="schema:name">Blue bowl</h2>
    <div property="schema:offers" typeof="schema:Offer"><span property="schema:price" content="12.50">12</span>
    <meta property="schema:priceCurrency" content="EUR"></div></div>`,
  comments: script(`/* the product */ ${json} // end`),
  "a comment of HTML": script(`<!-- ${json} -->`),
  CDATA: script(`//<![CDATA[\n${json}\n//]]>`),
  "a brace too many": script(`${json}}`),
  "a trailing comma and a line break in a text": script(json.replace("Blue bowl", "Blue\nbowl").replace(/}$/, ",}")),
  "a backslash that escapes nothing": script(json.replace("Blue bowl", "Blue\\ bowl")),
  "two objects in one script": script(`{"@type":"Organization","name":"Bowls"}\n${json}`),
};

for (const [shape, html] of Object.entries(SHAPES))
  test(shape, () => {
    const { ok, item } = capture(
      open(`<!doctype html><html lang="en"><title>Blue bowl</title>${html}`, {
        url: "https://bowls.example/p/blue-bowl",
      }),
    );
    assert.equal(ok, true);
    assert.deepEqual([item.title, item.price, item.currency, item.uncertain], ["Blue bowl", "12.5", "EUR", []]);
  });

test("entities are decoded once", () => {
  const html = script({ ...product, name: "Salt &amp; pepper &quot;S&quot; &amp;lt;3 &#39;new&#39;" });
  const { item } = capture(open(`<title>x</title>${html}`, { url: "https://bowls.example/p/blue-bowl" }));
  assert.equal(item.title, `Salt & pepper "S" &lt;3 'new'`);
});
