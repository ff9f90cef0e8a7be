import type { McpTool } from "./mcp-tool.ts";
import { actOnDeviceTool } from "./tools/act-on-device-tool.ts";
import { answerQuestionTool } from "./tools/answer-question-tool.ts";
import { getBatchTool } from "./tools/get-batch-tool.ts";
import { getJobTool } from "./tools/get-job-tool.ts";
import { getScreenshotTool } from "./tools/get-screenshot-tool.ts";
import { leaseDeviceTool } from "./tools/lease-device-tool.ts";
import { listFarmTool } from "./tools/list-farm-tool.ts";
import { observeDeviceTool } from "./tools/observe-device-tool.ts";
import { releaseDeviceTool } from "./tools/release-device-tool.ts";
import { runBatchTool } from "./tools/run-batch-tool.ts";
import { runTaskTool } from "./tools/run-task-tool.ts";
import { steerTool } from "./tools/steer-tool.ts";

/** Every tool by its name. Each costs every conversation its description: there are twelve, and what is new finds a place in one of them. */
export const mcpTools = {
  run_task: runTaskTool,
  get_job: getJobTool,
  list: listFarmTool,
  get_screenshot: getScreenshotTool,
  answer_question: answerQuestionTool,
  steer: steerTool,
  run_batch: runBatchTool,
  get_batch: getBatchTool,
  lease_device: leaseDeviceTool,
  observe_device: observeDeviceTool,
  act_on_device: actOnDeviceTool,
  release_device: releaseDeviceTool,
} as const;
export type McpToolName = keyof typeof mcpTools;

/** With their types erased: arguments are held to `input` before `run` has them. */
export const everyMcpTool = Object.entries(mcpTools) as unknown as readonly (readonly [
  McpToolName,
  McpTool,
])[];
