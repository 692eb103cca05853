/** The server, and an API key of a client with the right to write orders. */
export const server = process.env.KARAVAN_URL ?? "";
export const key = process.env.KARAVAN_KEY ?? "";

export function take<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** Prints the created order and item, and the code of the problem for an order that does not exist. */
export function report(order: number, item: number, code?: string) {
  console.log(JSON.stringify({ order, item, code }));
}
