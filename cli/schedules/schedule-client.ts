import type * as z from "zod";
import type {
  ScheduleChange,
  ScheduleRequest,
  TaskQuarantineRequest,
} from "#shared/contracts/api/responses/schedule-response.ts";
import { callRoute } from "../call-route.ts";
import { findFarm } from "../find-farm.ts";

type Page = { readonly limit?: number; readonly cursor?: string | undefined };

/** The API's routes of schedules, histories and quarantine, of the farm in a directory. Throws as findFarm and callRoute do. */
export async function scheduleClient(dir: string) {
  const address = await findFarm(dir);
  return {
    create: (body: z.input<typeof ScheduleRequest>) => callRoute(address, "createSchedule", { body }),
    list: () => callRoute(address, "listSchedules"),
    read: (name: string) => callRoute(address, "readSchedule", { name }),
    change: (name: string, body: z.input<typeof ScheduleChange>) =>
      callRoute(address, "changeSchedule", { name, body }),
    remove: (name: string) => callRoute(address, "removeSchedule", { name }),
    run: (name: string) => callRoute(address, "runSchedule", { name, body: {} }),
    runs: (name: string, query: Page) => callRoute(address, "listScheduleRuns", { name, query }),
    readRun: (name: string, run: string) => callRoute(address, "readScheduleRun", { name, run }),
    tasks: (query: Page) => callRoute(address, "listTaskHistories", { query }),
    task: (task: string) => callRoute(address, "readTaskHistory", { task }),
    quarantined: () => callRoute(address, "listQuarantine"),
    quarantine: (task: string, body: z.input<typeof TaskQuarantineRequest>) =>
      callRoute(address, "quarantineTask", { task, body }),
    unquarantine: (task: string) => callRoute(address, "unquarantineTask", { task }),
  };
}
