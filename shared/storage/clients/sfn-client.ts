import { SFNClient } from "@aws-sdk/client-sfn";
import { directTasks } from "../direct/task-calls.ts";
import { type ClientSettings, optionsOf, shortened } from "./client-settings.ts";

export const createSfnClient = (settings: ClientSettings): SFNClient =>
  shortened(new SFNClient(optionsOf("sfn", settings)), "sfn", directTasks, settings);
