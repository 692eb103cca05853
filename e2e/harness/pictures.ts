/** Pictures for uploads. */
import type { Page } from "@playwright/test";

/** A JPEG of random noise, drawn by the browser: it compresses badly, so the file is large. */
export async function photo(page: Page, name: string, width = 640, height = 480): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const encoded = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement("canvas");
      canvas.width = width!;
      canvas.height = height!;
      const drawing = canvas.getContext("2d")!;
      const image = drawing.createImageData(width!, height!);
      for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
      drawing.putImageData(image, 0, 0);
      return canvas.toDataURL("image/jpeg", 0.95).split(",")[1]!;
    },
    [width, height],
  );
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(encoded, "base64") };
}
