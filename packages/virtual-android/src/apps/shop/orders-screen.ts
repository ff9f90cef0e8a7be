import { defineScreen } from "../../system/app.ts";
import { listTime } from "../../system/format-time.ts";
import { appPage, badge, emptyState, item } from "../../toolkit/app-widgets.ts";
import { icon, list, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import { money, orderLines, orders } from "./shop-store.ts";
import { picture } from "./shop-widgets.ts";

export const ordersScreen = defineScreen({
  component: "org.drover.shop/.OrdersActivity",
  initialState: () => ({}),
  render: ({ app }) => {
    const rows = orders(app).map(({ id, placedAt, cents }) =>
      item({
        key: `order-${id}`,
        leading: badge("cart", "primaryContainer", "onPrimaryContainer"),
        title: `Order #${id}`,
        subtitle: listTime(placedAt, app.now(), app.settings),
        trailing: text(money(cents), { size: 16 }, { id: "total" }),
        onTap: () => app.start({ component: "org.drover.shop/.OrderActivity", extras: { order: id } }),
      }),
    );
    return {
      root: appPage("orders", [
        toolbar({ title: "My orders", onBack: () => app.finish() }),
        rows.length === 0
          ? emptyState("cart", "No orders yet")
          : list({ id: "order_list", box: { width: "fill" } }, rows),
      ]),
    };
  },
});

export const orderScreen = defineScreen<{ readonly id: number; readonly placed: boolean }>({
  component: "org.drover.shop/.OrderActivity",
  initialState: (intent) => ({ id: Number(intent.extras.order ?? 0), placed: intent.extras.placed === true }),
  render: ({ app, state }) => {
    const order = orders(app).find(({ id }) => id === state.id);
    const center = { size: 16, align: "center", color: "onSurfaceVariant" } as const;
    const wide = { width: "fill", padding: [4, 24] } as const;
    const goShopping = () => app.start({ component: "org.drover.shop/.MainActivity", flags: 0x1400_0000 });
    return {
      root: appPage("order", [
        toolbar({ title: `Order #${state.id}`, onBack: () => app.finish() }),
        ...(order === undefined
          ? [emptyState("cart", "This order is not there")]
          : [
              state.placed ? icon("check", 64, "primary", { box: { width: "fill", height: 80 } }) : null,
              state.placed
                ? text(
                    "Thank you! Your order was placed.",
                    { size: 20, align: "center" },
                    { id: "order_placed", box: wide },
                  )
                : null,
              text(`${order.name}, ${order.address}`, center, { id: "order_address", box: wide }),
              text(
                money(order.cents),
                { size: 22, weight: 500, align: "center" },
                { id: "total", box: wide },
              ),
              list(
                { id: "order_items", box: { width: "fill" } },
                orderLines(app, order.id).map((line) =>
                  item({
                    key: `line-${line.id}`,
                    leading: picture(line, 48),
                    title: line.name,
                    subtitle: `${line.quantity} × ${money(line.cents)}`,
                    onTap: () => {},
                  }),
                ),
              ),
              button("Continue shopping", goShopping, {
                id: "continue",
                style: "tonal",
                box: { height: 48 },
              }),
            ]),
      ]),
    };
  },
});
