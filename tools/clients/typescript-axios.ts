import { isAxiosError } from "axios";
import { Configuration, ItemsApi, OrderFilter, OrderType, OrdersApi, type Problem } from "./generated/axios";
import { key, report, server } from "./job";

async function main() {
  const configuration = new Configuration({ basePath: server, accessToken: key });
  const orders = new OrdersApi(configuration);
  const page = await orders.listClientOrders(undefined, OrderFilter.Current, 2);
  const order = await orders.showClientOrder(page.data.data[0].id);
  const draft = await orders.createOrder({ type: OrderType.Standard, title: `copy of ${order.data.number}` });
  const newItem = { title: "Nike Dunk Low", url: "https://detail.1688.com/offer/736512841907.html", price: "459.00", quantity: 2 };
  const item = await new ItemsApi(configuration).addItem(draft.data.id, newItem, "typescript-axios");
  const problem = await orders.showClientOrder(999_999_999).catch((error: unknown) => {
    if (isAxiosError<Problem>(error)) return error.response?.data;
    throw error;
  });
  report(draft.data.id, item.data.id, problem && "code" in problem ? problem.code : undefined);
}

void main();
