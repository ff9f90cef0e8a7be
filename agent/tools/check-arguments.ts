import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { OfferedTool } from "#shared/contracts/agent/tool.ts";

/** What is wrong with a call's arguments, each field by its name; null when they fit the tool's schema. */
export function argumentFault(
  { name, inputSchema }: OfferedTool,
  given: Readonly<Record<string, unknown>>,
): string | null {
  try {
    // One for each call: schemas of different servers may claim one $id.
    const validate = new AjvJsonSchemaValidator().getValidator<unknown>(inputSchema);
    const { valid, errorMessage = "" } = validate(given);
    if (valid) return null;
    return errorMessage
      .replace(/\bdata\/([^ ,]+)/g, (_whole, path: string) => `arguments.${path.replaceAll("/", ".")}`)
      .replace(/\bdata\b(?= must)/g, "arguments");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `the schema that '${name}' gives of its arguments cannot be read: ${why}`.slice(0, 500);
  }
}
