import type { FarmFile } from "#local/farm-file.ts";
import { modelNotice } from "#shared/agent/models/find-model.ts";
import { because } from "../because.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const deadlineMilliseconds = 5_000;
const check = "model";

/** Whether the model service answers and knows the key and the model. Costs no tokens. */
export async function checkModel(model: FarmFile["model"], apiKey: string | undefined): Promise<Finding> {
  if (model.practice) return practice(model);
  const notice = modelNotice(model.model, new Date());
  const another = "Start the farm with --model <id> for another.";
  if (notice?.kind === "retired") return fail(check, notice.message, another);
  const finding = await checkService(model, apiKey);
  return finding.status === "fail" || notice === null ? finding : warn(check, notice.message, another);
}

async function checkService(model: FarmFile["model"], apiKey: string | undefined): Promise<Finding> {
  if (!apiKey)
    return warn(
      check,
      `${model.baseUrl}: the key is not in this shell`,
      "Set ANTHROPIC_API_KEY here to have it checked.",
    );
  try {
    const response = await fetch(new URL(`/v1/models/${encodeURIComponent(model.model)}`, model.baseUrl), {
      headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
      signal: AbortSignal.timeout(deadlineMilliseconds),
    });
    if (response.ok) return ok(check, `${model.model} at ${model.baseUrl}`);
    const remedy = response.status === 404 ? "Check the model's id." : "Check the key and its limits.";
    return fail(check, `${model.baseUrl} answers ${response.status} for ${model.model}`, remedy);
  } catch (error) {
    return fail(
      check,
      `no answer from ${model.baseUrl} in ${deadlineMilliseconds} ms: ${because(error)}`,
      "Check the address and the network.",
    );
  }
}

async function practice(model: FarmFile["model"]): Promise<Finding> {
  try {
    // Any answer, an error as well, shows that it listens; its key is the farm's own affair.
    await fetch(new URL("/v1/models", model.baseUrl), { signal: AbortSignal.timeout(deadlineMilliseconds) });
    return warn(
      check,
      `the practice model at ${model.baseUrl}: rules, not a language model`,
      "Set ANTHROPIC_API_KEY and restart the farm for a real one.",
    );
  } catch (error) {
    return fail(check, `the practice model does not answer: ${because(error)}`, "Restart the farm.");
  }
}
