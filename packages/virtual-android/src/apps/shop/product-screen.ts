import { defineScreen, type View } from "../../system/app.ts";
import { appPage, emptyState, snackbar } from "../../toolkit/app-widgets.ts";
import { column, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import { cart, type Product, product, setQuantity } from "./shop-store.ts";
import { cartButton, picture, price, stepper, stockText } from "./shop-widgets.ts";

interface ProductState {
  readonly id: number;
  readonly quantity: number;
  readonly said: string | null;
}

export const productScreen = defineScreen<ProductState>({
  component: "org.drover.shop/.ProductActivity",
  initialState: (intent) => ({ id: Number(intent.extras.product ?? 0), quantity: 1, said: null }),
  render: (view) => {
    const { app, state } = view;
    const shown = product(app, state.id);
    const openCart = () => {
      view.set({ said: null });
      app.start({ component: "org.drover.shop/.CartActivity" });
    };
    return {
      root: appPage(
        "product_detail",
        [
          toolbar({ title: "", onBack: () => app.finish(), actions: [cartButton(app)] }),
          shown === null ? emptyState("search", "This product is not available") : details(view, shown),
        ],
        [state.said === null ? null : snackbar(state.said, { label: "View cart", onTap: openCart })],
      ),
    };
  },
});

function details(view: View<ProductState>, shown: Product) {
  const { app, state } = view;
  const inCart = cart(app).find(({ id }) => id === shown.id)?.quantity ?? 0;
  const free = shown.stock - inCart;
  const add = () => {
    const quantity = Math.min(state.quantity, free);
    if (quantity < 1) return;
    setQuantity(app, shown.id, inCart + quantity);
    view.set({ said: `Added ${quantity} to cart`, quantity: 1 });
  };
  return scrollView({ id: "product_scroll", box: { width: "fill" } }, [
    column({ box: { width: "fill", padding: [0, 24, 96, 24], gap: 14 } }, [
      row({ box: { width: "fill", justify: "center" } }, [picture(shown, 240)]),
      text(shown.name, { size: 24 }, { id: "product_name" }),
      text(shown.category, { size: 14, color: "onSurfaceVariant" }, { id: "product_category" }),
      price(shown.cents, 22),
      stockText(shown),
      inCart === 0
        ? null
        : text(`${inCart} in your cart`, { size: 14, color: "onSurfaceVariant" }, { id: "in_cart" }),
      row({ box: { width: "fill", justify: "between", align: "center" } }, [
        stepper({
          quantity: state.quantity,
          least: 1,
          most: Math.max(1, free),
          onChange: (quantity) => view.set({ quantity }),
        }),
        button("Add to cart", add, { id: "add_to_cart", style: "filled", enabled: free > 0 }),
      ]),
      text(
        "Free returns within 30 days. Sold and shipped by Drover Shop.",
        { size: 14, color: "onSurfaceVariant" },
        { id: "product_description" },
      ),
    ]),
  ]);
}
