import { column, text } from "../toolkit/basic-widgets.ts";
import { editText } from "../toolkit/control-widgets.ts";
import { toolbar } from "../toolkit/screen-widgets.ts";
import { defineScreen, type ScreenFactory } from "./app.ts";

/** The one screen of an app that was installed from a virtual APK. */
export function installedAppScreen(component: string, label: string): ScreenFactory {
  return defineScreen<{ readonly note: string }>({
    component,
    initialState: () => ({ note: "" }),
    render: ({ state, set }) => ({
      root: column({ box: { width: "fill", height: "fill" }, look: { background: "surface" } }, [
        toolbar({ title: label }),
        column({ box: { padding: 24, gap: 16 } }, [
          text(`Welcome to ${label}`, { size: 22 }, { id: "welcome" }),
          editText(state.note, (note) => set({ note }), { id: "note", hint: "Note" }),
        ]),
      ]),
    }),
  });
}
