import * as z from "zod";

const words = z.string().max(200);

/**
 * What a check expected and what was there instead: the reason of a verdict. `change`: a change that the job forbids. Each text is one
 * line of hostile text.
 */
export const FailedCheck = z
  .strictObject({
    kind: z.enum([
      "setting",
      "contentRow",
      "file",
      "sqliteRow",
      "foregroundApp",
      "uiText",
      "answer",
      "claim",
      "external",
      "change",
    ]),
    /** What it looks at: `setting global/wifi_on`. With kind and expected value it tells whether two jobs failed for one cause. */
    place: words,
    expected: words,
    /** Of rows and of texts on a screen, the nearest. */
    actual: words,
  })
  .meta({ id: "FailedCheck" });
export type FailedCheck = z.infer<typeof FailedCheck>;
