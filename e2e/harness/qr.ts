/** Reads QR codes from the pixels of a page, with a decoder that shares nothing with the encoder. */
import type { Locator } from "@playwright/test";
import jsQR from "jsqr";

export async function readQr(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString("base64");
  const { data, width, height } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const image = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { data: Array.from(image.data), width: image.width, height: image.height };
  }, picture);
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data;
}
