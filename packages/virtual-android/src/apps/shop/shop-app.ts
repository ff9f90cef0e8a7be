import type { App } from "../../system/app.ts";
import { cartScreen } from "./cart-screen.ts";
import { catalogScreen } from "./catalog-screen.ts";
import { checkoutScreen } from "./checkout-screen.ts";
import { orderScreen, ordersScreen } from "./orders-screen.ts";
import { productScreen } from "./product-screen.ts";
import { SHOP_PACKAGE, shopDatabase } from "./shop-store.ts";

/** Not part of any Android image: a long list, pictures that no text describes, and a form that is particular. */
export const shopApp: App = {
  packageName: SHOP_PACKAGE,
  label: "Shop",
  versionName: "2.3.1",
  versionCode: 231,
  icon: { name: "cart", color: "#00796b" },
  launcherActivity: `${SHOP_PACKAGE}/.MainActivity`,
  screens: [catalogScreen, productScreen, cartScreen, checkoutScreen, ordersScreen, orderScreen],
  databases: [shopDatabase],
};
