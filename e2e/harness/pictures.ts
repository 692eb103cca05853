/** Pictures for uploads. */
import type { Page } from "@playwright/test";
import { nextSeed } from "./seed.ts";

/** A JPEG of random noise, drawn by the browser: it compresses badly, so the file is large. */
export async function photo(
  page: Page,
  name: string,
  width = 640,
  height = 480,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const encoded = await page.evaluate(
    ([width, height, seed]) => {
      const canvas = document.createElement("canvas");
      canvas.width = width!;
      canvas.height = height!;
      const drawing = canvas.getContext("2d")!;
      const image = drawing.createImageData(width!, height!);
      let state = seed!;
      for (let at = 0; at < image.data.length; at += 1) {
        // A linear congruential generator: its upper bits are noise.
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        image.data[at] = at % 4 === 3 ? 255 : state >>> 24;
      }
      drawing.putImageData(image, 0, 0);
      return canvas.toDataURL("image/jpeg", 0.95).split(",")[1]!;
    },
    [width, height, nextSeed()],
  );
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(encoded, "base64") };
}
