import { column, icon, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { permissionGroup } from "../packages/permission-groups.ts";
import type { PhoneCore } from "../phone-core.ts";
import type { Overlay, OverlaySource } from "./overlay.ts";

const COMPONENT = "com.android.permissioncontroller/.permission.ui.GrantPermissionsActivity";
const WIDE = { width: "fill", height: 52 } as const;

type Asked = Extract<OverlaySource, { readonly kind: "permission" }>;

interface Choice {
  readonly label: string;
  readonly id: string;
  /** As a test reads it, when the dialog only asks. */
  readonly word: string;
  readonly granted: boolean;
  readonly flags: readonly string[];
}

const FOREGROUND: readonly Choice[] = [
  {
    label: "While using the app",
    id: "permission_allow_foreground_only_button",
    word: "foreground",
    granted: true,
    flags: ["USER_SET"],
  },
  {
    label: "Only this time",
    id: "permission_allow_one_time_button",
    word: "once",
    granted: true,
    flags: ["ONE_TIME"],
  },
];
const ALLOW: Choice = {
  label: "Allow",
  id: "permission_allow_button",
  word: "granted",
  granted: true,
  flags: ["USER_SET"],
};

/** A second refusal is permanent: Android does not ask a third time. */
function refusal(isSecond: boolean): Choice {
  const id = isSecond ? "permission_deny_and_dont_ask_again_button" : "permission_deny_button";
  const flags = isSecond ? ["USER_FIXED"] : ["USER_SET"];
  return { label: "Don’t allow", id, word: "denied", granted: false, flags };
}

/** An app asks; nothing is shown for what it has, or for what was refused permanently. */
export function requestPermission(core: PhoneCore, packageName: string, permission: string): void {
  const app = core.packages.holder(packageName);
  const group = permissionGroup(permission);
  if (app === null || group === null || core.permissions.isGranted(app, permission)) return;
  const known = core.permissions.of(app).find(({ name }) => name === permission);
  if (known?.flags.includes("USER_FIXED") === true) return;
  const { question } = group;
  const shows: Asked = { kind: "permission", packageName, question, permission };
  const isOpen = core.overlays.some(
    ({ shows: open }) =>
      open.kind === "permission" && open.packageName === packageName && open.permission === permission,
  );
  if (!isOpen) permissionDialog(core, shows);
}

/**
 * The dialog in which an app asks for a runtime permission. The answer is kept as Android keeps it; of a question without a
 * permission it lands in the settings, for a test to read.
 */
export function permissionDialog(core: PhoneCore, shows: Asked): Overlay {
  const { packageName, question, permission } = shows;
  const app = core.packages.app(packageName);
  let overlay: Overlay | null = null;
  const answer = ({ word, granted, flags }: Choice) => {
    if (permission === undefined) core.settings.put("secure", `drover_permission_${packageName}`, word);
    else core.permissions.answer(packageName, permission, granted, flags);
    if (overlay !== null) core.closeOverlay(overlay);
  };
  const choices = choicesFor(core, shows).map((choice) =>
    button(choice.label, () => answer(choice), { id: choice.id, style: "tonal", box: WIDE }),
  );
  const message = `Allow ${app?.label ?? packageName} to ${question}?`;
  const root = column(
    {
      id: "content_container",
      box: { width: "fill", padding: [24, 20, 16, 20], gap: 6 },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      icon(core.packages.iconOf(packageName).name, 28, "primary", {
        id: "permission_icon",
        box: { width: "fill", padding: [0, 0, 8, 0] },
      }),
      text(
        message,
        { size: 18, align: "center" },
        { id: "permission_message", box: { padding: [0, 0, 16, 0] } },
      ),
      ...choices,
    ],
  );
  overlay = core.showOverlay(shows, {
    packageName: "com.android.permissioncontroller",
    component: COMPONENT,
    dialog: { title: COMPONENT, root },
  });
  return overlay;
}

function choicesFor(core: PhoneCore, { packageName, permission }: Asked): readonly Choice[] {
  if (permission === undefined) return [...FOREGROUND, refusal(false)];
  const holder = core.packages.holder(packageName);
  const known =
    holder === null ? undefined : core.permissions.of(holder).find(({ name }) => name === permission);
  const isSecond = known?.granted === false && known.flags.includes("USER_SET");
  const yes = permissionGroup(permission)?.foreground === true ? FOREGROUND : [ALLOW];
  return [...yes, refusal(isSecond)];
}
