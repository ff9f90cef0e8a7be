import * as z from "zod";
import { ToolName, ToolServerName } from "./tool.ts";

/** The tools that a job's agent may call, as their servers described them when it began. */
export const ToolList = z.strictObject({
  schemaVersion: z.literal(1),
  tools: z.array(
    z.strictObject({
      name: ToolName,
      description: z.string().max(1_000),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Servers that did not answer. */
  away: z.array(ToolServerName),
});
export type ToolList = z.infer<typeof ToolList>;
