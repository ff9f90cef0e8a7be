import type { Job } from "#shared/contracts/job/job.ts";
import { referredSecrets } from "#shared/contracts/job/secret.ts";
import type { ToolResult } from "#shared/contracts/step/step-findings.ts";
import { listTools } from "#shared/mcp/list-tools.ts";
import { type ToolConnection, withToolServer } from "#shared/mcp/tool-connection.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import { allowsTool, toolParts } from "#shared/rules/tool-rules.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { Services } from "../runtime/services.ts";
import type { Talk } from "../steps/step-talk.ts";
import { argumentFault } from "./check-arguments.ts";
import { toolAccess } from "./tool-access.ts";
import { type ToolAnswer, toolAnswer } from "./tool-answer.ts";

type Call = Extract<Talk, { kind: "mcp_call" }>;

interface Caller {
  readonly job: Job;
  readonly stepNumber: number;
}

const unknownResult = "It is not known whether the tool did it: nothing was heard of the call any more.";

/** The result that is now on the step. */
export async function callOnce(
  call: Call,
  caller: Caller,
  runtime: Pick<Services, "monotonic" | "repositories">,
): Promise<ToolResult> {
  const { job, stepNumber } = caller;
  const { tenantId, jobId } = job;
  const { steps } = runtime.repositories;
  const key = { tenantId, jobId, stepNumber };
  const resultOf = ({ ok, text }: ToolAnswer): ToolResult => ({
    kind: "mcp_call",
    name: call.tool,
    ok,
    text,
  });
  const marked = (): Promise<boolean> =>
    steps.beginTool({ ...key, toolResult: resultOf({ ok: false, text: unknownResult }) });
  const begun = runtime.monotonic();
  const answer = await answerTo(call, job, marked);
  if (answer === null) return (await steps.get(tenantId, jobId, stepNumber))?.toolResult ?? resultOf(lost);
  const toolResult = resultOf(answer);
  const milliseconds = Math.round(runtime.monotonic() - begun);
  await steps.saveToolResult({ ...key, toolResult, milliseconds });
  return toolResult;
}

const lost: ToolAnswer = { ok: false, text: unknownResult };
const not = (text: string): ToolAnswer => ({ ok: false, text });

/** Null: somebody else calls, or called. */
async function answerTo(call: Call, job: Job, mark: () => Promise<boolean>): Promise<ToolAnswer | null> {
  const { server, tool } = toolParts(call.tool);
  const refused = refusal(call, job);
  if (refused !== null) return not(refused);
  const access = toolAccess(server, await projectConfig());
  if (access === undefined) return not(`The farm has no MCP server '${server}' any more.`);
  let made = false;
  try {
    return await withToolServer(access, async (connection) => {
      const fault = await callFault(call, server, connection);
      if (fault !== null) return not(`The tool was not called: ${fault}.`);
      if (!(await mark())) return null;
      made = true;
      const { client, timeout } = connection;
      const given = { name: tool, arguments: call.arguments };
      return toolAnswer(await client.callTool(given, undefined, { timeout }));
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return not(made ? `${unknownResult} ${why}` : `The tool was not called: '${server}' says: ${why}`);
  }
}

function refusal({ tool, arguments: given }: Call, { tools, policy }: Job): string | null {
  const kind = kindRefusal(["talk"], policy);
  if (kind !== null) return `The tool was not called: the policy of this job does not allow it: ${kind}.`;
  if (!allowsTool(tools, tool)) return `The tool was not called: this job allows no tool '${tool}'.`;
  if (referredSecrets(JSON.stringify(given)).length === 0) return null;
  return "The tool was not called: secrets are typed on the device, and are given to no tool.";
}

async function callFault(
  { tool, arguments: given }: Call,
  server: string,
  connection: ToolConnection,
): Promise<string | null> {
  const offered = (await listTools(server, connection)).find(({ name }) => name === tool);
  if (offered === undefined) return `'${server}' offers no tool '${tool}' any more`;
  return argumentFault(offered, given);
}
