import * as z from "zod";
import { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import { defineAction } from "../action-definition.ts";

export const finish = defineAction({
  name: "FINISH",
  description: "End the task (rules 7, 8).",
  parameters: z.strictObject(AgentClaim.shape),
  aliases: ["done", "finished", "terminate", "complete", "end", "stop", "exit", "answer", "submit_answer"],
  kind: "talk",
  idle: true,
  inWords: ({ status, answer }) =>
    `finish: ${status}${answer === undefined || answer === "" ? "" : `, answer ${JSON.stringify(answer)}`}`,
});
