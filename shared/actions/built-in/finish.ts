import * as z from "zod";
import { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const finish = defineBuiltIn({
  name: "FINISH",
  description: "End the task (rules 7, 8).",
  parameters: z.strictObject(AgentClaim.shape),
  aliases: ["done", "finished", "terminate", "complete", "end", "stop", "exit", "answer", "submit_answer"],
  kind: "talk",
  facts: { anywhere: false, script: "do" },
  idle: true,
  inWords: ({ status, answer }) =>
    `finish: ${status}${answer === undefined || answer === "" ? "" : `, answer ${JSON.stringify(answer)}`}`,
});
