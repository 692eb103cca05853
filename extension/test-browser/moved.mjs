/** Shops that change the page by `pushState` and leave the data of the first product in it. */

const ld = (name, price, path) =>
  `<script type="application/ld+json">${JSON.stringify({
    "@context": "http://schema.org",
    "@type": "product",
    name,
    url: `https://moved.example${path}`,
    image: "https://moved.example/first.jpg",
    offers: [{ "@type": "http://schema.org/Offer", price, priceCurrency: "EUR" }],
  })}</script>`;
const og = (name, price) =>
  `<meta property="og:type" content="product"><meta property="og:title" content="${name}">
  <meta property="og:image" content="https://moved.example/first.jpg">
  <meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="EUR">`;
const shown = (name, price) =>
  `<main class="product-page"><h1>${name}</h1><p class="price">€${price}</p><button>Add to cart</button></main>`;
const move = (name, price, path = "/p/second-2002") => `<script>
  history.pushState(null, "", "${path}");
  document.querySelector("h1").textContent = "${name}";
  document.querySelector(".price").textContent = "€${price}";
</script>`;

const first = ["Oak stool", "49.00"];
const page = (head, body) =>
  `<!doctype html><html lang="en"><head><title>Oak stool | Moved</title>${head}</head><body>${body}</body></html>`;

/** Pages by what they leave, with what the popup has to show. */
export const movedPages = {
  "JSON-LD of the first product": {
    html: page(ld(...first, "/p/first-1001"), shown(...first) + move("Linen lamp", "75.00")),
    title: "Linen lamp",
    price: "75",
    isMarked: true,
  },
  "OpenGraph of the first product": {
    html: page(og(...first), shown(...first) + move("Linen lamp", "75.00")),
    title: "Linen lamp",
    price: "75",
    isMarked: true,
  },
  "data of another variant with the same words": {
    html: page(ld("Oak stool 45 cm", "49.00", "/p/first-1001"), shown(...first) + move("Oak stool 65 cm", "59.00")),
    title: "Oak stool 65 cm",
    price: "59",
    isMarked: true,
  },
  "data of another size by one letter": {
    html: page(ld("Oak stool S", "49.00", "/p/first-1001"), shown(...first) + move("Oak stool L", "59.00")),
    title: "Oak stool L",
    price: "59",
    isMarked: true,
  },
  "data of a name that the other one begins with": {
    html: page(ld(...first, "/p/first-1001"), shown(...first) + move("Oak stool 65 cm", "59.00")),
    title: "Oak stool 65 cm",
    price: "59",
    isMarked: true,
  },
  "data that the shop has replaced": {
    html: page("", shown(...first) + move("Linen lamp", "75.00") + ld("Linen lamp", "75.00", "/p/second-2002")),
    title: "Linen lamp",
    price: "75",
    isMarked: false,
  },
  "an address that a variant was added to": {
    html: page(
      ld(...first, "/p/first-1001"),
      `${shown(...first)}<script>history.replaceState(null, "", "/p/first-1001?variant=400500");</script>`,
    ),
    title: "Oak stool",
    price: "49",
    isMarked: false,
  },
  "an address that only lost its tracking": {
    html: page(
      ld(...first, "/p/first-1001"),
      `${shown(...first)}<script>history.replaceState(null, "", "/p/first-1001");</script>`,
    ),
    title: "Oak stool",
    price: "49",
    isMarked: false,
  },
};
export const movedAddress = "https://moved.example/p/first-1001?utm_source=mail";
