import * as z from "zod";

/** What a project's config calls an MCP server by. */
export const ToolServerName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be a server's name: lower-case letters, digits and '-'");

/** A tool's own name, as its server gives it. */
const toolName = "[A-Za-z0-9_.-]{1,128}";

/** `<server>/<tool>`: how a tool is in prompts, in actions and in rules. */
export const ToolName = z
  .string()
  .regex(new RegExp(`^[a-z][a-z0-9-]{0,31}/${toolName}$`), "must be <server>/<tool>");
export type ToolName = z.infer<typeof ToolName>;

/** One tool, or with `*` at its end every tool that begins so: `files/read_*`, `calendar/*`. */
export const ToolRule = z
  .string()
  .max(162)
  .regex(
    new RegExp(`^[a-z][a-z0-9-]{0,31}/(?:${toolName}|[A-Za-z0-9_.-]{0,127}\\*)$`),
    "must be <server>/<tool>, or end in '*', such as files/read_*",
  );
export type ToolRule = z.infer<typeof ToolRule>;

/** A server's description of a tool: hostile text. */
export interface OfferedTool {
  readonly name: ToolName;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}
