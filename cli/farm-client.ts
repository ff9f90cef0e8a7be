import { type ApiClient, createApiClient } from "./api-client.ts";
import { findFarm } from "./find-farm.ts";

/** The API of the farm in a directory, or of the one that the environment names. Throws as findFarm does. */
export const farmClient = async (dir: string): Promise<ApiClient> => createApiClient(await findFarm(dir));
