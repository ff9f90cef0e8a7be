import { button, field, label, toggle } from "../screen-parts.ts";
import { compose, type Fixture } from "./fixture.ts";

/** What Chromium makes of a page: roles as classes, links as clickable Views, all inside one clickable wrapper. */
export const webPage: Fixture = {
  name: "page in a WebView",
  nodes: [
    field("shop.example", [180, 80, 900, 220], { "resource-id": "com.android.chrome:id/url_bar" }),
    button("", [920, 80, 1060, 220], { class: "android.widget.ImageButton", "content-desc": "More options" }),
    compose(
      "[0,240][1080,2400]",
      { class: "android.webkit.WebView", text: "Shop", scrollable: true, focusable: true },
      compose(
        "[0,240][1080,2400]",
        { clickable: true },
        label("Your order", [40, 300, 800, 380]),
        field("", [40, 420, 1040, 540], { hint: "Street" }),
        toggle("CheckBox", [40, 580, 100, 640]),
        label("It is a present", [120, 580, 800, 640]),
        compose("[40,700][400,760]", { clickable: true, "content-desc": "Terms" }),
        button("Pay", [40, 820, 1040, 960]),
      ),
    ),
  ],
  lines: [
    '[0] TEXTFIELD "shop.example" id=url_bar [CLICKABLE]',
    '[1] BUTTON "More options" [CLICKABLE]',
    '[2] WEBVIEW "Shop" bounds=[0.000, 0.100, 1.000, 1.000] [SCROLLABLE]',
    '[3] TEXT "Your order"',
    '[4] TEXTFIELD "Street" value="" [CLICKABLE]',
    '[5] CHECKBOX "It is a present" [CLICKABLE, UNCHECKED]',
    '[6] BUTTON "Terms" [CLICKABLE]',
    '[7] BUTTON "Pay" [CLICKABLE]',
  ],
};
