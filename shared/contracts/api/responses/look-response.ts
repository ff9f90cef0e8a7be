import * as z from "zod";
import { HierarchyAnswer, ScreenshotAnswer } from "../../device/device-tools.ts";
import { Links } from "./links.ts";

/** `links.screenshot`, unless it is here in base64. */
export const ScreenshotResponse = z
  .object({ ...ScreenshotAnswer.omit({ key: true }).shape, links: Links })
  .meta({ id: "ScreenshotResponse" });

/** `links.hierarchy`. */
export const HierarchyResponse = z.object({
  ...HierarchyAnswer.omit({ key: true, xml: true }).shape,
  links: Links,
});
