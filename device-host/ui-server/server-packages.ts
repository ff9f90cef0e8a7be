import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { DroverError } from "#shared/errors/drover-error.ts";

/** The names of Appium's server on a device (github.com/appium/appium-uiautomator2-server). */
export const serverPackage = "io.appium.uiautomator2.server";
export const testPackage = `${serverPackage}.test`;
export const serverRunner = `${testPackage}/androidx.test.runner.AndroidJUnitRunner`;
export const npmPackage = "appium-uiautomator2-server";

export interface ServerPackages {
  /** The folder that the APKs are in. */
  readonly directory: string;
  /** Each package's APK. */
  readonly files: Readonly<Record<string, string>>;
  /** Of both APKs: a device that has others gets these. */
  readonly digest: string;
}

/**
 * The server's two APKs: in `directory`, or in the npm package, where it is installed beside Drover or in the working directory. Null:
 * nowhere. They are never downloaded. @throws ConfigurationInvalid when a directory was given that does not hold them
 */
export function findServerPackages(directory?: string): ServerPackages | null {
  if (directory !== undefined) {
    const found = packagesIn(directory);
    if (found !== null) return found;
    throw new DroverError(
      "ConfigurationInvalid",
      `The folder '${directory}' of --ui-server-apks does not hold one APK of the server and one *androidTest.apk. They are in the npm package ${npmPackage}, in its folder 'apks'.`,
    );
  }
  for (const from of [import.meta.url, path.join(process.cwd(), "drover.js")]) {
    const found = packagesIn(path.join(packageFrom(from), "apks"));
    if (found !== null) return found;
  }
  return null;
}

function packageFrom(from: string): string {
  try {
    return path.dirname(createRequire(from).resolve(`${npmPackage}/package.json`));
  } catch {
    return "";
  }
}

function packagesIn(directory: string): ServerPackages | null {
  const apks = namesIn(directory).filter((name) => name.endsWith(".apk"));
  const [tests, ...moreTests] = apks.filter((name) => /androidTest\.apk$/i.test(name));
  const [server, ...others] = apks.filter((name) => !/androidTest\.apk$/i.test(name));
  if (server === undefined || tests === undefined || others.length + moreTests.length > 0) return null;
  const files = { [serverPackage]: path.join(directory, server), [testPackage]: path.join(directory, tests) };
  const hash = createHash("sha256");
  for (const file of Object.values(files)) hash.update(readFileSync(file));
  return { directory, files, digest: hash.digest("hex") };
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
