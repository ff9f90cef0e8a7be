import { defineScreen, type View } from "../../system/app.ts";
import { column, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

interface BrowserState {
  readonly typed: string;
  readonly history: readonly string[];
  /** Of the page, by two fingers: from 1, as wide as the display, to 5. */
  readonly zoom: number;
}

const MAX_HISTORY = 50;
const MOST_ZOOM = 5;

/** The image's WebView shell. It fetches nothing: a page shows its address. */
export const browserScreen = defineScreen<BrowserState>({
  component: "org.chromium.webview_shell/.WebViewBrowserActivity",
  filters: [
    { action: "android.intent.action.VIEW", scheme: "http" },
    { action: "android.intent.action.VIEW", scheme: "https" },
  ],
  initialState: (intent) => ({
    typed: intent.data ?? "",
    history: intent.data === undefined ? [] : [intent.data],
    zoom: 1,
  }),
  back: (view) => {
    const history = view.state.history.slice(0, -1);
    if (history.length === 0) return false;
    view.set({ history, typed: history.at(-1) ?? "" });
    return true;
  },
  render: (view) => ({
    root: column(
      {
        id: "container",
        class: "android.widget.FrameLayout",
        box: { width: "fill", height: "fill" },
        look: { background: "surface" },
      },
      [addressBar(view), page(view)],
    ),
  }),
});

function addressBar(view: View<BrowserState>): Widget {
  const load = () => {
    const address = view.state.typed.trim();
    if (address === "") return;
    const url = /^[a-z]+:/i.test(address) ? address : `http://${address}`;
    if (!/^https?:/i.test(url)) return;
    view.set({ typed: url, history: [...view.state.history, url].slice(-MAX_HISTORY) });
  };
  return row({ box: { width: "fill", height: 72, padding: [8, 8], gap: 4, align: "center" } }, [
    editText(view.state.typed, (typed) => view.set({ typed }), {
      id: "url_field",
      hint: "Enter URL",
      onSubmit: load,
      box: { weight: 1, height: 52 },
    }),
    iconButton("play", "Load URL", load, { id: "load_url" }),
  ]);
}

function page(view: View<BrowserState>): Widget {
  const { history, zoom } = view.state;
  const url = history.at(-1) ?? null;
  const onPinch = (factor: number) => view.set({ zoom: Math.min(MOST_ZOOM, Math.max(1, zoom * factor)) });
  return scrollView({ id: "web_view_container", onPinch, box: { width: "fill" } }, [
    column(
      {
        class: "android.webkit.WebView",
        ...(url === null ? {} : { text: hostOf(url) }),
        box: { width: "fill", padding: 24, gap: 16 },
      },
      [
        text(url === null ? "No page" : hostOf(url), { size: 28 * zoom }),
        url === null ? null : text(url, { size: 16 * zoom, color: "primary" }),
        url === null
          ? null
          : text("This virtual phone has no network; the page would be here.", {
              size: 16 * zoom,
              color: "onSurfaceVariant",
            }),
      ],
    ),
  ]);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
