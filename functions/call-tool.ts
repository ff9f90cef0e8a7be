import { callTool } from "#agent/tools/call-tool.ts";
import { CallToolInput, CallToolOutput } from "#shared/contracts/workflow/call-tool.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "call-tool",
  input: CallToolInput,
  output: CallToolOutput,
  handle: callTool,
});
