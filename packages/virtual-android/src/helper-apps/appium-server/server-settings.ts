import { WebDriverError } from "./web-driver-error.ts";

/** The server's settings with their defaults (model/settings); those without effect here are only kept. */
const defaults = {
  actionAcknowledgmentTimeout: 3_000,
  allowInvisibleElements: false,
  alwaysTraversableViewClasses: "",
  currentDisplayId: 0,
  disableIdLocatorAutocompletion: false,
  elementResponseAttributes: "name,text",
  enableMultiWindows: false,
  enableNotificationListener: true,
  enableTopmostWindowFromActivePackage: false,
  enforceXPath1: false,
  ignoreUnimportantViews: false,
  includeA11yActionsInPageSource: false,
  includeExtraRenderingInfoTextData: false,
  includeExtrasInPageSource: false,
  keyInjectionDelay: 0,
  limitXPathContextScope: true,
  mjpegBilinearFiltering: false,
  mjpegScalingFactor: 50,
  mjpegServerFramerate: 10,
  mjpegServerPort: 7_810,
  mjpegServerScreenshotQuality: 50,
  normalizeTagNames: false,
  scrollAcknowledgmentTimeout: 200,
  serverPort: 6_790,
  shouldUseCompactResponses: true,
  shutdownOnPowerDisconnect: true,
  simpleBoundsCalculation: false,
  snapshotMaxDepth: 70,
  trackScrollEvents: true,
  useResourcesForOrientationDetection: false,
  waitForIdleTimeout: 10_000,
  waitForSelectorTimeout: 10_000,
  wakeLockTimeout: 86_400_000,
};

export type ServerSettings = typeof defaults;

/** Refused, because what they change is not there. */
const notHere: ReadonlySet<string> = new Set([
  "allowInvisibleElements",
  "enforceXPath1",
  "ignoreUnimportantViews",
]);

export const newSettings = (): ServerSettings => ({ ...defaults });

/** @throws WebDriverError for one that is not known or of another type */
export function updateSettings(
  settings: ServerSettings,
  changes: Readonly<Record<string, unknown>>,
): ServerSettings {
  const known: Readonly<Record<string, unknown>> = settings;
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(known, name))
      throw new WebDriverError(
        "invalid argument",
        `Setting '${name}' is not known. Supported settings: ${Object.keys(known).join(", ")}`,
      );
    if (typeof value !== typeof known[name])
      throw new WebDriverError(
        "invalid argument",
        `Invalid setting value type for '${name}': ${typeof value}`,
      );
    if (notHere.has(name) && value !== known[name])
      throw new WebDriverError(
        "unsupported operation",
        `The setting '${name}' cannot be changed on this virtual phone`,
      );
  }
  return { ...settings, ...changes };
}
