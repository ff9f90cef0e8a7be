import type { Intent, VirtualDevice } from "../system/device.ts";

/** What a server on the phone takes time for. */
export type ServerWork = "tree" | "picture" | "gesture";

/** What a test runner was started with. */
export interface InstrumentationRun {
  readonly device: VirtualDevice;
  /** In milliseconds. */
  readonly latency: Readonly<Record<ServerWork, number>>;
  /** `-e NAME VALUE`. */
  readonly options: ReadonlyMap<string, string>;
  /** To who waits for its end, before it. */
  readonly say: (text: string) => void;
}

export interface BroadcastResult {
  readonly resultCode: number;
  readonly resultData: string | null;
}

/**
 * An app whose code a virtual phone does not run, but does as: helpers that test tools install from their own APKs. Each is there
 * only once its APK is installed.
 */
export interface HelperApp {
  /** `am start` of an activity that shows nothing for longer than a moment; false for any other. */
  readonly start?: (device: VirtualDevice, component: string) => boolean;
  /** `am broadcast` to a receiver of it; null for one that it does not have. */
  readonly broadcast?: (device: VirtualDevice, intent: Intent) => BroadcastResult | null;
  /** Component of the service that it has in the foreground now. */
  readonly service?: (device: VirtualDevice) => string | null;
  /** `am instrument` of its runner: resolves, when it ends, to what the runner says. */
  readonly instrument?: (run: InstrumentationRun) => Promise<string>;
}
