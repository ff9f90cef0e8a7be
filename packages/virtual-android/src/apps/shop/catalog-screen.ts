import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import { appPage, chip, choiceDialog, emptyState, popupMenu, searchBar } from "../../toolkit/app-widgets.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { checkBox } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { CATEGORIES } from "./products.ts";
import { type Product, products } from "./shop-store.ts";
import { cartButton, picture, price, stockText } from "./shop-widgets.ts";

const SORTS = ["Featured", "Price: low to high", "Price: high to low", "Name"] as const;
type Sort = (typeof SORTS)[number];

interface CatalogState {
  readonly query: string | null;
  readonly category: string | null;
  readonly sort: Sort;
  readonly inStockOnly: boolean;
  readonly dialog: "sort" | "menu" | null;
}
type CatalogView = View<CatalogState>;

export const catalogScreen = defineScreen<CatalogState>({
  component: "org.drover.shop/.MainActivity",
  initialState: () => ({ query: null, category: null, sort: "Featured", inStockOnly: false, dialog: null }),
  back: (view) => {
    const { query, category } = view.state;
    if (query === null && category === null) return false;
    view.set(query === null ? { category: null } : { query: null });
    return true;
  },
  render: (view) => {
    const shown = found(view);
    const dialog = dialogOf(view);
    return {
      root: appPage("shop_main", [
        bar(view),
        filters(view),
        shown.length === 0
          ? emptyState("search", "No products match your search")
          : list(
              { id: "product_list", box: { width: "fill", padding: [0, 0, 24, 0] } },
              shown.map((product) => productRow(view, product)),
            ),
      ]),
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function found({ app, state }: CatalogView): readonly Product[] {
  const words = (state.query ?? "").toLowerCase().split(/\s+/);
  const fits = products(app).filter(
    ({ name, category, stock }) =>
      (state.category === null || state.category === category) &&
      (!state.inStockOnly || stock > 0) &&
      words.every((word) => `${name} ${category}`.toLowerCase().includes(word)),
  );
  const orders: Readonly<Record<Sort, (a: Product, b: Product) => number>> = {
    Featured: (a, b) => a.id - b.id,
    "Price: low to high": (a, b) => a.cents - b.cents || a.id - b.id,
    "Price: high to low": (a, b) => b.cents - a.cents || a.id - b.id,
    Name: (a, b) => a.name.localeCompare(b.name, "en"),
  };
  return fits.sort(orders[state.sort]);
}

function bar(view: CatalogView): Widget {
  const { query } = view.state;
  if (query !== null)
    return searchBar({
      query,
      hint: "Search products",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  return toolbar({
    title: "Shop",
    actions: [
      iconButton("search", "Search", () => view.set({ query: "" }), { id: "action_search" }),
      cartButton(view.app),
      iconButton("more", "More options", () => view.set({ dialog: "menu" })),
    ],
  });
}

function filters(view: CatalogView): Widget {
  const { category, sort, inStockOnly } = view.state;
  const chips = CATEGORIES.map((name) =>
    chip(name, category === name, () => view.set({ category: category === name ? null : name })),
  );
  return column({ id: "filters", box: { width: "fill", padding: [0, 16, 4, 16], gap: 8 } }, [
    row({ box: { gap: 8 } }, chips.slice(0, 4)),
    row({ box: { gap: 8 } }, chips.slice(4)),
    row({ box: { width: "fill", align: "center", justify: "between" } }, [
      checkBox("In stock only", inStockOnly, () => view.set({ inStockOnly: !inStockOnly }), {
        id: "in_stock_only",
      }),
      row(
        {
          id: "sort_by",
          desc: `Sort by ${sort}`,
          onTap: () => view.set({ dialog: "sort" }),
          box: { height: 48, gap: 6, align: "center" },
        },
        [
          {
            class: "android.widget.ImageView",
            box: { width: 20 },
            look: { icon: { name: "sort", size: 20 } },
          },
          text(sort, { size: 14, maxLines: 1 }, { id: "sort_label" }),
        ],
      ),
    ]),
  ]);
}

function productRow(view: CatalogView, product: Product): Widget {
  const open = () =>
    view.app.start({ component: "org.drover.shop/.ProductActivity", extras: { product: product.id } });
  return row(
    {
      key: `product-${product.id}`,
      id: "product_item",
      class: "android.view.ViewGroup",
      onTap: open,
      box: { width: "fill", height: 104, padding: [8, 16], gap: 16, align: "center" },
    },
    [
      picture(product, 88),
      column({ box: { weight: 1, gap: 4 } }, [
        text(product.name, { size: 16, maxLines: 2 }, { id: "product_name" }),
        price(product.cents),
        stockText(product),
      ]),
    ],
  );
}

function dialogOf(view: CatalogView): Dialog | null {
  const { dialog, sort } = view.state;
  const close = () => view.set({ dialog: null });
  if (dialog === "sort") {
    const options = SORTS.map((label) => ({
      label,
      chosen: label === sort,
      onTap: () => view.set({ sort: label, dialog: null }),
    }));
    return choiceDialog("Sort by", options, close);
  }
  if (dialog === null) return null;
  const openOrders = () => {
    close();
    view.app.start({ component: "org.drover.shop/.OrdersActivity" });
  };
  return popupMenu([{ label: "My orders", onTap: openOrders }], close);
}
