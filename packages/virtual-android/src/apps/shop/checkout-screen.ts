import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import { appPage, confirmDialog } from "../../toolkit/app-widgets.ts";
import { column, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { button, editText, radioButton } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { cart, money, placeOrder, totalCents } from "./shop-store.ts";

const FIELDS = [
  { field: "name", label: "Full name", problem: "Enter your name" },
  { field: "street", label: "Street and number", problem: "Enter street and number" },
  { field: "zip", label: "ZIP code", problem: "A ZIP code has five digits" },
  { field: "city", label: "City", problem: "Enter your city" },
  { field: "email", label: "Email", problem: "Enter a valid email address" },
] as const;
type Field = (typeof FIELDS)[number]["field"];

interface CheckoutState {
  readonly values: Readonly<Record<Field, string>>;
  readonly express: boolean;
  /** Problems are shown once the order was tried. */
  readonly tried: boolean;
  readonly confirming: boolean;
}
type CheckoutView = View<CheckoutState>;

const EXPRESS_CENTS = 499;

export const checkoutScreen = defineScreen<CheckoutState>({
  component: "org.drover.shop/.CheckoutActivity",
  initialState: () => ({
    values: { name: "", street: "", zip: "", city: "", email: "" },
    express: false,
    tried: false,
    confirming: false,
  }),
  render: (view) => {
    const { app, state } = view;
    const order = () =>
      view.set({ tried: true, confirming: FIELDS.every(({ field }) => isValid(view, field)) });
    return {
      root: appPage("checkout", [
        toolbar({ title: "Checkout", onBack: () => app.finish() }),
        scrollView({ id: "checkout_form", box: { width: "fill" } }, [
          column({ box: { width: "fill", padding: [8, 24, 32, 24], gap: 10 } }, [
            text("Delivery address", { size: 14, weight: 500, color: "primary" }),
            ...FIELDS.map((spec) => formField(view, spec)),
            text("Delivery", { size: 14, weight: 500, color: "primary" }),
            ...deliveryChoices(view),
            row({ box: { width: "fill", justify: "between", align: "center" } }, [
              text("Total", { size: 16 }),
              text(money(total(view)), { size: 22, weight: 500 }, { id: "total" }),
            ]),
            button("Place order", order, {
              id: "place_order",
              style: "filled",
              box: { width: "fill", height: 48 },
            }),
          ]),
        ]),
      ]),
      ...(state.confirming ? { dialog: confirm(view) } : {}),
    };
  },
});

const total = ({ app, state }: CheckoutView): number =>
  totalCents(cart(app)) + (state.express ? EXPRESS_CENTS : 0);

function isValid({ state }: CheckoutView, field: Field): boolean {
  const value = state.values[field].trim();
  if (field === "zip") return /^\d{5}$/.test(value);
  if (field === "email") return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value);
  return field === "street" ? /\p{L}.*\d|\d.*\p{L}/u.test(value) : value.length >= 2;
}

function formField(view: CheckoutView, { field, label, problem }: (typeof FIELDS)[number]): Widget {
  const { values, tried } = view.state;
  const wrong = tried && !isValid(view, field);
  return column({ box: { width: "fill", gap: 4 } }, [
    text(label, { size: 13, color: wrong ? "error" : "onSurfaceVariant" }, { id: `${field}_label` }),
    editText(values[field], (typed) => view.set({ values: { ...values, [field]: typed } }), {
      id: `${field}_input`,
      hint: label,
      ...(field === "zip" ? { keyboard: "number", maxLength: 5 } : {}),
    }),
    wrong ? text(problem, { size: 13, color: "error" }, { id: "textinput_error" }) : null,
  ]);
}

function deliveryChoices(view: CheckoutView): readonly Widget[] {
  const { express } = view.state;
  const choose = (value: boolean) => () => view.set({ express: value });
  return [
    radioButton("Standard, 3 to 5 days: free", !express, choose(false), { id: "delivery_standard" }),
    radioButton(`Express, next day: ${money(EXPRESS_CENTS)}`, express, choose(true), {
      id: "delivery_express",
    }),
  ];
}

function confirm(view: CheckoutView): Dialog {
  const { app, state } = view;
  const { name, street, zip, city } = state.values;
  return confirmDialog({
    title: "Place this order?",
    message: `You pay ${money(total(view))} on delivery.`,
    yes: "Place order",
    onNo: () => view.set({ confirming: false }),
    onYes: () => {
      const address = `${street.trim()}, ${zip.trim()} ${city.trim()}`;
      const id = placeOrder(app, name.trim(), address, state.express ? EXPRESS_CENTS : 0);
      app.finish();
      app.start({ component: "org.drover.shop/.OrderActivity", extras: { order: id, placed: true } });
    },
  });
}
