import { Apk } from "node-apk";
import type { VirtualApk } from "./virtual-apk.ts";

/** Android 14's, as `getprop ro.build.version.sdk` says it. */
const ownSdk = 34;
/** What Android 14 lets in without `--bypass-low-target-sdk-block`. */
const leastTargetSdk = 23;
const mostActivities = 200;

type Element = Awaited<ReturnType<Apk["getManifestInfo"]>>["raw"];

export const isZip = (file: Buffer): boolean => file.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";

/**
 * What the manifest of a real APK says of the app: its name, versions, label, activities and permissions. Its code is not looked at.
 * Throws `INSTALL_PARSE_FAILED_…: why` for what is no APK.
 */
export async function readApk(file: Buffer): Promise<VirtualApk> {
  const apk = new Apk(file);
  try {
    const manifest = await apk.getManifestInfo();
    const { raw } = manifest;
    const application = raw.children.application?.[0];
    if (typeof manifest.package !== "string" || application === undefined)
      throw new Error("<manifest> does not name a package with an application");
    const activities = [
      ...(application.children.activity ?? []),
      ...(application.children["activity-alias"] ?? []),
    ];
    const componentOf = (element: Element): string =>
      component(manifest.package, String(element.attributes.name));
    const launcher = activities.find(isLauncher);
    const sdk = raw.children["uses-sdk"]?.[0]?.attributes ?? {};
    // An APK of tests often has none.
    const versionCode = Number.isInteger(manifest.versionCode) ? manifest.versionCode : 0;
    const label = await labelOf(apk, manifest.applicationLabel);
    return {
      packageName: manifest.package,
      label: label ?? manifest.package,
      versionName: typeof manifest.versionName === "string" ? manifest.versionName : String(versionCode),
      versionCode,
      permissions: (raw.children["uses-permission"] ?? []).map(({ attributes }) => String(attributes.name)),
      hasCode: true,
      activities: [...new Set(activities.map(componentOf))].slice(0, mostActivities),
      launcher: launcher === undefined ? null : componentOf(launcher),
      minSdk: sdkOf(sdk.minSdkVersion, 1),
      targetSdk: sdkOf(sdk.targetSdkVersion, sdkOf(sdk.minSdkVersion, 1)),
      inputMethods: (application.children.service ?? [])
        .filter(({ attributes }) => attributes.permission === "android.permission.BIND_INPUT_METHOD")
        .map(componentOf),
      instrumentations: (raw.children.instrumentation ?? []).map(({ attributes }) => ({
        component: `${manifest.package}/${String(attributes.name)}`,
        target: String(attributes.targetPackage),
      })),
      isTestOnly: application.attributes.testOnly === true,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl.tmp/base.apk: Corrupt XML binary file or archive (${why})`,
      { cause: error },
    );
  } finally {
    apk.close();
  }
}

/** What Android refuses of an APK that it can read. */
export function checkApk(
  apk: VirtualApk,
  allowed: { readonly testOnly: boolean; readonly lowTargetSdk: boolean },
): void {
  const { minSdk = 1, targetSdk = ownSdk, isTestOnly = false } = apk;
  if (minSdk > ownSdk)
    throw new Error(
      `INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: /data/app/vmdl.tmp/base.apk (at Binary XML file line #7): Requires newer sdk version #${minSdk} (current version is #${ownSdk})`,
    );
  if (targetSdk < leastTargetSdk && !allowed.lowTargetSdk)
    throw new Error(
      `INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version ${leastTargetSdk}, but found ${targetSdk}`,
    );
  if (isTestOnly && !allowed.testOnly) throw new Error("INSTALL_FAILED_TEST_ONLY: installPackageLI");
}

const sdkOf = (value: unknown, standard: number): number => (typeof value === "number" ? value : standard);

/** `.Main`, `Main` and `pkg.Main` are `pkg/.Main`. */
function component(packageName: string, name: string): string {
  const full = name.startsWith(".")
    ? packageName + name
    : name.includes(".")
      ? name
      : `${packageName}.${name}`;
  return `${packageName}/${full.startsWith(`${packageName}.`) ? full.slice(packageName.length) : full}`;
}

function isLauncher({ children, attributes }: Element): boolean {
  if (attributes.enabled === false) return false;
  return (children["intent-filter"] ?? []).some((filter) => {
    const has = (tag: string, name: string): boolean =>
      (filter.children[tag] ?? []).some((one) => one.attributes.name === name);
    return has("action", "android.intent.action.MAIN") && has("category", "android.intent.category.LAUNCHER");
  });
}

/** The label itself, or the string of its resource: the one without a language, else the English one. */
async function labelOf(apk: Apk, label: unknown): Promise<string | null> {
  if (typeof label === "string" && label !== "") return label.slice(0, 200);
  if (typeof label !== "number") return null;
  const found = (await apk.getResources()).resolve(label).filter(({ value }) => typeof value === "string");
  const best =
    found.find(({ locale }) => locale?.language === undefined) ??
    found.find(({ locale }) => locale?.language === "en") ??
    found[0];
  return best === undefined ? null : String(best.value).slice(0, 200) || null;
}
