import { type Dialog, defineScreen } from "../../system/app.ts";
import type { LoadedPage, PageRequest } from "../../system/page-loader.ts";
import { choiceDialog } from "../../toolkit/app-widgets.ts";
import { column, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { BrowserState, BrowserView } from "./browser-state.ts";
import { errorPage } from "./error-page.ts";
import { type PageActions, pageView } from "./page-view.ts";
import { type FieldPart, type Page, parsePage } from "./parse-page.ts";

const mostHistory = 50;
const mostZoom = 5;

/** The image's WebView shell, on pages of the machine's loopback that need no script. */
export const browserScreen = defineScreen<BrowserState>({
  component: "org.chromium.webview_shell/.WebViewBrowserActivity",
  filters: [
    { action: "android.intent.action.VIEW", scheme: "http" },
    { action: "android.intent.action.VIEW", scheme: "https" },
  ],
  initialState: ({ data }, app) => ({
    typed: data ?? "",
    history: data === undefined ? [] : [{ id: newId(app.now(), app.random()), url: data }],
    at: data === undefined ? -1 : 0,
    values: {},
    choosing: null,
    zoom: 1,
  }),
  back: (view) => {
    if (view.state.at <= 0) return false;
    go(view, -1);
    return true;
  },
  render: (view) => {
    const request = view.state.history[view.state.at];
    const loaded = request === undefined ? null : view.app.pages.page(request);
    const page = loaded?.status === "done" ? read(loaded) : null;
    const dialog = page === null || request === undefined ? null : selectDialog(view, request, page);
    return {
      root: column(
        {
          id: "container",
          class: "android.widget.FrameLayout",
          box: { width: "fill", height: "fill" },
          look: { background: "surface" },
        },
        [addressBar(view, loaded), webView(view, request ?? null, loaded, page)],
      ),
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

const newId = (now: Date, random: number): string =>
  `${now.getTime().toString(36)}-${Math.floor(random * 1e9).toString(36)}`;

const pages = new WeakMap<LoadedPage, Page>();
function read(loaded: Extract<LoadedPage, { readonly status: "done" }>): Page {
  const known = pages.get(loaded);
  if (known !== undefined) return known;
  const plain = (): Page => ({
    title: "",
    parts: [{ kind: "text", text: loaded.text.slice(0, 100_000), size: 14, bold: false, indent: 0 }],
    forms: [],
    hasScript: false,
  });
  const page = /html|xml/i.test(loaded.type) ? parsePage(loaded.text) : plain();
  pages.set(loaded, page);
  return page;
}

function go(view: BrowserView, steps: number): void {
  const { history, at } = view.state;
  const to = Math.min(history.length - 1, Math.max(0, at + steps));
  view.set({ at: to, typed: history[to]?.url ?? "", choosing: null });
}

function open(view: BrowserView, url: string, body?: string): void {
  const { app, state } = view;
  const request: PageRequest = {
    id: newId(app.now(), app.random()),
    url,
    ...(body === undefined ? {} : { body }),
  };
  app.pages.send(request);
  const history = [...state.history.slice(0, state.at + 1), request].slice(-mostHistory);
  view.set({ history, at: history.length - 1, typed: url, choosing: null });
}

function addressBar(view: BrowserView, loaded: LoadedPage | null): Widget {
  const { state } = view;
  const load = () => {
    const address = state.typed.trim();
    if (address === "") return;
    open(view, /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  };
  const reload = () => {
    const shown = state.history[state.at];
    if (shown !== undefined) open(view, shown.url, shown.body);
  };
  return row({ box: { width: "fill", height: 72, padding: [8, 4], align: "center" } }, [
    iconButton("back", "Back", () => go(view, -1), { id: "back", enabled: state.at > 0 }),
    iconButton("forward", "Forward", () => go(view, 1), {
      id: "forward",
      enabled: state.at < state.history.length - 1,
    }),
    editText(shownUrl(state, loaded), (typed) => view.set({ typed }), {
      id: "url_field",
      hint: "Enter URL",
      onSubmit: load,
      selectAllOnFocus: true,
      box: { weight: 1, height: 52 },
    }),
    loaded?.status === "done"
      ? iconButton("refresh", "Reload", reload, { id: "reload" })
      : iconButton("play", "Load URL", load, { id: "load_url" }),
  ]);
}

/** What is written there, or where the page is from in the end: the shell sets its bar as a page begins and ends. */
const shownUrl = ({ typed, history, at }: BrowserState, loaded: LoadedPage | null): string =>
  loaded?.status === "done" && typed === history[at]?.url ? loaded.url : typed;

function webView(
  view: BrowserView,
  request: PageRequest | null,
  loaded: LoadedPage | null,
  page: Page | null,
): Widget {
  const { zoom } = view.state;
  const onPinch = (factor: number) => view.set({ zoom: Math.min(mostZoom, Math.max(1, zoom * factor)) });
  const title = page?.title ?? (request === null ? "" : request.url);
  return scrollView(
    { id: "web_view_container", key: `page-${request?.id ?? ""}`, onPinch, box: { width: "fill" } },
    [
      column(
        {
          class: "android.webkit.WebView",
          ...(title === "" ? {} : { text: title }),
          box: { width: "fill", padding: [8, 16, 32, 16], gap: 6 },
        },
        content(view, request, loaded, page),
      ),
    ],
  );
}

function content(
  view: BrowserView,
  request: PageRequest | null,
  loaded: LoadedPage | null,
  page: Page | null,
): readonly Widget[] {
  const quiet = { size: 16 * view.state.zoom, color: "onSurfaceVariant" } as const;
  if (request === null || loaded === null) return [text("No page", quiet)];
  if (loaded.status === "failed") return errorPage(loaded.code, request.url);
  if (loaded.status === "loading" || page === null) return [text("Loading…", quiet)];
  return pageView(view, page, actionsOf(view, request, loaded.url, page));
}

const keyOf = (request: PageRequest, field: FieldPart): string => `${request.id}/${field.key}`;

function shownValue(view: BrowserView, request: PageRequest, field: FieldPart): string {
  const own = field.type === "checkbox" || field.type === "radio" ? (field.checked ? "1" : "") : field.value;
  return view.state.values[keyOf(request, field)] ?? own;
}

function actionsOf(view: BrowserView, request: PageRequest, base: string, page: Page): PageActions {
  const fields = page.parts.filter((part) => part.kind === "field");
  return {
    follow: (href) => {
      if (URL.canParse(href, base) && !href.startsWith("#")) open(view, new URL(href, base).href);
    },
    valueOf: (field) => shownValue(view, request, field),
    setValue: (field, value) => {
      const others = fields.filter(
        (one) =>
          field.type === "radio" &&
          one.type === "radio" &&
          one.form === field.form &&
          one.name === field.name,
      );
      const cleared = Object.fromEntries(others.map((one) => [keyOf(request, one), ""]));
      view.set({ values: { ...view.state.values, ...cleared, [keyOf(request, field)]: value } });
    },
    submit: (form, by) => {
      const target = page.forms[form];
      if (target === undefined) return;
      const data = new URLSearchParams();
      for (const field of fields.filter((one) => one.form === form && one.name !== "")) {
        const value = shownValue(view, request, field);
        if (field.type === "submit" ? field !== by : false) continue;
        if (field.type === "checkbox" || field.type === "radio") {
          if (value === "1") data.append(field.name, field.value);
        } else data.append(field.name, value);
      }
      const url = new URL(target.action || base, base);
      if (target.post) open(view, url.href, data.toString());
      else {
        url.search = data.toString();
        open(view, url.href);
      }
    },
  };
}

function selectDialog(view: BrowserView, request: PageRequest, page: Page): Dialog | null {
  const { choosing } = view.state;
  const field = page.parts.find((part) => part.kind === "field" && part.key === choosing);
  if (field?.kind !== "field") return null;
  const close = () => view.set({ choosing: null });
  const options = field.options.map(({ value, label }) => ({
    label,
    chosen: shownValue(view, request, field) === value,
    onTap: () =>
      view.set({ choosing: null, values: { ...view.state.values, [keyOf(request, field)]: value } }),
  }));
  return choiceDialog(field.label || field.name, options, close);
}
