import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isHttpUrl } from "../options/option-values.ts";

export const ProfileName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/i);

/** What an issuer gave at the last sign-in or renewal. */
const Tokens = z.strictObject({
  access: z.string().min(1),
  /** Null: the issuer gave none. */
  refresh: z.string().min(1).nullable(),
  /** Null: the issuer did not say. */
  expiresAt: z.iso.datetime().nullable(),
  /** Who signed in: a machine does it again with its secret, which is not kept. */
  by: z.enum(["person", "machine"]),
});
export type Tokens = z.infer<typeof Tokens>;

const address = z.string().refine(isHttpUrl, "must be an http or https address");

export const Profile = z.strictObject({
  /** Where the API is. */
  endpoint: address.optional(),
  issuer: address.optional(),
  clientId: z.string().min(1).optional(),
  /** What a token is asked for, with blanks between. */
  scope: z.string().min(1).optional(),
  tokens: Tokens.optional(),
});
export type Profile = z.infer<typeof Profile>;

const Profiles = z.strictObject({
  schemaVersion: z.literal(1),
  /** Used when nobody names one. */
  current: ProfileName.default("default"),
  profiles: z.record(ProfileName, Profile),
});
type Profiles = z.infer<typeof Profiles>;

const none: Profiles = { schemaVersion: 1, current: "default", profiles: {} };

/** The farms that this user signed in to, for him alone: it holds tokens. */
export function profileFile(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME, APPDATA } = environment;
  const configured = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME;
  return path.join(configured || path.join(homedir(), ".config"), "drover", "profiles.json");
}

/** @throws ConfigurationInvalid when the file is not what `drover login` writes */
export async function readProfiles(file = profileFile()): Promise<Profiles> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return none;
  try {
    return Profiles.parse(JSON.parse(text));
  } catch (cause) {
    throw new DroverError("ConfigurationInvalid", `${file} is not a valid profiles file.`, {
      advice: ["Delete it and sign in again."],
      cause,
    });
  }
}

/** The profile of that name; empty when there is none. */
export const readProfile = async (name: string): Promise<Profile> =>
  (await readProfiles()).profiles[name] ?? {};

/** Read and replaced in one step each: of two commands at once, the later one's word stands. */
export async function changeProfiles(change: (profiles: Profiles) => Profiles): Promise<void> {
  const file = profileFile();
  const changed = Profiles.parse(change(await readProfiles(file)));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}

/** Replaces one profile. */
export const keepProfile = (name: string, profile: Profile): Promise<void> =>
  changeProfiles((all) => ({ ...all, profiles: { ...all.profiles, [name]: profile } }));

/** The one that is named, else the one that was made the usual one. */
export const profileInUse = async (): Promise<string> =>
  process.env.DROVER_PROFILE || (await readProfiles()).current;
