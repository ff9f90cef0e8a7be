import { column, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import { defineScreen, type ScreenFactory } from "../app.ts";
import type { VirtualApk } from "./virtual-apk.ts";

/** The one screen of an app that was installed from a virtual APK. */
export function installedAppScreen(component: string, label: string, secure: boolean): ScreenFactory {
  return defineScreen<{ readonly note: string }>({
    component,
    secure,
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

/** What an activity of a real APK shows: what its manifest says, and why there is no more. */
export function codelessScreen(component: string, apk: VirtualApk): ScreenFactory {
  const { label, packageName, versionName, versionCode } = apk;
  return defineScreen<Record<never, never>>({
    component,
    initialState: () => ({}),
    render: () => ({
      root: column({ box: { width: "fill", height: "fill" }, look: { background: "surface" } }, [
        toolbar({ title: label }),
        column({ box: { padding: 24, gap: 16 } }, [
          text(label, { size: 22 }, { id: "label" }),
          text(packageName, { size: 16 }, { id: "package" }),
          text(`Version ${versionName} (${versionCode})`, { size: 16 }, { id: "version" }),
          text(component, { size: 14 }, { id: "activity" }),
          text("A virtual phone does not run the code of this app.", { size: 14 }, { id: "no_code" }),
        ]),
      ]),
    }),
  });
}
