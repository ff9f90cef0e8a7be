import type { Observation } from "#shared/contracts/observation.ts";
import type { CapturedScreen } from "./captured-screen.ts";

export type ObservationPart = "screenshot.png" | "model.jpg" | "tree.json" | "hierarchy.xml";

/** What storage must offer here; the host's spool does. */
export interface ArtifactStore {
  put(key: string, body: Buffer | string, contentType: string): Promise<"stored" | "pending">;
}

export interface UploadOptions {
  readonly keyOf: (part: ObservationPart) => string;
  readonly modelScreenshot: boolean;
}

/** Enough for a model to read a label, a sixth of the tokens of the whole picture. */
const modelImage = { longestSide: 1_280, quality: 60 } as const;

export interface Upload {
  /** Where the parts will be. */
  readonly observation: Observation;
  /** Resolves when each of them is there or kept to be stored later, which it then says. Rejects with StorageUnavailable. */
  readonly stored: Promise<Observation>;
}

/** Begins to store the screen's parts side by side, and says at once where they will be. */
export function uploadObservation(
  captured: CapturedScreen,
  artifacts: ArtifactStore,
  options: UploadOptions,
): Upload {
  const puts: Promise<readonly string[]>[] = [];
  const put = (
    part: ObservationPart,
    body: Buffer | string | null | Promise<Buffer>,
    contentType: string,
  ) => {
    if (body === null) return null;
    const key = options.keyOf(part);
    const store = async (): Promise<readonly string[]> =>
      (await artifacts.put(key, await body, contentType)) === "pending" ? [key] : [];
    puts.push(store());
    return key;
  };
  const { screenshot, tree, xml, facts } = captured;
  const modelScreenshot = options.modelScreenshot && screenshot !== null ? modelJpeg(screenshot.bytes) : null;
  const observation: Observation = {
    capturedAt: captured.capturedAt,
    screen: captured.screen,
    package: facts.package,
    activity: facts.activity,
    keyboardShown: facts.keyboardShown,
    screenshotKey: put("screenshot.png", screenshot?.bytes ?? null, "image/png"),
    modelScreenshotKey: put("model.jpg", modelScreenshot, "image/jpeg"),
    treeKey: put("tree.json", tree === null ? null : JSON.stringify(tree), "application/json"),
    hierarchyKey: put("hierarchy.xml", xml, "application/xml"),
    treeHash: captured.treeHash,
    flags: captured.flags.slice(0, 10),
  };
  const stored = Promise.all(puts).then((results): Observation => {
    const pendingArtifacts = results.flat();
    return pendingArtifacts.length === 0 ? observation : { ...observation, pendingArtifacts };
  });
  return { observation, stored };
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
