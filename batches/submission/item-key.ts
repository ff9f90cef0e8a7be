import { hash } from "node:crypto";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";

const hexDigits = 20;

/**
 * Which item a line is: the same task, variant, epoch and request, defaults filled in. What tells how it is counted (tags, weight,
 * prerequisite) may change without a second run.
 */
export const itemKeyOf = ({ taskId, variant, epoch, request }: BatchLine): BatchItemKey =>
  BatchItemKey.parse(hash("sha256", canonicalJson({ taskId, variant, epoch, request })).slice(0, hexDigits));
