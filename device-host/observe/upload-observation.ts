import type { Observation } from "#shared/contracts/device/observation.ts";
import type { ModelPictureOrder } from "#shared/contracts/device/perception.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { displayText } from "#shared/text/display-text.ts";
import { adaptPicture } from "./adapt-picture.ts";
import type { CapturedScreen } from "./captured-screen.ts";
import { isKeptExact, type KeptPicture, type KeptPictures } from "./kept-pictures.ts";
import { digestOf, type StoredParts } from "./stored-parts.ts";

export type ObservationPart =
  | "screenshot.png"
  | "screenshot.webp"
  | "model.jpg"
  | "tree.json"
  | "hierarchy.xml";

/** What storage must offer here; the host's spool does. */
export interface ArtifactStore {
  put(key: string, body: Buffer | string, contentType: string): Promise<"stored" | "pending">;
}

export interface UploadOptions {
  readonly keyOf: (part: ObservationPart) => string;
  /** Null: no picture for a model is made. */
  readonly modelPicture: ModelPictureOrder | null;
  /** The picture as the device gave it, however large. */
  readonly exactPicture: boolean;
  /** Also the dump that the tree was read from; without a tree it is always kept. */
  readonly hierarchy: boolean;
  readonly pictures: KeptPictures;
  /** Of the job's look before this one. */
  readonly earlier: StoredParts;
  /** Where the screenshot lies until it is stored; null: its reader does not wait. */
  readonly late: LatePictures | null;
}

/** A place on this machine's disk; the host's `PictureSpool` is one. */
export interface LatePictures {
  keepWhile<Result>(key: string, png: Buffer, store: () => Promise<Result>): Promise<Result> | null;
}

export interface Upload {
  /** Where the parts will be. */
  readonly observation: Observation;
  /**
   * Resolves when a reader may be sent to them: each is there or kept to be stored later, which it then says. A screenshot
   * that lies in a file may still be on its way. Rejects with StorageUnavailable.
   */
  readonly readable: Promise<Observation>;
  /** The same, and the screenshot is not on its way any more. */
  readonly stored: Promise<Observation>;
}

interface Part {
  readonly name: ObservationPart;
  /** Of what it is made of: equal ones are stored once. */
  readonly digest: string;
  readonly contentType: string;
  readonly body: () => Buffer | string | Promise<KeptPicture>;
}

/** Begins to store the screen's parts side by side, and says at once where they will be. */
export function uploadObservation(
  captured: CapturedScreen,
  artifacts: ArtifactStore,
  options: UploadOptions,
): Upload {
  const { tree, facts, screenshot } = captured;
  const { earlier } = options;
  /** Each with the keys that are pending. */
  const soon: Promise<readonly string[]>[] = [];
  const later: Promise<readonly string[]>[] = [];
  const put = (part: Part | null, late: LatePictures | null = null): string | null => {
    if (part === null) return null;
    const known = earlier.keyOf(part.name, part.digest);
    if (known !== null) return known;
    const key = options.keyOf(part.name);
    const store = async () => {
      if ((await storePart(part, key, artifacts)) === "pending") return [key];
      earlier.note(part.name, part.digest, key);
      return [];
    };
    const storing = (screenshot && late?.keepWhile(key, screenshot.bytes, store)) ?? null;
    if (storing === null) soon.push(store());
    else later.push(storing);
    return key;
  };
  const picture = screenshotPart(captured, options);
  const model = modelPart(captured, picture, options);
  // First the model's, which the job waits for and which decodes the screen for both.
  const modelScreenshotKey = put(model?.part ?? null);
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
    screenshotKey: put(picture, options.late),
    modelScreenshotKey,
    modelPicture: model?.size ?? null,
    treeKey: put(treePart(tree)),
    hierarchyKey: put(options.hierarchy || tree === null ? hierarchyPart(captured.xml) : null),
    treeHash: captured.treeHash,
    flags: captured.flags.slice(0, 10),
  };
  const stored = Promise.all([...soon, ...later]).then((results): Observation => {
    const pendingArtifacts = results.flat();
    return pendingArtifacts.length === 0 ? observation : { ...observation, pendingArtifacts };
  });
  // A command that fails before it waits for it has told why.
  stored.catch(() => {});
  const readable = Promise.all(soon).then((results) => (results.flat().length === 0 ? observation : stored));
  return { observation, readable, stored };
}

async function storePart({ body, contentType }: Part, key: string, artifacts: ArtifactStore) {
  const made = await body();
  return typeof made === "object" && "bytes" in made
    ? artifacts.put(key, made.bytes, made.contentType)
    : artifacts.put(key, made, contentType);
}

function screenshotPart({ screenshot }: CapturedScreen, options: UploadOptions): Part | null {
  if (screenshot === null) return null;
  const digest = digestOf(screenshot.bytes);
  if (isKeptExact(screenshot, options.exactPicture))
    return { name: "screenshot.png", digest, contentType: "image/png", body: () => screenshot.bytes };
  const small = () => options.pictures.small(screenshot, digest);
  return { name: "screenshot.webp", digest, contentType: "image/webp", body: small };
}

/** Made only when a model is to be shown it. */
function modelPart(
  { screenshot, tree }: CapturedScreen,
  picture: Part | null,
  { modelPicture: order, pictures }: UploadOptions,
): { readonly part: Part; readonly size: Observation["modelPicture"] } | null {
  if (screenshot === null || picture === null || order === null) return null;
  const adapted = adaptPicture(screenshot.size, tree, order);
  if (adapted === null) return null;
  const marked = order.marks ? tree : null;
  const digest = digestOf(JSON.stringify([picture.digest, adapted, marked?.elements]));
  const body = () => pictures.forModel(screenshot, digest, adapted, marked);
  return { part: { name: "model.jpg", digest, contentType: "image/jpeg", body }, size: adapted.size };
}

/** When it was seen is no difference: the observation says that itself. */
function treePart(tree: CapturedScreen["tree"]): Part | null {
  if (tree === null) return null;
  const digest = digestOf(JSON.stringify({ ...tree, captured_at: "" }));
  return { name: "tree.json", digest, contentType: "application/json", body: () => JSON.stringify(tree) };
}

const hierarchyPart = (xml: string | null): Part | null =>
  xml === null
    ? null
    : { name: "hierarchy.xml", digest: digestOf(xml), contentType: "application/xml", body: () => xml };

/** What a person would call the field that gets what is typed. */
function focusOf(tree: CapturedScreen["tree"]): Pick<Observation, "focusedField"> {
  const field = tree?.elements.find(({ focused, type }) => focused && type === "textfield");
  return field === undefined ? {} : { focusedField: displayText(elementLabel(field), 200) };
}
