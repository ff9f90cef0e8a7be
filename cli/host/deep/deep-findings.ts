import type { DeepPart, PartFinding } from "#shared/contracts/device/deep-report.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";

interface PartText {
  readonly title: string;
  readonly expected: string;
  /** When it fails and the device's host has no better word. */
  readonly remedy: string;
}

const cable = "Look at the device's screen and cable, then run the doctor again.";

/** A part without its words does not compile. */
export const partTexts: { readonly [Part in DeepPart]: PartText } = {
  device: {
    title: "Device",
    expected: "adb lists it, it has booted an Android of API 24 to 36, and its host has it ready",
    remedy: "Accept USB debugging on its screen, wait until it has booted, or connect it again.",
  },
  lease: { title: "Lease", expected: "a job is given the device", remedy: cable },
  setUp: {
    title: "Set-up",
    expected: "the host wakes it, reads what is on it and shows the first screen to the job",
    remedy: "Unlock the device and remove its PIN: a host cannot pass a lock screen.",
  },
  tree: {
    title: "Tree",
    expected: "each screen has its elements",
    remedy:
      "Keep the display on and unlocked, and stop other tools that use accessibility (Appium, Espresso, screen readers). Without a tree, jobs see only the picture.",
  },
  image: {
    title: "Image",
    expected: "each screen has a picture of the screen's size",
    remedy:
      "Close apps that forbid screenshots, and switch the display on. Without a picture, jobs see only the tree.",
  },
  actions: { title: "20 actions", expected: "all 20 reach the device", remedy: cable },
  text: {
    title: "Text in five scripts",
    expected: "what is typed into a search field is read back",
    remedy:
      "Install ADBKeyboard on the device, or appium-uiautomator2-server on this machine (docs/real-devices.md).",
  },
  recording: {
    title: "Recording",
    expected: "the job has a video without missing parts",
    remedy: "Jobs run without videos. Free space on the device if its storage is full.",
  },
  cleaning: {
    title: "Cleaning",
    expected: "after the job the host finds the device as it was before, and gives it to the next",
    remedy: "Remove what is named on the device by hand, then run the doctor again.",
  },
  snapshot: {
    title: "Snapshot",
    expected: "a snapshot is saved, restored and deleted",
    remedy: "Only emulators have snapshots. Look whether the emulator's disk is full.",
  },
  reboot: {
    title: "Reboot",
    expected: "it restarts, and its host has it ready again",
    remedy: "Look at its screen. A device with a PIN does not start its storage until somebody unlocks it.",
  },
  asFound: {
    title: "As found",
    expected: "settings, apps, files and rows are as they were before the doctor",
    remedy: "Set back what is named by hand if you need it.",
  },
};

/** What came of trying a part; what is thrown is a failure. */
export type PartTried =
  | { readonly kind: "passed" | "notSupported" | "notTried"; readonly seen: string }
  | { readonly kind: "failed"; readonly seen: string; readonly remedy?: string };

export const partPassed = (seen: string): PartTried => ({ kind: "passed", seen });
export const partFailed = (seen: string, remedy?: string): PartTried =>
  remedy === undefined ? { kind: "failed", seen } : { kind: "failed", seen, remedy };

/** What was found so far, each part once. */
export class DeepFindings {
  readonly #found = new Map<DeepPart, PartFinding>();
  readonly #onFound: (finding: PartFinding) => void;

  constructor(onFound: (finding: PartFinding) => void) {
    this.#onFound = onFound;
  }

  /** In the order of the parts; those that nobody tried say why. */
  all(why: string): readonly PartFinding[] {
    for (const part of Object.keys(partTexts) as DeepPart[])
      if (!this.#found.has(part)) this.note(part, { kind: "notTried", seen: why }, 0);
    return (Object.keys(partTexts) as DeepPart[]).flatMap((part) => this.#found.get(part) ?? []);
  }

  note(part: DeepPart, tried: PartTried, milliseconds: number): void {
    const { expected, remedy } = partTexts[part];
    const told = { part, expected, seen: tried.seen, seconds: Math.round(milliseconds / 100) / 10 };
    const finding: PartFinding =
      tried.kind === "failed"
        ? { kind: tried.kind, ...told, remedy: tried.remedy ?? remedy }
        : { kind: tried.kind, ...told };
    this.#found.set(part, finding);
    this.#onFound(finding);
  }

  /** True when it passed. */
  async try(part: DeepPart, work: () => Promise<PartTried>): Promise<boolean> {
    const started = performance.now();
    const tried = await work().catch(failureOf);
    this.note(part, tried, performance.now() - started);
    return tried.kind === "passed";
  }
}

function failureOf(error: unknown): PartTried {
  if (error instanceof Error && error.name === "AbortError")
    return { kind: "notTried", seen: "the doctor was interrupted" };
  if (error instanceof Error && error.name === "TimeoutError")
    return partFailed("the doctor's time was over");
  if (error instanceof CommandFailure && error.code === "DeviceUnsupported")
    return { kind: "notSupported", seen: error.message };
  const advice = error instanceof CommandFailure ? error.advice.join(" ") : "";
  return partFailed(error instanceof Error ? error.message : String(error), advice || undefined);
}
