/** Chromium draws a broken picture even when its address is taken away. */
const NOTHING = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";

/** A small picture of a shop; one that the shop does not give away leaves its place empty. */
export function thumbnail(source) {
  const image = Object.assign(document.createElement("img"), {
    src: source,
    alt: "",
    loading: "lazy",
    referrerPolicy: "no-referrer",
  });
  image.addEventListener("error", () => (image.src = NOTHING), { once: true });
  return image;
}
