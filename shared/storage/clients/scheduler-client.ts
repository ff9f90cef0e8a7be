import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { type ClientSettings, optionsOf } from "./client-settings.ts";

export const createSchedulerClient = (settings: ClientSettings): SchedulerClient =>
  new SchedulerClient(optionsOf("scheduler", settings));
