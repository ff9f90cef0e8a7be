import type { McpTool } from "./mcp-tool.ts";
import { actOnDevice } from "./tools/act-on-device.ts";
import { answerQuestion } from "./tools/answer-question.ts";
import { getBatch } from "./tools/get-batch.ts";
import { getJob } from "./tools/get-job.ts";
import { getScreenshot } from "./tools/get-screenshot.ts";
import { leaseDevice } from "./tools/lease-device.ts";
import { listFarm } from "./tools/list-farm.ts";
import { observeDevice } from "./tools/observe-device.ts";
import { releaseDevice } from "./tools/release-device.ts";
import { runBatch } from "./tools/run-batch.ts";
import { runTask } from "./tools/run-task.ts";
import { steer } from "./tools/steer.ts";

/** Every tool by its name. Each costs every conversation its description: there are twelve, and what is new finds a place in one of them. */
export const mcpTools = {
  run_task: runTask,
  get_job: getJob,
  list: listFarm,
  get_screenshot: getScreenshot,
  answer_question: answerQuestion,
  steer,
  run_batch: runBatch,
  get_batch: getBatch,
  lease_device: leaseDevice,
  observe_device: observeDevice,
  act_on_device: actOnDevice,
  release_device: releaseDevice,
} as const;
export type McpToolName = keyof typeof mcpTools;

/** With their types erased: arguments are held to `input` before `run` has them. */
export const everyMcpTool = Object.entries(mcpTools) as unknown as readonly (readonly [
  McpToolName,
  McpTool,
])[];
