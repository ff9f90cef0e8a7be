import type { IconName } from "../../graphics/icons.ts";
import { column, icon, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { FLAG_NEW_TASK } from "../activity-stack.ts";
import { plainIntent } from "../packages/plain-intent.ts";
import type { PhoneCore } from "../phone-core.ts";
import { type AppException, reportAnr, reportCrash, reportKill } from "../report-app-error.ts";
import type { AppDialog, Overlay, OverlaySource } from "./overlay.ts";
import { permissionDialog } from "./permission-dialog.ts";

const ERROR_CARD = { background: "surfaceContainer", radius: 28 } as const;

/** "Clock has stopped" or "Clock isn't responding", in the log and as a dialog; `hide_error_dialogs` leaves that out, as on Android. */
export function appError(
  core: PhoneCore,
  packageName: string,
  error: "crash" | "anr",
  exception?: AppException,
): void {
  if (error === "anr") reportAnr(core, packageName);
  else {
    reportCrash(core, packageName, exception);
    core.stack.stop(packageName);
  }
  core.invalidate();
  if (core.settings.get("global", "hide_error_dialogs") === "1") return;
  const repeats = core.crashes.has(packageName);
  if (error === "crash") core.crashes.add(packageName);
  showDialog(core, { kind: "appError", packageName, error, repeats: error === "crash" && repeats });
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
  const close = (then: () => void) => () => {
    if (overlay !== null) core.closeOverlay(overlay);
    then();
  };
  const goOn = close(() => {});
  const end = close(() => {
    if (kind === "anr") reportKill(core, packageName);
    core.stack.stop(packageName);
    if (core.stack.front() === null) core.goHome();
  });
  const root =
    kind === "crash"
      ? errorPanel(
          `${label} ${shows.repeats === true ? "keeps stopping" : "has stopped"}`,
          crashActions(core, packageName, { close, end }),
        )
      : errorPanel(`${label} isn't responding`, [
          action("Close app", "aerr_close", "close", end),
          action("Wait", "aerr_wait", "clock", goOn),
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

/** "Open app again" only where the setting asks for it (AppErrorDialog). */
function crashActions(
  core: PhoneCore,
  packageName: string,
  { close, end }: { readonly close: (then: () => void) => () => void; readonly end: () => void },
): readonly Widget[] {
  const open = (action: string | undefined, rest: object) => () =>
    void core.start({
      ...plainIntent(),
      ...(action === undefined ? {} : { action }),
      flags: FLAG_NEW_TASK,
      ...rest,
    });
  const again = open("android.intent.action.MAIN", { packageName });
  const info = open("android.settings.APPLICATION_DETAILS_SETTINGS", { data: `package:${packageName}` });
  const restarts = core.settings.get("global", "show_restart_in_crash_dialog") === "1";
  return [
    ...(restarts ? [action("Open app again", "aerr_restart", "reset", close(again))] : []),
    action("App info", "aerr_app_info", "info", close(info)),
    action("Close app", "aerr_close", "close", end),
  ];
}

/** A line of the list in an error dialog: a button as wide as the panel with its symbol before the text. */
function action(label: string, id: string, symbol: IconName, onTap: () => void): Widget {
  return {
    class: "android.widget.Button",
    id: `android:id/${id}`,
    text: label,
    onTap,
    leaf: true,
    box: { direction: "row", width: "fill", height: 48, padding: [0, 12], gap: 16, align: "center" },
    children: [icon(symbol, 22), text(label, { size: 16, maxLines: 1 }, { box: { weight: 1 } })],
  };
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
