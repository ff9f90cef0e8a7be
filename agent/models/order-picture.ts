import type { ModelPictureOrder, Perception } from "#shared/contracts/device/perception.ts";
import { defined } from "#shared/values/defined.ts";
import { findModel } from "./find-model.ts";
import { imageLimitsByName } from "./image-limits.ts";

/** Of the JPEG, percent: text stays readable, and more shows nothing that a model reads. */
const bestQuality = 50;

/** The practice model works from the element map alone. */
const canSee = (model: string): boolean => findModel(model)?.takesPictures ?? !model.startsWith("practice-");

/** What the host is to make for the model beside each screenshot; null: nothing, nobody would look at it. */
export function orderPicture(model: string, perception: Perception): ModelPictureOrder | null {
  if (perception.picture === "never" || !canSee(model)) return null;
  const { longEdge, shortEdge, maxPixels } = findModel(model)?.images ?? imageLimitsByName(model);
  return {
    longEdge,
    ...defined({ shortEdge, maxPixels }),
    quality: bestQuality,
    marks: perception.marks,
    alone: perception.tree === "never",
  };
}
