import * as z from "zod";
import { ScreenSize } from "../values/coordinate.ts";
import { Timestamp } from "../values/ids.ts";

/** Where one observation of the screen lies. Travels between states instead of pixels and trees. */
export const Observation = z
  .strictObject({
    capturedAt: Timestamp,
    screen: ScreenSize,
    /** Foreground app and activity, when Android names one. */
    package: z.string(),
    activity: z.string(),
    keyboardShown: z.boolean(),
    orientation: z.enum(["portrait", "landscape"]).optional(),
    /** The name of the field that gets typed text; absent if there is none. */
    focusedField: z.string().max(200).optional(),
    /** Beside or over the window in front: packages, or titles of windows that belong to no app. */
    windows: z.array(z.string().max(60)).max(5).optional(),
    /** The device's own clock to the minute, in its time zone. */
    deviceTime: z.string().max(40).optional(),
    /**
     * S3 keys; of a part that did not change since the job's look before, that look's. `screenshotKey` is a WebP of full size, or the
     * PNG as taken (of a step that went wrong, of a job with `debug`, of a small picture); `modelScreenshotKey` a smaller JPEG made
     * when the model wants pictures. The screenshot of a step's end may be there only moments after the step.
     */
    screenshotKey: z.string().nullable(),
    modelScreenshotKey: z.string().nullable(),
    /** Size of the model's picture, in pixels; null if there is none, or if it is older than stored sizes. */
    modelPicture: ScreenSize.nullable().default(null),
    /** SemanticUITree as JSON; null when the tree could not be captured (docs/spec.md I4.2). */
    treeKey: z.string().nullable(),
    /** uiautomator's XML as it came; null when none was read or nobody is to read it (docs/decisions/0349-the-dump-is-kept-for-its-readers.md). */
    hierarchyKey: z.string().nullable(),
    /** Those of the keys that storage had not taken when this was answered: the host keeps them and stores them later. */
    pendingArtifacts: z.array(z.string()).max(4).optional(),
    /** Of the element map, positions quantised: equal hashes mean nothing an agent could see has changed. */
    treeHash: z.string(),
    /** What is missing and why, for example `treeUnavailable: could not get idle state`. */
    flags: z.array(z.string().max(300)).max(10),
  })
  .meta({ id: "Observation" });
export type Observation = z.infer<typeof Observation>;
