import { defineScreen } from "../../system/app.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { preference } from "../../toolkit/screen-widgets.ts";
import { searchSettings } from "./search-index.ts";
import { openPage } from "./settings-screen.ts";

export const searchScreen = defineScreen<{ readonly query: string }>({
  component: "com.android.settings.intelligence/.search.SearchActivity",
  filters: [{ action: "android.settings.APP_SEARCH_SETTINGS" }],
  initialState: () => ({ query: "" }),
  render: ({ app, state, set }) => {
    const found = searchSettings(state.query);
    const open = (page: string | null) =>
      page === null ? () => app.start({ component: "com.android.settings/.Settings" }) : openPage(app, page);
    return {
      root: column(
        { id: "search_panel", box: { width: "fill", height: "fill" }, look: { background: "surface" } },
        [
          row(
            {
              id: "search_toolbar",
              class: "android.view.ViewGroup",
              box: { width: "fill", height: 64, padding: [0, 4], align: "center" },
            },
            [
              iconButton("back", "Back", () => app.finish()),
              editText(state.query, (query) => set({ query }), {
                id: "android:id/search_src_text",
                hint: "Search settings",
                autofocus: true,
                bare: true,
                size: 18,
                box: { weight: 1 },
              }),
              state.query === ""
                ? null
                : iconButton("close", "Clear query", () => set({ query: "" }), {
                    id: "android:id/search_close_btn",
                  }),
            ],
          ),
          state.query.trim() !== "" && found.length === 0
            ? text(
                "No results",
                { size: 18, color: "onSurfaceVariant", align: "center" },
                { id: "no_results_layout", box: { width: "fill", padding: 64 } },
              )
            : list(
                { id: "list_results", box: { width: "fill" } },
                found.map(({ title, way, page }) =>
                  preference({ key: `result-${way}-${title}`, title, summary: way, onTap: open(page) }),
                ),
              ),
        ],
      ),
    };
  },
});
