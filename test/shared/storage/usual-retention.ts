import { Retention } from "#shared/contracts/farm/retention.ts";
import { at } from "./sample-records.ts";

/** As a project without a config has it, at the time of the sample records. */
export const usualRetention = { retention: Retention.parse({}), now: () => new Date(at) };
