import type { Intent } from "../../../system/device.ts";
import type { ArgumentReader } from "../service-command.ts";

type Extra = string | number | boolean;
interface IntentDraft {
  action?: string;
  data?: string;
  mimeType?: string;
  component?: string;
  packageName?: string;
  readonly categories: string[];
  readonly extras: Record<string, Extra>;
  flags: number;
}

const flagOptions: Readonly<Record<string, number>> = {
  "--grant-read-uri-permission": 0x1,
  "--grant-write-uri-permission": 0x2,
  "--exclude-stopped-packages": 0x10,
  "--include-stopped-packages": 0x20,
  "--activity-brought-to-front": 0x400000,
  "--activity-clear-top": 0x4000000,
  "--activity-clear-when-task-reset": 0x80000,
  "--activity-exclude-from-recents": 0x800000,
  "--activity-launched-from-history": 0x100000,
  "--activity-multiple-task": 0x8000000,
  "--activity-no-animation": 0x10000,
  "--activity-no-history": 0x40000000,
  "--activity-no-user-action": 0x40000,
  "--activity-previous-is-top": 0x1000000,
  "--activity-reorder-to-front": 0x20000,
  "--activity-reset-task-if-needed": 0x200000,
  "--activity-single-top": 0x20000000,
  "--activity-clear-task": 0x8000,
  "--activity-task-on-home": 0x4000,
  "--receiver-registered-only": 0x40000000,
  "--receiver-replace-pending": 0x20000000,
  "--receiver-foreground": 0x10000000,
};

const number = (text: string): number => Number(text) || 0;
const extraOptions: Readonly<Record<string, (text: string) => Extra>> = {
  "--es": (text) => text,
  "-e": (text) => text,
  "--eu": (text) => text,
  "--ecn": (text) => text,
  "--esa": (text) => text,
  "--eia": (text) => text,
  "--ei": number,
  "--el": number,
  "--ef": number,
  "--ed": number,
  "--ez": (text) => text === "true" || text === "t" || text === "1",
};

/**
 * Reads an intent as `Intent.parseCommandArgs` does. `takeOption` gets the options that belong to the command itself and
 * answers whether it knows them.
 */
export function readIntent(reader: ArgumentReader, takeOption: (option: string) => boolean): Intent {
  const draft: IntentDraft = { categories: [], extras: {}, flags: 0 };
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (!takeIntentOption(option, draft, reader) && !takeOption(option)) throw reader.unknownOption(option);
  }
  const operand = reader.next();
  if (operand !== null) takeOperand(operand, draft);
  return draft;
}

function takeIntentOption(option: string, draft: IntentDraft, reader: ArgumentReader): boolean {
  const flag = flagOptions[option];
  const extra = extraOptions[option];
  if (flag !== undefined) draft.flags |= flag;
  else if (extra !== undefined) draft.extras[reader.required()] = extra(reader.required());
  else if (option === "-a") draft.action = reader.required();
  else if (option === "-d") draft.data = reader.required();
  else if (option === "-t") draft.mimeType = reader.required();
  else if (option === "-c") draft.categories.push(reader.required());
  else if (option === "-n") draft.component = shortComponent(reader.required());
  else if (option === "-p") draft.packageName = reader.required();
  else if (option === "-f") draft.flags |= number(reader.required());
  else if (option === "--esn") draft.extras[reader.required()] = "";
  else return false;
  return true;
}

/** What follows the options: a URI, a component, or a package to launch. */
function takeOperand(operand: string, draft: IntentDraft): void {
  if (operand.includes(":")) {
    draft.data = operand;
    draft.action ??= "android.intent.action.VIEW";
    return;
  }
  draft.action ??= "android.intent.action.MAIN";
  if (draft.categories.length === 0) draft.categories.push("android.intent.category.LAUNCHER");
  if (operand.includes("/")) draft.component = shortComponent(operand);
  else draft.packageName = operand;
}

/** `com.x/com.x.Main` → `com.x/.Main`, the short form that Android prints. */
export function shortComponent(component: string): string {
  const [packageName = "", className = ""] = component.split("/");
  return className.startsWith(`${packageName}.`)
    ? `${packageName}/${className.slice(packageName.length)}`
    : component;
}

/** `com.x/.Main` → `com.x/com.x.Main`. */
export function longComponent(component: string): string {
  const [packageName = "", className = ""] = component.split("/");
  return className.startsWith(".") ? `${packageName}/${packageName}${className}` : component;
}

/** Intent.toString() of Android 14, with the data's path hidden as it hides it. */
export function describeIntent(intent: Intent): string {
  const fields = [
    intent.action && `act=${intent.action}`,
    intent.categories.length > 0 && `cat=[${intent.categories.join(",")}]`,
    intent.data && `dat=${safeUri(intent.data)}`,
    intent.mimeType && `typ=${intent.mimeType}`,
    intent.flags !== 0 && `flg=0x${(intent.flags >>> 0).toString(16)}`,
    intent.packageName && `pkg=${intent.packageName}`,
    intent.component && `cmp=${intent.component}`,
    Object.keys(intent.extras).length > 0 && "(has extras)",
  ];
  return `Intent { ${fields.filter(Boolean).join(" ")} }`;
}

function safeUri(uri: string): string {
  const [, scheme = "", rest = ""] = /^([^:]*):(.*)$/s.exec(uri) ?? [];
  if (/^(tel|sip|sms|smsto|mailto|nfc)$/i.test(scheme)) return `${scheme}:${rest.replace(/[^-@.]/g, "x")}`;
  const hierarchical = /^\/\/([^/?#]*)(.*)$/s.exec(rest);
  if (hierarchical === null) return scheme === "" ? uri : `${scheme}:${rest === "" ? "" : "..."}`;
  return `${scheme}://${hierarchical[1]}${hierarchical[2] === "" ? "" : "/..."}`;
}
