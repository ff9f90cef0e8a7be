import { defineScreen, type View } from "../../system/app.ts";
import { column } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import { preference, preferenceCategory, settingsPage } from "../../toolkit/screen-widgets.ts";
import { openPage, settingsComponent, settingsScreen } from "./settings-screen.ts";

interface AboutState {
  /** The text of the open "Device name" dialog. */
  readonly name: string | null;
}

export const aboutScreen = defineScreen<AboutState>({
  component: settingsComponent("Settings$MyDeviceInfoActivity"),
  filters: [{ action: "android.settings.DEVICE_INFO_SETTINGS" }],
  initialState: () => ({ name: null }),
  render: (view) => {
    const { app, state, set } = view;
    const name = app.settings.get("global", "device_name") ?? "";
    const rows = [
      preferenceCategory("Basic info"),
      preference({ title: "Device name", summary: name, onTap: () => set({ name }) }),
      preference({ title: "Phone number", summary: app.telephony.number, onTap: () => {} }),
      preferenceCategory("Legal & regulatory"),
      preference({ title: "Legal information", onTap: () => {} }),
      preferenceCategory("Device details"),
      preference({ title: "SIM status", summary: "T-Mobile", onTap: () => {} }),
      preference({ title: "Model", summary: app.property("ro.product.model"), onTap: () => {} }),
      preference({ title: "IMEI", summary: "358240051111110", onTap: () => {} }),
      preference({
        title: "Android version",
        summary: app.property("ro.build.version.release"),
        onTap: openPage(app, "Settings$AndroidVersionActivity"),
      }),
      preferenceCategory("Device identifiers"),
      preference({ title: "IP address", summary: "fe80::15:b2ff:fe00:0\n10.0.2.16", onTap: () => {} }),
      preference({ title: "Wi‑Fi MAC address", summary: "02:15:b2:00:00:00", onTap: () => {} }),
      preference({ title: "Bluetooth address", summary: "Unavailable", onTap: () => {} }),
      preference({ title: "Build number", summary: app.property("ro.build.display.id"), onTap: () => {} }),
    ];
    return {
      root: settingsPage({ title: "About phone", onBack: () => app.finish(), rows }),
      ...(state.name === null ? {} : { dialog: nameDialog(view, state.name) }),
    };
  },
});

function nameDialog({ app, set }: View<AboutState>, name: string) {
  const close = () => set({ name: null });
  const save = () => {
    if (name.trim() !== "") app.settings.put("global", "device_name", name.trim());
    close();
  };
  const field = editText(name, (typed) => set({ name: typed }), {
    id: "android:id/edit",
    autofocus: true,
    maxLength: 32,
    onSubmit: save,
  });
  const root = alertDialog({
    title: "Device name",
    body: [column({}, [field])],
    positive: { label: "OK", onTap: save },
    negative: { label: "Cancel", onTap: close },
  });
  return { title: "Device name", root, onDismiss: close };
}

export const androidVersionScreen = settingsScreen({
  name: "Settings$AndroidVersionActivity",
  title: "Android version",
  rows: (app) => [
    preference({
      title: "Android version",
      summary: app.property("ro.build.version.release"),
      onTap: () => {},
    }),
    preference({ title: "Android security update", summary: "January 5, 2024", onTap: () => {} }),
    preference({ title: "Google Play system update", summary: "January 1, 2024", onTap: () => {} }),
    preference({ title: "Baseband version", summary: "1.0.0.0" }),
    preference({ title: "Kernel version", summary: "6.1.23-android14-4-00257-g7e35917775b8" }),
    preference({ title: "Build number", summary: app.property("ro.build.display.id") }),
  ],
});
