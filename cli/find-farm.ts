import path from "node:path";
import { readFarmFile } from "#local/farm-file.ts";
import type { ApiAddress } from "./api-client.ts";
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";

export const defaultFarmDirectory = ".drover";

/** The farm of DROVER_API_URL and DROVER_TOKEN (one in the cloud, say), else the one that runs on `dir`. */
export async function findFarm(dir: string): Promise<ApiAddress> {
  const { DROVER_API_URL: apiUrl, DROVER_TOKEN: token } = process.env;
  if (apiUrl && token) return { apiUrl, token };
  const farm = await readFarmFile(dir);
  if (farm) return farm;
  throw new CommandFailure(exitCodes.noFarm, `No farm is running on ${path.resolve(dir)}.`, [
    "Start one in another terminal: npx drover up",
    "Or name one elsewhere: DROVER_API_URL=… DROVER_TOKEN=… npx drover …",
  ]);
}
