import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { App, AppIcon, ScreenFactory } from "../app.ts";
import type { InstalledPackage, InstallOptions, Intent } from "../device.ts";
import { codelessScreen, installedAppScreen } from "./installed-app-screen.ts";
import type { PermissionHolder } from "./permission-store.ts";
import { checkApk } from "./read-apk.ts";
import { resourceTable, stringId } from "./resource-table.ts";
import { VirtualApk } from "./virtual-apk.ts";
import { zipFile } from "./zip-file.ts";

const UNKNOWN_ICON: AppIcon = { name: "android", color: "#5f6368" };

export interface ResolvedIntent {
  readonly factory: ScreenFactory;
  readonly packageName: string;
}

/** The apps of the image and those installed later, which `data/system/packages.json` remembers. */
export class PackageRegistry {
  readonly #filesRoot: string;
  readonly #system: readonly App[];
  #installed: VirtualApk[];
  #installedApps = new Map<string, App>();

  constructor(filesRoot: string, apps: readonly App[]) {
    this.#filesRoot = filesRoot;
    this.#system = apps;
    this.#installed = [];
    this.reload();
    for (const app of apps) writeSystemApk(filesRoot, app);
  }

  apps(): readonly App[] {
    return [...this.#system, ...this.#installedApps.values()];
  }

  app(packageName: string): App | null {
    return this.apps().find((app) => app.packageName === packageName) ?? null;
  }

  /** Who holds permissions. */
  holder(packageName: string): PermissionHolder | null {
    const app = this.app(packageName);
    return app === null ? null : { ...app, isSystem: this.#system.includes(app) };
  }

  iconOf(packageName: string): AppIcon {
    return this.app(packageName)?.icon ?? UNKNOWN_ICON;
  }

  list(): readonly InstalledPackage[] {
    return this.apps().map((app) => {
      const isSystem = this.#system.includes(app);
      const { packageName, label, versionName, versionCode, launcherActivity } = app;
      const installed = this.#installed.find((one) => one.packageName === packageName);
      const apkPath = installed === undefined ? systemApkPath(app) : installedApkPath(installed);
      const labelResource = isSystem ? stringId(0) : 0;
      const { minSdk = 24, targetSdk = 34, instrumentations = [], inputMethods = [] } = installed ?? {};
      return {
        packageName,
        label,
        versionName,
        versionCode,
        launcherActivity,
        isSystem,
        apkPath,
        labelResource,
        minSdk,
        targetSdk,
        instrumentations,
        inputMethods,
      };
    });
  }

  launch(packageName: string, start: (factory: ScreenFactory) => void): void {
    const app = this.app(packageName);
    const factory =
      app?.screens.find((screen) => screen.component === app.launcherActivity) ?? app?.screens[0];
    if (factory !== undefined) start(factory);
  }

  resolve(intent: Intent): ResolvedIntent | null {
    if (intent.component !== undefined) return this.#byComponent(intent.component);
    const apps = this.apps().filter(
      (app) => intent.packageName === undefined || app.packageName === intent.packageName,
    );
    for (const app of apps) {
      const isMain = intent.action === undefined || intent.action === "android.intent.action.MAIN";
      if (isMain && intent.packageName !== undefined && app.launcherActivity !== null)
        return this.#byComponent(app.launcherActivity);
      const factory = app.screens.find((screen) => screen.filters.some((filter) => matches(filter, intent)));
      if (factory !== undefined) return { factory, packageName: app.packageName };
    }
    return null;
  }

  /** Components of everything that could answer. */
  query(intent: Intent): readonly string[] {
    if (intent.component !== undefined)
      return [this.#byComponent(intent.component)?.factory.component ?? []].flat();
    const isMain = intent.action === "android.intent.action.MAIN";
    const asks = (category: string) => intent.categories.includes(`android.intent.category.${category}`);
    const apps = this.apps().filter(({ packageName }) =>
      [undefined, packageName].includes(intent.packageName),
    );
    if (isMain && asks("HOME"))
      return apps
        .flatMap(({ screens, isHome }) => (isHome === true ? screens.slice(0, 1) : []))
        .map(({ component }) => component);
    if (isMain) return apps.flatMap(({ launcherActivity }) => launcherActivity ?? []);
    const answers = (screen: ScreenFactory) => screen.filters.some((filter) => matches(filter, intent));
    return apps.flatMap(({ screens }) => screens.filter(answers)).map(({ component }) => component);
  }

  #byComponent(component: string): ResolvedIntent | null {
    const wanted = fullComponent(component);
    for (const app of this.apps()) {
      const factory = app.screens.find((screen) => fullComponent(screen.component) === wanted);
      if (factory !== undefined) return { factory, packageName: app.packageName };
    }
    return null;
  }

  /** Installs an app that was read from `file`, which stays as its APK. */
  install(apk: VirtualApk, file: Buffer, options: InstallOptions): string {
    checkApk(apk, { testOnly: options.testOnly === true, lowTargetSdk: options.lowTargetSdk === true });
    const old = this.app(apk.packageName);
    if (old !== null && this.#system.includes(old)) {
      throw new Error(
        `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package ${apk.packageName} signatures do not match previously installed version; ignoring!`,
      );
    }
    if (old !== null && !options.replace) {
      throw new Error(
        `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${apk.packageName} without first uninstalling.`,
      );
    }
    if (old !== null && apk.versionCode < old.versionCode && !options.downgrade) {
      throw new Error(
        `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${apk.versionCode} is older than current ${old.versionCode}`,
      );
    }
    this.#drop(apk.packageName);
    this.#installed = [...this.#installed, apk];
    this.#installedApps.set(apk.packageName, installedApp(apk));
    const path = join(this.#filesRoot, installedApkPath(apk));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
    this.#save();
    return apk.packageName;
  }

  uninstall(packageName: string): boolean {
    if (!this.#installedApps.delete(packageName)) return false;
    this.#drop(packageName);
    this.#save();
    return true;
  }

  #drop(packageName: string): void {
    const old = this.#installed.find((apk) => apk.packageName === packageName);
    if (old === undefined) return;
    this.#installed = this.#installed.filter((apk) => apk !== old);
    const directory = dirname(dirname(installedApkPath(old)));
    rmSync(join(this.#filesRoot, directory), { recursive: true, force: true });
  }

  /** Another hand has put the files there. */
  reload(): void {
    this.#installed = this.#load();
    this.#installedApps = new Map(this.#installed.map((apk) => [apk.packageName, installedApp(apk)]));
  }

  factoryOf(component: string): ScreenFactory | null {
    return this.#byComponent(component)?.factory ?? null;
  }

  #file(): string {
    return join(this.#filesRoot, "data/system/packages.json");
  }

  #load(): VirtualApk[] {
    if (!existsSync(this.#file())) return [];
    return VirtualApk.array().parse(JSON.parse(readFileSync(this.#file(), "utf8")));
  }

  #save(): void {
    mkdirSync(dirname(this.#file()), { recursive: true });
    writeFileSync(this.#file(), JSON.stringify(this.#installed));
  }
}

function installedApp(apk: VirtualApk): App {
  const { packageName, label, launcher = `${packageName}/.MainActivity` } = apk;
  const components = apk.activities ?? (launcher === null ? [] : [launcher]);
  return {
    ...apk,
    icon: UNKNOWN_ICON,
    launcherActivity: launcher,
    screens: components.map((component) =>
      apk.hasCode === true
        ? codelessScreen(component, apk)
        : installedAppScreen(component, label, apk.secure === true),
    ),
  };
}

/** What of an image's app can be read without running it: the table of its strings. */
function writeSystemApk(filesRoot: string, app: App): void {
  const path = join(filesRoot, systemApkPath(app));
  if (app.launcherActivity === null || existsSync(path)) return;
  const bytes = systemApks.get(app) ?? systemApk(app);
  systemApks.set(app, bytes);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Made once: hundreds of phones have the same. */
const systemApks = new WeakMap<App, Buffer>();

function systemApk({ packageName, label, translations = {} }: App): Buffer {
  const strings = Object.fromEntries(
    Object.entries(translations).map(([language, text]) => [language, [text]]),
  );
  return zipFile("resources.arsc", resourceTable(packageName, ["app_name"], { "": [label], ...strings }));
}

const systemApkPath = (app: App): string => `/system/app/${fileNameOf(app)}/${fileNameOf(app)}.apk`;

function fileNameOf(app: App): string {
  return app.label.replaceAll(/[^A-Za-z0-9]/g, "") || app.packageName;
}

/** Another for whatever else is installed, as Android chooses one at random. */
function installedApkPath(apk: VirtualApk): string {
  const name = createHash("sha256").update(JSON.stringify(apk)).digest("base64url").slice(0, 22);
  return `/data/app/~~${name}==/${apk.packageName}-1/base.apk`;
}

/** `pkg/.Name` and `pkg/pkg.Name` are the same component. */
function fullComponent(component: string): string {
  const [packageName = "", name = ""] = component.split("/");
  return `${packageName}/${name.startsWith(".") ? packageName + name : name}`;
}

function matches(filter: ScreenFactory["filters"][number], intent: Intent): boolean {
  if (filter.action !== intent.action) return false;
  const scheme =
    intent.data === undefined
      ? undefined
      : /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(intent.data)?.[1]?.toLowerCase();
  if (filter.scheme !== undefined) return filter.scheme === scheme;
  if (filter.mimeType !== undefined) return filter.mimeType === intent.mimeType;
  return true;
}
