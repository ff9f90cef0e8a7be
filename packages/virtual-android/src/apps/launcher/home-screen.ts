import { type AppContext, defineScreen, type ScreenContent, type View } from "../../system/app.ts";
import { longDate } from "../../system/format-time.ts";
import { column, gap, icon, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { iconGrid, launchable } from "./app-icon.ts";

interface HomeState {
  /** The app drawer covers the home screen. */
  readonly drawer: boolean;
  readonly query: string;
  /** It was opened by the search bar, so the keyboard comes with it. */
  readonly searching: boolean;
}

const ICONS_PER_ROW = 4;
const CLOSED: HomeState = { drawer: false, query: "", searching: false };

/** Every app with an icon on one page, the search bar below; a swipe up brings the drawer with all apps. */
export const homeScreen = defineScreen<HomeState>({
  component: "com.android.launcher3/.uioverrides.QuickstepLauncher",
  initialState: () => CLOSED,
  render: (view) => (view.state.drawer ? appDrawer(view) : workspace(view)),
  back: ({ state, set }) => {
    if (state.drawer) set(CLOSED);
    return state.drawer;
  },
});

/** As many as fit, on a phone that stands or lies. */
function iconsPerRow(app: AppContext): number {
  const { widthDp, heightDp } = app.screen();
  return widthDp > heightDp ? Math.max(ICONS_PER_ROW, Math.floor((widthDp - 24) / 104)) : ICONS_PER_ROW;
}

function workspace({ app, set }: View<HomeState>): ScreenContent {
  const lies = app.screen().widthDp > app.screen().heightDp;
  const openDrawer = (searching: boolean) => set({ drawer: true, query: "", searching });
  const page = column(
    {
      id: "drag_layer",
      class: "android.widget.FrameLayout",
      onSwipe: (way) => {
        if (way === "up") openDrawer(false);
      },
      box: { width: "fill", height: "fill", padding: [lies ? 28 : 56, 12, 60, 12] },
    },
    [
      text(
        longDate(app.now()),
        { size: lies ? 18 : 24, color: "wallpaperText" },
        { id: "smartspace_card", box: { padding: [0, 12], height: lies ? 32 : 64 } },
      ),
      gap({ weight: 1 }),
      column(
        { id: "workspace", class: "android.widget.ScrollView", box: { gap: lies ? 4 : 20 } },
        iconGrid(app, launchable(app), iconsPerRow(app), "wallpaperText"),
      ),
      gap({ height: lies ? 4 : 16 }),
      searchBar(() => openDrawer(true)),
    ],
  );
  const root = column(
    {
      id: "launcher",
      class: "android.widget.FrameLayout",
      box: { width: "fill", height: "fill" },
      look: { control: "wallpaper" },
    },
    [page],
  );
  return { overPicture: true, root };
}

const searchBar = (onTap: () => void): Widget =>
  column({ id: "search_container_hotseat", box: { width: "fill", padding: [0, 12] } }, [
    row(
      {
        class: "android.widget.FrameLayout",
        desc: "Search",
        onTap,
        leaf: true,
        box: { width: "fill", height: 52, padding: [0, 18], gap: 12, align: "center" },
        look: { background: "surface", radius: 26 },
      },
      [icon("search", 22), text("Search your phone and apps", { size: 15, color: "onSurfaceVariant" })],
    ),
  ]);

function appDrawer({ app, state, set }: View<HomeState>): ScreenContent {
  const wanted = state.query.trim().toLowerCase();
  const found = launchable(app)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  const close = () => set(CLOSED);
  const field = editText(state.query, (query) => set({ query }), {
    id: "fallback_search_view",
    key: "drawer-search",
    hint: "Search apps",
    autofocus: state.searching,
    bare: true,
    box: { weight: 1, height: 52 },
    onSubmit: () => {
      const [first] = found;
      if (first?.launcherActivity)
        app.start({ component: first.launcherActivity, action: "android.intent.action.MAIN" });
    },
  });
  const bar = row(
    {
      id: "search_container_all_apps",
      box: { width: "fill", height: 52, padding: [0, 18], gap: 12, align: "center" },
      look: { background: "surfaceVariant", radius: 26 },
    },
    [icon("search", 22), field],
  );
  const none = text(
    `No apps found matching "${state.query}"`,
    { size: 16, color: "onSurfaceVariant", align: "center" },
    { id: "no_results", box: { width: "fill", padding: 32 } },
  );
  const root = column(
    {
      id: "apps_view",
      class: "android.widget.RelativeLayout",
      onSwipe: (way) => {
        if (way === "down") close();
      },
      box: { width: "fill", height: "fill", padding: [16, 12, 0, 12], gap: 16 },
      look: { background: "surface" },
    },
    [
      bar,
      found.length === 0
        ? none
        : scrollView({ id: "apps_list_view" }, iconGrid(app, found, iconsPerRow(app), "onSurface")),
    ],
  );
  return { root };
}
