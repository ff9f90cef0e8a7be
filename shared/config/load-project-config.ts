import { pathToFileURL } from "node:url";
import type * as z from "zod";
import type { ActionCatalogue } from "../actions/action-catalogue.ts";
import type { DeviceActionDefinition } from "../actions/action-definition.ts";
import { DroverError } from "../errors/drover-error.ts";
import { catalogueWith } from "../extensions/registered-action.ts";
import { withoutSecrets } from "../rules/secrets.ts";
import { DroverConfig } from "./drover-config.ts";

/** A project's config with every default filled in. */
export interface ProjectConfig extends DroverConfig {
  /** Where it was read; null: there is none, and everything is as Drover has it. */
  readonly file: string | null;
  /** The built-in actions and its own. */
  readonly catalogue: ActionCatalogue;
}

export interface ConfigEnvironment {
  /** Absolute path; absent or empty: no config. */
  readonly DROVER_CONFIG_FILE?: string | undefined;
}

/** Of a config that was made one module, in a folder that a function finds at /opt. */
export const configFileName = "drover.config.mjs";

const loaded = new Map<string, Promise<ProjectConfig>>();

/**
 * The config that DROVER_CONFIG_FILE names: read once in a process, so a change counts from the next start on.
 * @throws ConfigurationInvalid that names file, field and value
 */
export function loadProjectConfig({ DROVER_CONFIG_FILE: file }: ConfigEnvironment): Promise<ProjectConfig> {
  const key = file ?? "";
  const config = loaded.get(key) ?? (key === "" ? emptyConfig() : readConfig(key));
  loaded.set(key, config);
  return config;
}

const emptyConfig = async (): Promise<ProjectConfig> => withCatalogue(DroverConfig.parse({}), null);

const withCatalogue = (config: DroverConfig, file: string | null): ProjectConfig => ({
  ...config,
  file,
  catalogue: catalogueWith(config.actions as readonly DeviceActionDefinition[]),
});

async function readConfig(file: string): Promise<ProjectConfig> {
  const exported = await importConfig(file);
  if (!("default" in exported)) {
    throw invalid(file, "has no default export", "End it with: export default defineConfig({ … });");
  }
  const parsed = DroverConfig.safeParse(exported.default);
  if (parsed.success) return withCatalogue(parsed.data, file);
  const faults = parsed.error.issues.slice(0, 10).flatMap((issue) => faultsOf(issue, exported.default));
  throw invalid(
    file,
    `cannot be used: ${faults.map(({ field, said }) => `${field} ${said}`).join("; ")}`,
    "Correct these fields and restart: a config is read only at the start.",
    { details: { file, errors: faults } },
  );
}

async function importConfig(file: string): Promise<object> {
  const { href } = pathToFileURL(file);
  try {
    // Known when it runs, not when it is bundled.
    return await import(/* @vite-ignore */ href);
  } catch (cause) {
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    if (isMissing(cause, href)) {
      throw invalid(file, "does not exist", "Give another one with --config, or unset DROVER_CONFIG_FILE.", {
        cause,
      });
    }
    throw invalid(file, `cannot be loaded: ${said.slice(0, 500)}`, `Run 'node ${file}' to see the error.`, {
      cause,
    });
  }
}

/** The file itself, not one that it imports. */
const isMissing = (error: unknown, href: string): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_MODULE_NOT_FOUND" &&
  "url" in error &&
  error.url === href;

interface Fault {
  readonly field: string;
  readonly said: string;
}

function faultsOf(issue: z.core.$ZodIssue, config: unknown): readonly Fault[] {
  if (issue.code === "unrecognized_keys") {
    // Its value is not shown: it may be a key in the wrong place.
    return issue.keys.map((key) => ({
      field: fieldOf([...issue.path, key]),
      said: "is not a setting of Drover",
    }));
  }
  const value = issue.path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    config,
  );
  const shown = value === undefined ? "is missing" : `is ${textOf(value)}`;
  return [{ field: fieldOf(issue.path), said: `${shown}: ${issue.message}` }];
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join(".") || "the config";

const textOf = (value: unknown): string =>
  withoutSecrets(
    (typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value))).slice(0, 100),
  );

const invalid = (
  file: string,
  problem: string,
  remedy: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): DroverError =>
  new DroverError("ConfigurationInvalid", `${file} ${problem}`, {
    details: { file },
    ...options,
    advice: [remedy],
  });
