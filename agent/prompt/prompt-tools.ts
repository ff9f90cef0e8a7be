import type { OfferedTool } from "#shared/contracts/agent/tool.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { displayText } from "#shared/text/display-text.ts";

/** More would crowd out the screen. */
const mostTools = 40;
const longestDescription = 160;
const mostParameters = 12;

interface Property {
  readonly type?: unknown;
  readonly enum?: unknown;
}

/** `name: string`, `lines?: integer`, `mode: a|b`. */
function parameterText(name: string, property: unknown, required: boolean): string {
  const { type, enum: values }: Property = typeof property === "object" && property !== null ? property : {};
  const kinds = Array.isArray(values) ? values : Array.isArray(type) ? type : [type ?? "any"];
  return displayText(`${name}${required ? "" : "?"}: ${kinds.slice(0, 8).map(String).join("|")}`, 120);
}

function signature({ name, inputSchema }: OfferedTool): string {
  const { properties, required } = inputSchema;
  const needed = Array.isArray(required) ? required : [];
  const parameters = Object.entries(typeof properties === "object" ? (properties ?? {}) : {});
  const told = parameters
    .slice(0, mostParameters)
    .map(([field, property]) => parameterText(field, property, needed.includes(field)));
  return `${name}(${[...told, ...(parameters.length > told.length ? ["…"] : [])].join(", ")})`;
}

/** A line for each tool: its name, its arguments and what its server says of it, which is hostile text. */
export function describeTools(tools: readonly OfferedTool[]): string {
  const lines = tools
    .slice(0, mostTools)
    .map((tool) => `${signature(tool)} -- ${displayText(tool.description, longestDescription)}`);
  const left = tools.length - lines.length;
  return [...lines, ...(left > 0 ? [`(and ${left} more)`] : [])].join("\n");
}

/** What a person, a tool or another role answered to the last step, in the form that docs/spec.md I4.3 gives it. */
export function toolResultText(history: readonly Step[]): string | undefined {
  const result = history.at(-1)?.toolResult;
  if (result === undefined) return undefined;
  const { kind, name, ok, text } = result;
  const tool = kind === "mcp_call" ? name : kind;
  return JSON.stringify({ tool_result: { tool, ...(ok ? {} : { error: true }), result: text } });
}
