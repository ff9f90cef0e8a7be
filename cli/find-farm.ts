import path from "node:path";
import type { Command } from "commander";
import { type FarmFile, readFarmFile } from "#local/farm-file.ts";
import { shellWord } from "#shared/text/shell-word.ts";
import { type ApiAddress, callsTo } from "./call-route.ts";
import { isHttpUrl, someText } from "./options/option-values.ts";
import { profileInUse, readProfile } from "./sign-in/profile-file.ts";
import { signedInFarm } from "./sign-in/signed-in-farm.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { plain, progress } from "./terminal/terminal.ts";

export const defaultFarmDirectory = ".drover";

/** Where a command finds the farm that it asks. */
export const dirOption = ["--dir <dir>", "the farm's directory", someText, defaultFarmDirectory] as const;

/** Of every command that asks a farm. */
export interface FarmFlags {
  readonly dir: string;
  readonly json?: boolean;
}
export const withFarmFlags = (command: Command, printed = "print as JSON"): Command =>
  command.option("--json", printed).option(...dirOption);

/** What a command to be typed next needs to reach the same farm. */
export const dirFlag = (dir: string): string =>
  dir === defaultFarmDirectory ? "" : ` --dir ${shellWord(dir)}`;

/**
 * The farm of DROVER_API_URL and DROVER_TOKEN, else that of the profile which --profile or DROVER_PROFILE names, else the one that
 * runs on `dir`, else the one that `drover login` signed in to last. Variables that are set but empty count as not set.
 */
export async function findFarm(dir: string): Promise<ApiAddress> {
  const { DROVER_API_URL: apiUrl, DROVER_TOKEN: token } = process.env;
  if (apiUrl) return { apiUrl: checkedUrl(apiUrl), token: token || noToken() };
  const profile = await profileInUse();
  const known = await readProfile(profile);
  if (process.env.DROVER_PROFILE) return signedInFarm(profile, known);
  const farm = await readFarmFile(dir);
  if (farm) {
    for (const line of ailingParts(farm)) progress(`warning: ${line}`);
    return { apiUrl: farm.apiUrl, token: farm.token };
  }
  if (known.endpoint !== undefined) return signedInFarm(profile, known);
  throw noFarm(dir, "Or sign in to one elsewhere: drover login --endpoint https://…");
}

/** Asks any route of that farm. Throws as findFarm and callRoute do. */
export const askFarm = async (dir: string) => callsTo(await findFarm(dir));
export type FarmAsk = Awaited<ReturnType<typeof askFarm>>;

function checkedUrl(apiUrl: string): string {
  if (isHttpUrl(apiUrl)) return apiUrl;
  throw new CommandFailure(exitCodes.usage, `DROVER_API_URL is not an http or https address: ${apiUrl}.`);
}

function noToken(): never {
  throw new CommandFailure(exitCodes.usage, "DROVER_API_URL is set, but DROVER_TOKEN is not.");
}

/** One sentence for each part of the farm that ended unasked and waits to be started again. */
export const ailingParts = (farm: FarmFile): readonly string[] =>
  Object.entries(farm.parts)
    .filter(([, part]) => part.state === "backingOff")
    .map(
      ([name, { lastEnd, nextStartAt }]) =>
        `The farm's ${name} ended (${plain(lastEnd ?? "no reason given")}) and is started again at ${nextStartAt}; see logs/${name}.log in the farm's directory.`,
    );

/** `AWS_*`: where the cloud's stand-ins of the farm on `dir` listen, and their credentials. */
export async function farmEnvironment(dir: string): Promise<FarmFile["environment"]> {
  const farm = await readFarmFile(dir);
  if (farm) return farm.environment;
  throw noFarm(dir, "Or name an engine elsewhere: --endpoint or AWS_ENDPOINT_URL_SFN");
}

const noFarm = (dir: string, otherwise: string): CommandFailure =>
  new CommandFailure(exitCodes.noFarm, `No farm is running on ${path.resolve(dir)}.`, [
    "Start one in another terminal: drover up",
    otherwise,
  ]);
