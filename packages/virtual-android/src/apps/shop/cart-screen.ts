import { defineScreen, type View } from "../../system/app.ts";
import { appPage, emptyState, snackbar } from "../../toolkit/app-widgets.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type CartLine, cart, money, setQuantity, totalCents } from "./shop-store.ts";
import { picture, price, stepper } from "./shop-widgets.ts";

interface CartState {
  /** What was just taken out, to put it back. */
  readonly removed: CartLine | null;
}

export const cartScreen = defineScreen<CartState>({
  component: "org.drover.shop/.CartActivity",
  initialState: () => ({ removed: null }),
  render: (view) => {
    const { app, state } = view;
    const lines = cart(app);
    const { removed } = state;
    const undo = () => {
      if (removed !== null) setQuantity(app, removed.id, removed.quantity);
      view.set({ removed: null });
    };
    return {
      root: appPage(
        "cart",
        [
          toolbar({ title: "Cart", onBack: () => app.finish() }),
          lines.length === 0
            ? emptyState("cart", "Your cart is empty")
            : list(
                { id: "cart_list", box: { width: "fill" } },
                lines.map((line) => cartRow(view, line)),
              ),
          lines.length === 0 ? null : footer(view, lines),
        ],
        [removed === null ? null : snackbar("Removed from cart", { label: "Undo", onTap: undo })],
      ),
    };
  },
});

function cartRow(view: View<CartState>, line: CartLine): Widget {
  const { app } = view;
  const remove = () => {
    setQuantity(app, line.id, 0);
    view.set({ removed: line });
  };
  return row(
    {
      key: `line-${line.id}`,
      id: "cart_item",
      class: "android.view.ViewGroup",
      box: { width: "fill", height: 108, padding: [8, 8, 8, 16], gap: 12, align: "center" },
    },
    [
      picture(line, 72),
      column({ box: { weight: 1, gap: 2 } }, [
        text(line.name, { size: 15, maxLines: 2 }, { id: "product_name" }),
        price(line.cents * line.quantity, 15),
        stepper({
          quantity: line.quantity,
          least: 1,
          most: line.stock,
          onChange: (quantity) => {
            setQuantity(app, line.id, quantity);
            view.set({ removed: null });
          },
        }),
      ]),
      iconButton("delete", `Remove ${line.name}`, remove, { id: "remove" }),
    ],
  );
}

function footer(view: View<CartState>, lines: readonly CartLine[]): Widget {
  const checkout = () => {
    view.set({ removed: null });
    view.app.start({ component: "org.drover.shop/.CheckoutActivity" });
  };
  const cents = totalCents(lines);
  return row(
    {
      id: "cart_footer",
      box: { width: "fill", padding: [12, 16], align: "center", justify: "between" },
      look: { background: "surfaceContainer" },
    },
    [
      column({ box: { gap: 2 } }, [
        text("Subtotal", { size: 13, color: "onSurfaceVariant" }),
        text(money(cents), { size: 20, weight: 500 }, { id: "total" }),
      ]),
      button("Checkout", checkout, { id: "checkout", style: "filled" }),
    ],
  );
}
