import type { WriterConfig } from "../definition/asl.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { type ChildResult, transformedResult } from "./child-result.ts";

/**
 * The result of a distributed Map that is not written to S3: the children's outputs in order, shaped by
 * `WriterConfig` when there is one. JSON Lines come as text.
 */
export function inlineResults(results: Iterable<ChildResult>, config: WriterConfig = {}): JsonValue {
  const { Transformation = "COMPACT", OutputType = "JSON" } = config;
  const values = [...results].flatMap((result) => transformedResult(result, Transformation));
  return OutputType === "JSONL" ? values.map((value) => JSON.stringify(value)).join("\n") : values;
}
