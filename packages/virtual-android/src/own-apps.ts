import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { appToolkit } from "./app-toolkit.ts";
import { isIconName } from "./graphics/icons.ts";
import type { App } from "./system/app.ts";

const Component = z.string().regex(/^[\w.]+\/[\w.$]+$/, "give it as package/.Activity");
const PackageName = z
  .string()
  .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, "give a package name such as org.example.todo");
const Callable = z.custom<(...args: never[]) => unknown>(
  (value) => typeof value === "function",
  "must be a function",
);

/** What of an app is needed that no type checker has seen; TypeScript's `App` says the rest. */
const OwnApp = z.looseObject({
  packageName: PackageName,
  label: z.string().min(1).max(40),
  versionName: z.string().min(1),
  versionCode: z.int().min(1),
  icon: z.strictObject({
    name: z.string().refine(isIconName, "is no icon of the virtual phone"),
    color: z.string().regex(/^#[\da-f]{6}$/i, "give a colour such as #1a73e8"),
  }),
  launcherActivity: Component.nullable(),
  screens: z
    .array(z.looseObject({ component: Component, open: Callable, filters: z.array(z.unknown()) }))
    .min(1),
  databases: z
    .array(
      z.strictObject({
        packageName: PackageName,
        path: z
          .string()
          .regex(
            /^data\/(data|user_de\/0)\/[\w./-]+\.db$/,
            "give a path such as data/data/<package>/databases/app.db",
          ),
        create: Callable,
      }),
    )
    .optional(),
});

const moduleName = /^app\.(ts|js|mjs)$/;

/**
 * The apps of a directory: a folder each, with `app.ts`, `app.js` or `app.mjs` in it, whose default export makes the app of the toolkit.
 * @throws Error that names the file and what is wrong in it
 */
export async function loadOwnApps(directory: string, taken: readonly string[]): Promise<readonly App[]> {
  const root = resolve(directory);
  const folders = await readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`The directory of apps ${root} cannot be read.`, { cause });
  });
  const apps: App[] = [];
  for (const folder of folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))) {
    const place = join(root, folder.name);
    const file = (await readdir(place)).find((name) => moduleName.test(name));
    if (file === undefined) throw new Error(`${place} has no app.ts, app.js or app.mjs.`);
    const app = await loadApp(join(place, file));
    const others = [...taken, ...apps.map(({ packageName }) => packageName)];
    if (others.includes(app.packageName))
      throw new Error(`${join(place, file)}: packageName: there is an app ${app.packageName} already`);
    apps.push(app);
  }
  return apps.sort((a, b) => a.label.localeCompare(b.label, "en"));
}

async function loadApp(file: string): Promise<App> {
  const loaded: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  const make = typeof loaded === "object" && loaded !== null && "default" in loaded ? loaded.default : null;
  if (typeof make !== "function")
    throw new Error(`${file}: default: export a function that makes the app of the toolkit`);
  const made: unknown = make(appToolkit);
  const checked = OwnApp.safeParse(made);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new Error(`${file}: ${issue?.path.join(".") || "app"}: ${issue?.message ?? "is not an app"}`);
  }
  return mustHang(file, made as App);
}

/** What only shows when parts are held against each other. */
function mustHang(file: string, app: App): App {
  const own = ({ component }: { readonly component: string }): boolean =>
    component.startsWith(`${app.packageName}/`);
  const stranger = app.screens.findIndex((screen) => !own(screen));
  if (stranger >= 0)
    throw new Error(`${file}: screens.${stranger}.component: must begin with ${app.packageName}/`);
  const { launcherActivity } = app;
  if (launcherActivity !== null && !app.screens.some(({ component }) => component === launcherActivity))
    throw new Error(`${file}: launcherActivity: no screen has the component ${launcherActivity}`);
  const foreign = (app.databases ?? []).findIndex(({ packageName }) => packageName !== app.packageName);
  if (foreign >= 0) throw new Error(`${file}: databases.${foreign}.packageName: must be ${app.packageName}`);
  return app;
}
