import * as z from "zod";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import { EnvReset } from "#shared/contracts/env/env-messages.ts";
import { envTools } from "./act.ts";
import { readAs } from "./env-body.ts";
import type { EnvSessions } from "./env-sessions.ts";
import type { EnvTask } from "./env-tasks.ts";

/** Which environment a row of NeMo Gym means. */
const RowTask = z.object({ task_id: z.string().max(255), seed: EnvReset.shape.seed.default(0) });
const SeedRequest = z.looseObject({ verifier_metadata: RowTask });

const TextPart = z.object({ type: z.string(), text: z.string().max(20_000).default("") });
const OutputItem = z.union([
  z.looseObject({ type: z.literal("message"), content: z.array(TextPart) }),
  z.looseObject({ type: z.string() }),
]);
const VerifyRequest = z.looseObject({ response: z.looseObject({ output: z.array(OutputItem).max(10_000) }) });

const instructions =
  "You use an Android phone by tools. Begin with 'look'. Elements have numbers in [ ]; a tool's answer shows the screen after it. When the task is done, or cannot be done, call 'finish'.";

/** A line of a data set of NeMo Gym: the task, the tools, and which environment it is. */
export const nemoRow = ({ id, request }: EnvTask) => ({
  responses_create_params: {
    input: [
      { role: "developer", content: instructions },
      { role: "user", content: request.task },
    ],
    tools: envTools.map(({ name, description, input_schema: parameters }) => ({
      ...{ type: "function", name, description, parameters, strict: false },
    })),
    parallel_tool_calls: false,
  },
  verifier_metadata: { task_id: id, seed: 0 },
});

/** @throws EnvError */
export async function seedSession(body: unknown, sessions: EnvSessions): Promise<string> {
  const { task_id: task, seed } = readAs(SeedRequest, body).verifier_metadata;
  const { id } = sessions.open();
  try {
    await sessions.use(id, (environment) => environment.reset({ task, seed }));
    return id;
  } catch (error) {
    sessions.end(id);
    throw error;
  }
}

/**
 * Judges the session's episode, by the agent's last words when it did not finish it, and ends the session.
 * @throws EnvError: a fault of the farm is no reward of 0
 */
export async function verifySession(body: unknown, id: string, sessions: EnvSessions): Promise<object> {
  const { response, ...row } = readAs(VerifyRequest, body);
  try {
    const claim = lastWords(response.output);
    const { reward, metadata } = await sessions.use(id, (environment) => environment.finish(claim));
    const components = (metadata.rubric ?? []).map(({ part, value }) => [part, value]);
    return { ...row, response, reward, reward_components: Object.fromEntries(components) };
  } finally {
    sessions.end(id);
  }
}

function lastWords(output: z.infer<typeof VerifyRequest>["response"]["output"]): AgentClaim | undefined {
  const last = output.findLast(({ type }) => type === "message");
  const said = OutputItem.options[0].safeParse(last);
  if (!said.success) return undefined;
  const answer = said.data.content
    .map(({ text }) => text)
    .join("")
    .slice(0, 4_000);
  return { status: "success", answer };
}
