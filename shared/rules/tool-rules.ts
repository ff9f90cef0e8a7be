import type { ToolName, ToolRule } from "../contracts/agent/tool.ts";

/** Whether a job may call a tool. Nothing is allowed that no rule names. */
export const allowsTool = (rules: readonly ToolRule[], name: ToolName): boolean =>
  rules.some((rule) => (rule.endsWith("*") ? name.startsWith(rule.slice(0, -1)) : rule === name));

const serverOf = (name: ToolName | ToolRule): string => name.slice(0, name.indexOf("/"));

/** The servers that the rules name, each once, in order. */
export const serversOf = (rules: readonly ToolRule[]): readonly string[] => [...new Set(rules.map(serverOf))];

/** A tool's server, and what the server itself calls the tool. */
export const toolParts = (name: ToolName): { readonly server: string; readonly tool: string } => ({
  server: serverOf(name),
  tool: name.slice(name.indexOf("/") + 1),
});
