import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { parseBounds } from "#shared/screen/tree/xml-tags.ts";

/** One window of what `uiautomator dump --windows` wrote (Android 11). */
export interface WindowDump {
  readonly title: string;
  /** `TYPE_APPLICATION`, `TYPE_INPUT_METHOD`, `TYPE_SYSTEM`, `TYPE_SPLIT_SCREEN_DIVIDER` and others. */
  readonly type: string;
  /** Higher lies over lower. */
  readonly layer: number;
  readonly active: boolean;
  readonly focused: boolean;
  readonly bounds: Bounds;
  /** The window's own `<hierarchy>`; null for one that shows nobody its views. */
  readonly xml: string | null;
}

const mostWindows = 50;
const token = /<window\b[^>]*>|<\/window>|<hierarchy\b[^>]*>[\s\S]*?<\/hierarchy>/g;

const unescaped: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const attribute = (tag: string, name: string): string => {
  const value = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return (value?.[1] ?? value?.[2] ?? "").replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => unescaped[name] ?? "",
  );
};

/**
 * The windows of a dump in its order, each with its own tree. No text of an app can pass for a tag: the serializer writes `<`
 * as a reference. Null when it is a dump of one window, as Android before 11 writes it whatever it is asked.
 */
export function windowDumps(xml: string): readonly WindowDump[] | null {
  if (!/<displays\b/.test(xml)) return null;
  const windows: (WindowDump & { xml: string | null })[] = [];
  const open: (WindowDump & { xml: string | null })[] = [];
  for (const [found] of xml.matchAll(token)) {
    if (found === "</window>") open.pop();
    else if (found.startsWith("<window")) {
      const window = {
        title: attribute(found, "title"),
        type: attribute(found, "type"),
        layer: Number(attribute(found, "layer")) || 0,
        active: attribute(found, "active") === "true",
        focused: attribute(found, "focused") === "true",
        bounds: parseBounds(attribute(found, "bounds")),
        xml: null,
      };
      if (windows.length < mostWindows) windows.push(window);
      if (!found.endsWith("/>")) open.push(window);
    } else {
      const owner = open.at(-1);
      if (owner !== undefined) owner.xml = found;
    }
  }
  return windows;
}
