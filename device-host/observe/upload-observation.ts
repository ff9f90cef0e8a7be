import type { Observation } from "#shared/contracts/observation.ts";
import type { ModelPictureOrder } from "#shared/contracts/perception.ts";
import { adaptPicture } from "#shared/domain/adapt-picture.ts";
import { displayText } from "#shared/domain/display-text.ts";
import { elementLabel } from "#shared/domain/element-label.ts";
import type { CapturedScreen } from "./captured-screen.ts";
import { modelJpeg } from "./model-jpeg.ts";

export type ObservationPart = "screenshot.png" | "model.jpg" | "tree.json" | "hierarchy.xml";

/** What storage must offer here; the host's spool does. */
export interface ArtifactStore {
  put(key: string, body: Buffer | string, contentType: string): Promise<"stored" | "pending">;
}

export interface UploadOptions {
  readonly keyOf: (part: ObservationPart) => string;
  /** Null: no picture for a model is made. */
  readonly modelPicture: ModelPictureOrder | null;
}

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
  const order = options.modelPicture;
  const adapted = screenshot === null || order === null ? null : adaptPicture(screenshot.size, tree, order);
  const jpeg =
    screenshot === null || adapted === null
      ? null
      : modelJpeg(screenshot.bytes, adapted, order?.marks ? tree : null);
  const observation: Observation = {
    capturedAt: captured.capturedAt,
    screen: captured.screen,
    package: facts.package,
    activity: facts.activity,
    keyboardShown: facts.keyboardShown,
    orientation: captured.screen.width > captured.screen.height ? "landscape" : "portrait",
    ...focusOf(tree),
    ...(facts.windows.length === 0 ? {} : { windows: [...facts.windows] }),
    ...(facts.deviceTime === "" ? {} : { deviceTime: facts.deviceTime }),
    screenshotKey: put("screenshot.png", screenshot?.bytes ?? null, "image/png"),
    modelScreenshotKey: put("model.jpg", jpeg, "image/jpeg"),
    modelPicture: adapted?.size ?? null,
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

/** What a person would call the field that gets what is typed. */
function focusOf(tree: CapturedScreen["tree"]): Pick<Observation, "focusedField"> {
  const field = tree?.elements.find(({ focused, type }) => focused && type === "textfield");
  return field === undefined ? {} : { focusedField: displayText(elementLabel(field), 200) };
}
