import * as z from "zod";
import { JobId } from "#shared/contracts/values/ids.ts";
import { defineMcpTool } from "../mcp-tool.ts";

export const releaseDeviceTool = defineMcpTool({
  title: "Give a leased device back",
  description:
    "End the lease of a device: it is cleaned and free for others. What was done stays to be seen with get_job.",
  effect: "destroys",
  input: z.strictObject({ sessionId: JobId }),
  output: z.object({ sessionId: z.string(), status: z.string() }),
  async run({ sessionId }, { api, signal, leases }) {
    const { status } = await api.endSession({ id: sessionId, signal });
    leases.delete(sessionId);
    return { text: [`session ${sessionId}: ${status}`], data: { sessionId, status } };
  },
});
