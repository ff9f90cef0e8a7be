import type { Observation } from "#shared/contracts/observation.ts";
import type { CapturedScreen } from "./captured-screen.ts";

export type ObservationPart = "screenshot.png" | "model.jpg" | "tree.json" | "hierarchy.xml";

/** What storage must offer here; the S3 artifact store does. */
export interface ArtifactStore {
  put(key: string, body: Buffer | string, contentType: string): Promise<unknown>;
}

export interface UploadOptions {
  readonly keyOf: (part: ObservationPart) => string;
  readonly modelScreenshot: boolean;
}

/** Enough for a model to read a label, a sixth of the tokens of the whole picture. */
const modelImage = { longestSide: 1_280, quality: 60 } as const;

/** Stores the screen's parts side by side and answers where they are. Throws StorageUnavailable. */
export async function uploadObservation(
  captured: CapturedScreen,
  artifacts: ArtifactStore,
  options: UploadOptions,
): Promise<Observation> {
  const put = async (part: ObservationPart, body: Buffer | string | null, contentType: string) => {
    if (body === null) return null;
    const key = options.keyOf(part);
    await artifacts.put(key, body, contentType);
    return key;
  };
  const { screenshot, tree, xml, facts } = captured;
  const model =
    options.modelScreenshot && screenshot !== null ? modelJpeg(screenshot.bytes) : Promise.resolve(null);
  const [screenshotKey, treeKey, hierarchyKey, modelScreenshotKey] = await Promise.all([
    put("screenshot.png", screenshot?.bytes ?? null, "image/png"),
    put("tree.json", tree === null ? null : JSON.stringify(tree), "application/json"),
    put("hierarchy.xml", xml, "application/xml"),
    model.then((jpeg) => put("model.jpg", jpeg, "image/jpeg")),
  ]);
  return {
    capturedAt: captured.capturedAt,
    screen: captured.screen,
    package: facts.package,
    activity: facts.activity,
    keyboardShown: facts.keyboardShown,
    screenshotKey,
    modelScreenshotKey,
    treeKey,
    hierarchyKey,
    treeHash: captured.treeHash,
    flags: captured.flags.slice(0, 10),
  };
}

/** sharp is loaded with the first picture that a model wants: it costs 40 MB, and most jobs read the tree alone. */
async function modelJpeg(png: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const { longestSide, quality } = modelImage;
  return sharp(png)
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();
}
