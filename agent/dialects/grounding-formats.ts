import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { parseCall } from "../replies/call-grammar.ts";
import { parseReplyJson } from "../replies/parse-reply-json.ts";
import { readPoint } from "../replies/read-point.ts";
import { tagged } from "../replies/tagged-text.ts";
import { withoutFence } from "../replies/without-fence.ts";
import { type CoordinateSpace, coordinateSpaces } from "../targets/coordinate-space.ts";

export interface GroundText {
  readonly thinking: string;
  /** In the format's own unit; null when the model says that there is no such thing. */
  readonly point: readonly [x: number, y: number] | null;
}

/** How a model is asked where something is, and how its answer is read. */
export interface GroundingFormat {
  readonly space: CoordinateSpace;
  readonly system?: string;
  /** What is beside the picture. */
  ask(description: string, picture: ScreenSize): string;
  /** @throws ValidationError, JSONParseError */
  read(text: string): GroundText;
}

const noWay = (text: string, wanted: string): DroverError =>
  new DroverError("ValidationError", `The reply has no ${wanted}.`, {
    details: { field: "point", value: text.slice(0, 200).toWellFormed() },
  });

/** Minus one for both says that there is no such thing. */
const pointOrNone = (value: unknown): GroundText["point"] => {
  const [x, y] = readPoint(value, "point");
  return x === -1 && y === -1 ? null : [x, y];
};

const longestList = 200;
/** The first list of a text: `[x, y]`, `(x, y)` or a box. */
function listIn(text: string): GroundText["point"] {
  const at = text.search(/[[(]/);
  const found = at < 0 ? undefined : /^[[(][-+\d.,\s]{3,80}[\])]/.exec(text.slice(at, at + longestList))?.[0];
  if (found === undefined) throw noWay(text, "point such as [x, y]");
  return pointOrNone(found);
}

const point = "the middle of it as [x, y] and nothing else; [-1, -1] when it is not in the picture";

/** Any model that sees, in the unit of its dialect. */
const plain = (space: CoordinateSpace): GroundingFormat => ({
  space,
  ask: (description, picture) =>
    `Find this in the picture of a phone's screen: ${description}\nAnswer with ${point}, ${space.describe(picture)}.`,
  read: (text) => ({ thinking: "", point: listIn(text) }),
});

/** MAI-UI's grounding agent (github.com/Tongyi-MAI/MAI-UI). */
const maiUi: GroundingFormat = {
  space: coordinateSpaces[999],
  system: `You are a GUI grounding agent. You are shown a picture of a screen and told of an element: locate it.
## Output Format
<grounding_think>how you find it</grounding_think>
<answer>
{"coordinate": [x,y]}
</answer>`,
  ask: (description) => description,
  read(text) {
    const answer = tagged(text, "answer");
    if (answer === undefined) throw noWay(text, "<answer>…</answer>");
    const value = parseReplyJson(withoutFence(answer.inside));
    const coordinate =
      typeof value === "object" && value !== null && "coordinate" in value && value.coordinate;
    return {
      thinking: tagged(answer.before, "grounding_think")?.inside.trim() ?? "",
      point: pointOrNone(coordinate),
    };
  },
};

/** UI-Venus from version 1.5 (github.com/inclusionAI/UI-Venus): no system prompt, a bare point. */
const uiVenus: GroundingFormat = {
  space: coordinateSpaces.thousand,
  ask: (description) =>
    `Locate what this instruction means: \n${description.replace(/\.$/, "")}. \n\nThe output is ${point}.`,
  read: (text) => ({ thinking: "", point: listIn(text) }),
};

/** UI-TARS with the one action of its grounding prompt. */
const uiTars = (space: CoordinateSpace): GroundingFormat => ({
  space,
  system: `You are a GUI agent. You are shown a picture of a screen and told what to click.

## Output Format
Action: ...

## Action Space
click(start_box='(x,y)')`,
  ask: (description) => description,
  read(text) {
    const at = text.lastIndexOf("Action:");
    if (at < 0) throw noWay(text, "line 'Action: …'");
    const { parameters } = parseCall(text.slice(at + "Action:".length)).call;
    return {
      thinking: text
        .slice(0, at)
        .replace(/^Thought:/, "")
        .trim(),
      point: pointOrNone(parameters.start_box ?? parameters.point),
    };
  },
});

export const groundingFormats: Readonly<Record<ReplyDialect, GroundingFormat>> = {
  "tool-use": plain(coordinateSpaces.pixels),
  "thinking-tool-call": plain(coordinateSpaces.normalised),
  "element-json": plain(coordinateSpaces.normalised),
  lean: plain(coordinateSpaces.normalised),
  "mai-ui": maiUi,
  "ui-tars": uiTars(coordinateSpaces.qwenPixels),
  "ui-tars-1.0": uiTars(coordinateSpaces.thousand),
  autoglm: plain(coordinateSpaces.thousand),
  "mobile-use": plain(coordinateSpaces.thousand),
  "mobile-use-pixels": plain(coordinateSpaces.qwenPixels),
  "ui-venus": uiVenus,
};

/** @throws CoordinateOutOfRange and what the format's `read` throws */
export function readGrounding(
  format: GroundingFormat,
  text: string,
  picture: ScreenSize,
): { readonly thinking: string; readonly coordinate: Coordinate | null } {
  const { thinking, point: said } = format.read(text);
  return { thinking, coordinate: said === null ? null : format.space.toNormalised(said, picture) };
}
