import { parseDefinition } from "../definition/parse-definition.ts";
import { read } from "./action.ts";
import { pageSize, text } from "./request.ts";

export const validateStateMachineDefinition = read((_engine, request) => {
  const type = request.type === "EXPRESS" ? "EXPRESS" : "STANDARD";
  const parsed = parseDefinition(text(request, "definition"), type);
  const found = parsed.ok ? [] : parsed.diagnostics;
  const limit = pageSize(request);
  return {
    result: parsed.ok ? "OK" : "FAIL",
    diagnostics: found.slice(0, limit),
    truncated: found.length > limit,
  };
});
