import { column, text } from "../toolkit/basic-widgets.ts";
import { button } from "../toolkit/control-widgets.ts";
import type { Widget } from "../toolkit/widget.ts";
import type { AppDialog, Overlay, OverlaySource, PhoneCore } from "./phone-core.ts";

const ERROR_CARD = { background: "surfaceContainer", radius: 28 } as const;

/** "Clock has stopped" or "Clock isn't responding"; not shown when `hide_error_dialogs` is set, as on Android. */
export function appError(core: PhoneCore, packageName: string, error: "crash" | "anr"): void {
  if (error === "crash") core.stack.stop(packageName);
  core.invalidate();
  if (core.settings.get("global", "hide_error_dialogs") === "1") return;
  showDialog(core, { kind: "appError", packageName, error });
}

/** Puts the dialog over everything, and nothing else. */
export function showDialog(core: PhoneCore, shows: OverlaySource): Overlay {
  if (shows.kind === "appError") return errorDialog(core, shows);
  return shows.kind === "permission" ? permissionDialog(core, shows) : appDialog(core, shows);
}

type Shows<Kind extends OverlaySource["kind"]> = Extract<OverlaySource, { readonly kind: Kind }>;

function errorDialog(core: PhoneCore, shows: Shows<"appError">): Overlay {
  const { packageName, error: kind } = shows;
  const label = core.packages.app(packageName)?.label ?? packageName;
  let overlay: Overlay | null = null;
  const close = (stop: boolean) => () => {
    if (stop) core.stack.stop(packageName);
    if (overlay !== null) core.closeOverlay(overlay);
  };
  const root =
    kind === "crash"
      ? errorPanel(`${label} has stopped`, [
          button("App info", close(false), { id: "android:id/aerr_app_info" }),
          button("Close app", close(true), { id: "android:id/aerr_close" }),
        ])
      : errorPanel(`${label} isn't responding`, [
          button("Close app", close(true), { id: "android:id/aerr_close" }),
          button("Wait", close(false), { id: "android:id/aerr_wait" }),
        ]);
  const title =
    kind === "crash" ? `Application Error: ${packageName}` : `Application Not Responding: ${packageName}`;
  overlay = core.showOverlay(shows, {
    packageName: "android",
    component: `android/${title}`,
    dialog: { title, root },
  });
  return overlay;
}

function errorPanel(title: string, actions: readonly Widget[]): Widget {
  return column(
    { id: "android:id/parentPanel", box: { width: "fill", padding: [20, 0, 12, 0] }, look: ERROR_CARD },
    [
      column({ id: "android:id/topPanel", box: { padding: [4, 24, 12, 24] } }, [
        text(title, { size: 22 }, { id: "android:id/alertTitle" }),
      ]),
      column({ id: "android:id/contentPanel", box: { padding: [0, 12], align: "start" } }, actions),
    ],
  );
}

/** An AlertDialog of an app, with Android's ids. */
function appDialog(core: PhoneCore, shows: Shows<"app">): Overlay {
  const { packageName } = shows;
  const { title, buttons }: AppDialog = shows.dialog;
  let overlay: Overlay | null = null;
  const actions = buttons.map(({ label, closes = () => true }, index) =>
    button(
      label,
      () => {
        if (overlay !== null && closes()) core.closeOverlay(overlay);
      },
      { id: `android:id/button${buttons.length - index}` },
    ),
  );
  const component = `${packageName}/android.app.AlertDialog`;
  const root = errorPanel(title, actions);
  overlay = core.showOverlay(shows, { packageName, component, dialog: { title, root } });
  return overlay;
}

/** The dialog in which an app asks for a runtime permission; the answer lands in the settings for a test to read. */
function permissionDialog(core: PhoneCore, shows: Shows<"permission">): Overlay {
  const { packageName, question } = shows;
  const label = core.packages.app(packageName)?.label ?? packageName;
  let overlay: Overlay | null = null;
  const answer = (value: string) => () => {
    core.settings.put("secure", `drover_permission_${packageName}`, value);
    if (overlay !== null) core.closeOverlay(overlay);
  };
  const wide = { width: "fill", height: 52 } as const;
  const root = column(
    { id: "content_container", box: { width: "fill", padding: [28, 20, 16, 20], gap: 6 }, look: ERROR_CARD },
    [
      text(
        `Allow ${label} to ${question}?`,
        { size: 18, align: "center" },
        { id: "permission_message", box: { padding: [0, 0, 16, 0] } },
      ),
      button("While using the app", answer("foreground"), {
        id: "permission_allow_foreground_only_button",
        style: "tonal",
        box: wide,
      }),
      button("Only this time", answer("once"), {
        id: "permission_allow_one_time_button",
        style: "tonal",
        box: wide,
      }),
      button("Don’t allow", answer("denied"), { id: "permission_deny_button", style: "tonal", box: wide }),
    ],
  );
  const component = "com.android.permissioncontroller/.permission.ui.GrantPermissionsActivity";
  overlay = core.showOverlay(shows, {
    packageName: "com.android.permissioncontroller",
    component,
    dialog: { title: component, root },
  });
  return overlay;
}
