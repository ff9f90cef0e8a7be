import type { Perception } from "#shared/contracts/device/perception.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { PictureDecision } from "#shared/contracts/step/step.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { poorTree } from "#shared/screen/poor-tree.ts";

export interface PictureQuestion {
  readonly perception: Pick<Perception, "tree" | "picture">;
  /** Null when it could not be read. */
  readonly tree: SemanticUITree | null;
  /** There is one: the model can see, and the screen could be captured. */
  readonly available: boolean;
  /** What became of the step before; absent before the first. */
  readonly last?: LastStep | undefined;
}

export interface LastStep {
  readonly ok: boolean;
  /** It was to change what the screen shows. */
  readonly meantToChange: boolean;
  /** Undefined when nobody knows. */
  readonly screenChanged?: boolean | undefined;
}

/** Names that obfuscation made say nothing. */
const silentId = /(^|\/)(\d|[a-z]{1,2}$|.*obfuscated)/;

const isUsable = (element: UIElement): boolean =>
  element.enabled &&
  element.visibility === "visible" &&
  (element.clickable || element.checkable || element.type === "textfield" || element.type === "slider");

const isUnlabelled = (element: UIElement): boolean =>
  elementLabel(element) === "" && (element.resource_id === "" || silentId.test(element.resource_id));

/** The keyboard covers whatever lies under it, every time: a picture of that tells nothing new. */
const isCovered = ({ elements, keyboard_shown: keyboard }: SemanticUITree): boolean =>
  !keyboard && elements.some(({ visibility }) => visibility === "covered");

const missed = ({ ok, meantToChange, screenChanged }: LastStep): boolean =>
  !ok || (meantToChange && screenChanged === false);

function automatic({ tree, last }: PictureQuestion): PictureDecision {
  if (tree === null) return { sent: true, reason: "noTree" };
  if (poorTree(tree) !== null) return { sent: true, reason: "poorTree" };
  if (tree.elements.some((element) => isUsable(element) && isUnlabelled(element)))
    return { sent: true, reason: "unlabelled" };
  if (isCovered(tree)) return { sent: true, reason: "covered" };
  if (last !== undefined && missed(last)) return { sent: true, reason: "lastStepMissed" };
  return { sent: false, reason: "readable" };
}

/** Whether this turn's request holds the picture, and why (docs/spec.md I4.1). */
export function decidePicture(question: PictureQuestion): PictureDecision {
  const { perception, available } = question;
  if (perception.picture === "never") return { sent: false, reason: "never" };
  if (!available) return { sent: false, reason: "unavailable" };
  if (perception.picture === "always") return { sent: true, reason: "always" };
  if (perception.tree === "never") return { sent: true, reason: "treeHidden" };
  return automatic(question);
}
