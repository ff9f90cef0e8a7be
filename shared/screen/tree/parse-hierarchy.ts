import { SaxesParser } from "saxes";
import { DroverError } from "../../errors/drover-error.ts";
import type { Hierarchy, HierarchyNode } from "./hierarchy.ts";
import { parseBounds } from "./xml-tags.ts";

/** What a hostile or broken app can cost at most (docs/faults.md B6). */
export const hierarchyLimits = {
  characters: 4 * 1024 * 1024,
  nodes: 20_000,
  depth: 200,
  attributeCharacters: 4_000,
} as const;

type Attributes = Readonly<Record<string, string>>;
type OpenNode = Omit<HierarchyNode, "children"> & { readonly children: OpenNode[] };

const invalidInXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot carry
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff && code <= 0x10ffff;
}

/** Characters and references that XML forbids would cost the whole tree; a replacement character costs one glyph. */
function repaired(xml: string): string {
  const text = xml.replace(invalidInXml, "\ufffd").toWellFormed();
  if (!text.includes("&#")) return text;
  return text.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (reference, hex, decimal) =>
    isXmlCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? reference : "\ufffd",
  );
}

/** Dumps to the terminal carry tool output before and after the document. */
function documentOf(output: string): string {
  const start = output.search(/<\?xml|<hierarchy/);
  const closing = "</hierarchy>";
  const end = output.lastIndexOf(closing);
  return output.slice(Math.max(start, 0), end < 0 ? undefined : end + closing.length);
}

function toNode(attribute: (name: string) => string): OpenNode {
  const flag = (name: string): boolean => attribute(name) === "true";
  return {
    text: attribute("text"),
    resourceId: attribute("resource-id"),
    className: attribute("class"),
    packageName: attribute("package"),
    contentDescription: attribute("content-desc"),
    hint: attribute("hint"),
    checkable: flag("checkable"),
    checked: flag("checked"),
    clickable: flag("clickable"),
    enabled: attribute("enabled") !== "false",
    focusable: flag("focusable"),
    focused: flag("focused"),
    scrollable: flag("scrollable"),
    longClickable: flag("long-clickable"),
    password: flag("password"),
    selected: flag("selected"),
    bounds: parseBounds(attribute("bounds")),
    drawingOrder: Number(attribute("drawing-order")) || 0,
    children: [],
  };
}

/** Collects nodes as the parser meets them; stops taking more at a cap. */
class TreeCollector {
  readonly roots: OpenNode[] = [];
  rotation = 0;
  nodeCount = 0;
  truncated = false;
  sawHierarchy = false;
  private readonly path: (OpenNode | null)[] = [];

  open(name: string, attributes: Attributes): void {
    if (name === "hierarchy") {
      this.sawHierarchy = true;
      this.rotation = Number(attributes.rotation ?? 0) || 0;
    }
    // Appium names its elements by their classes.
    const isNode = name === "node" || attributes.bounds !== undefined;
    if (!isNode || this.isFull()) {
      this.path.push(null);
      return;
    }
    const node = toNode((name) => this.cut(attributes[name] ?? ""));
    (this.path.findLast((open) => open !== null)?.children ?? this.roots).push(node);
    this.path.push(node);
    this.nodeCount += 1;
  }

  close(): void {
    this.path.pop();
  }

  private cut(value: string): string {
    if (value.length <= hierarchyLimits.attributeCharacters) return value;
    this.truncated = true;
    return value.slice(0, hierarchyLimits.attributeCharacters).toWellFormed();
  }

  private isFull(): boolean {
    const full = this.nodeCount >= hierarchyLimits.nodes || this.path.length > hierarchyLimits.depth;
    if (full) this.truncated = true;
    return full;
  }
}

/**
 * Reads what `uiautomator dump` wrote, tool output around it included.
 * @throws TreeCorrupt when it is not a whole hierarchy document
 */
export function parseHierarchy(output: string): Hierarchy {
  const overlong = output.length > hierarchyLimits.characters;
  const xml = repaired(documentOf(overlong ? output.slice(0, hierarchyLimits.characters) : output));
  const collector = new TreeCollector();
  const parser = new SaxesParser({ xmlns: false as const });
  let problem: string | undefined;
  parser.on("error", (error) => {
    problem ??= error.message;
  });
  parser.on("opentag", (tag) => collector.open(tag.name, tag.attributes));
  parser.on("closetag", () => collector.close());
  parser.write(xml);
  // A document cut at our own cap is known to be incomplete: what was read before the cut still counts.
  if (!overlong) parser.close();
  if (problem !== undefined || !collector.sawHierarchy) throw corrupt(problem, output);
  return {
    rotation: collector.rotation,
    roots: collector.roots,
    nodeCount: collector.nodeCount,
    truncated: collector.truncated || overlong,
  };
}

function corrupt(problem: string | undefined, output: string): DroverError {
  return new DroverError(
    "TreeCorrupt",
    `The UI tree cannot be read: ${problem ?? "it is not a uiautomator document"}.`,
    { details: { characters: output.length, beginning: output.slice(0, 200).toWellFormed() } },
  );
}
