import { hash } from "node:crypto";
import { areReferences } from "#shared/contracts/job/secret.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Bar } from "#shared/rules/policy/policy-facts.ts";
import { buildSemanticTree } from "#shared/screen/tree/build-semantic-tree.ts";
import type { Hierarchy } from "#shared/screen/tree/hierarchy.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { withAttributes, xmlTags } from "#shared/screen/tree/xml-tags.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import type { Glance } from "./glance.ts";
import type { Png } from "./png.ts";
import type { WindowFacts } from "./window-facts.ts";

/** One moment of a screen, still on the host. */
export interface CapturedScreen {
  /** ISO 8601. */
  readonly capturedAt: string;
  /** As rotated now. */
  readonly screen: ScreenSize;
  readonly facts: WindowFacts;
  readonly screenshot: Png | null;
  /** What tells the picture from another, before anything was painted over. Empty: there is none. */
  readonly pixels: string;
  /** What it is compared by before an action that was chosen on it; null: it cannot be. */
  readonly glance: Glance | null;
  /** `pictureFace` of the picture; empty: there is none, or the app forbids it and it is black. */
  readonly face: string;
  /** uiautomator's XML, the text of password fields taken out. */
  readonly xml: string | null;
  readonly hierarchy: Hierarchy | null;
  readonly tree: SemanticUITree | null;
  readonly treeHash: string;
  /** What a browser's address bar says where the tree may not; absent: what the tree says. */
  readonly bar?: Bar;
  /** What a cloud service took for reading its text. */
  readonly readingUsd?: number;
  readonly flags: readonly string[];
  readonly timings: {
    readonly settleMilliseconds: number;
    readonly screenshotMilliseconds: number;
    readonly treeMilliseconds: number;
    readonly ocrMilliseconds: number;
  };
}

/** What a host remembers of it: its pixels and its text lie in storage, and a host has hundreds of devices. */
export type RememberedScreen = Omit<CapturedScreen, "screenshot" | "xml">;

export const rememberedOf = ({
  screenshot: _pixels,
  xml: _text,
  ...seen
}: CapturedScreen): RememberedScreen => seen;

export interface ReadTree {
  readonly hierarchy: Hierarchy;
  readonly tree: SemanticUITree;
  readonly treeHash: string;
}

export interface TreeContext {
  readonly deviceId: string;
  /** Upright. */
  readonly naturalSize: ScreenSize;
  readonly capturedAt: string;
  readonly facts: WindowFacts;
}

export const rotated = (size: ScreenSize, rotation: number): ScreenSize =>
  rotation % 2 === 1 ? { width: size.height, height: size.width } : size;

/** The dump as elements, or the text of what is wrong with it. */
export function readTree(xml: string, context: TreeContext): ReadTree | string {
  try {
    const hierarchy = parseHierarchy(xml);
    const { facts } = context;
    const tree = buildSemanticTree(hierarchy, {
      deviceId: context.deviceId,
      package: facts.package,
      activity: facts.activity,
      appName: facts.package,
      screen: rotated(context.naturalSize, hierarchy.rotation),
      capturedAt: context.capturedAt,
      keyboardShown: facts.keyboardShown,
      ...(facts.keyboardTop === null ? {} : { keyboardTop: facts.keyboardTop }),
    });
    return { hierarchy, tree, treeHash: treeHash(tree) };
  } catch (error) {
    if (error instanceof DroverError && error.code === "TreeCorrupt") return error.message;
    throw error;
  }
}

/** What a password field holds leaves the host in no form but as a secret's reference (docs/security.md rule 3). */
export function withoutPasswords(xml: string): string {
  const tags = xmlTags(xml);
  const changes = tags.map(({ attributes }) => {
    const names = attributes.get("password") === "true" ? ["text", "content-desc"] : [];
    const told = names.filter((name) => attributes.has(name) && !areReferences(attributes.get(name) ?? ""));
    return new Map(told.map((name) => [name, ""]));
  });
  return withAttributes(xml, tags, changes);
}

/** Stands in for the tree's hash when there is no tree: equal pictures are equal screens. */
export const screenshotHash = (png: Png): string => `png-${hash("sha256", png.bytes).slice(0, 28)}`;
