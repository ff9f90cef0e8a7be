import type { AppContext } from "../../system/app.ts";
import { column, icon, iconButton, row, stack, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { pictureOf } from "./products.ts";
import { cart, money, type Product } from "./shop-store.ts";

/** A picture without a word for it. */
export function picture(product: Product, size: number): Widget {
  const { icon: name, color } = pictureOf(product);
  return column(
    {
      id: "product_image",
      class: "android.widget.ImageView",
      leaf: true,
      box: { width: size, height: size, align: "center", justify: "center" },
      look: { background: "surfaceContainer", radius: 12 },
    },
    [icon(name, size * 0.66, color)],
  );
}

export function cartButton(app: AppContext): Widget {
  const count = cart(app).reduce((sum, { quantity }) => sum + quantity, 0);
  const open = () => app.start({ component: "org.drover.shop/.CartActivity" });
  return stack({ box: { width: 48, height: 48 } }, [
    iconButton("cart", count === 0 ? "Cart" : `Cart, ${count} item${count === 1 ? "" : "s"}`, open, {
      id: "action_cart",
    }),
    count === 0
      ? null
      : text(
          String(count),
          { size: 11, weight: 500, color: "#ffffff", align: "center" },
          {
            id: "cart_badge",
            look: { background: "error", radius: 8 },
            box: { width: 18, height: 16, gravity: ["end", "start"] },
          },
        ),
  ]);
}

export const price = (cents: number, size = 16): Widget =>
  text(money(cents), { size, weight: 500 }, { id: "price" });

export function stockText({ stock }: Product): Widget {
  const [words, color] =
    stock === 0
      ? (["Out of stock", "error"] as const)
      : stock <= 3
        ? ([`Only ${stock} left`, "#9a5b00"] as const)
        : (["In stock", "#2e7d32"] as const);
  return text(words, { size: 13, color }, { id: "stock" });
}

export interface StepperProps {
  readonly quantity: number;
  readonly most: number;
  readonly least: number;
  readonly onChange: (quantity: number) => void;
}

export function stepper({ quantity, most, least, onChange }: StepperProps): Widget {
  return row({ id: "stepper", box: { align: "center" } }, [
    iconButton("remove", "Decrease quantity", () => onChange(quantity - 1), {
      id: "decrease",
      enabled: quantity > least,
    }),
    text(String(quantity), { size: 16, align: "center" }, { id: "quantity", box: { width: 32 } }),
    iconButton("add", "Increase quantity", () => onChange(quantity + 1), {
      id: "increase",
      enabled: quantity < most,
    }),
  ]);
}
