import * as z from "zod";
import { AgentClaim } from "../../contracts/agent-claim.ts";
import { defineAction } from "./action-definition.ts";

export const finish = defineAction({
  name: "FINISH",
  description: "End the task, as rules 7 and 8 say; why it failed goes into summary.",
  parameters: z.strictObject(AgentClaim.shape),
  aliases: ["done", "finished", "terminate", "complete", "end", "stop", "exit", "answer", "submit_answer"],
  kind: "talk",
  idle: true,
  inWords: ({ status, answer }) =>
    `finish: ${status}${answer === undefined || answer === "" ? "" : `, answer ${JSON.stringify(answer)}`}`,
});
