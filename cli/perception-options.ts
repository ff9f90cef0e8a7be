import { Option } from "commander";
import { Perception } from "#shared/contracts/device/perception.ts";
import { defined } from "#shared/values/defined.ts";

/** What `drover run` takes of how the agent is shown the screen. */
export interface PerceptionFlags {
  readonly tree?: string;
  readonly picture?: string;
  readonly ocr?: string;
  readonly marks?: boolean;
}

const { tree, picture, ocr } = Perception.shape;

export const perceptionOptions: readonly Option[] = [
  new Option("--tree <when>", "show the model the elements").choices(tree.unwrap().options),
  new Option("--picture <when>", "show the model a picture").choices(picture.unwrap().options),
  new Option("--ocr <when>", "read text out of the picture").choices(ocr.unwrap().options),
  new Option("--marks", "draw the elements' ids on the model's picture"),
];

/** As the request has it; what was not said is left to the farm. */
export const perceptionFlags = ({ tree, picture, ocr, marks }: PerceptionFlags): PerceptionFlags =>
  defined({ tree, picture, ocr, marks });
