import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { ChosenBy } from "../step/step.ts";
import { JobId } from "../values/ids.ts";

const count = z.int().min(0);
/** Within the folder, without a way out of it. */
const relativePath = z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/);

/** A line of `sft.jsonl`, as LLaMA-Factory (sharegpt) and TRL read it: as many `<image>` marks as images. */
export const TrainingRow = z.strictObject({
  messages: z.tuple([
    z.strictObject({ role: z.literal("user"), content: z.string() }),
    z.strictObject({ role: z.literal("assistant"), content: z.string() }),
  ]),
  /** What the model reasoned before the reply, which is no part of it; empty where its service does not tell. */
  reasoning: z.string(),
  images: z.array(relativePath).max(1),
  job_id: JobId,
  step: z.int().min(1),
  /** Whose choice it teaches: `model`: Drover's own agent's; `external`: another maker's; `human`: a person's. */
  chosen_by: ChosenBy,
});
export type TrainingRow = z.infer<typeof TrainingRow>;

/** A line of `metadata.jsonl` of a Hugging Face folder of pictures: a screen, and what was done on it. */
export const ImageFolderRow = z.strictObject({
  file_name: relativePath,
  job_id: JobId,
  step: z.int().min(1),
  task: z.string(),
  thinking: z.string(),
  /** Empty where the service does not tell. */
  reasoning: z.string(),
  /** Of the step's actions, as a JSON list: columns of a data set have one type. */
  action: z.string(),
  app: z.string(),
  step_ok: z.boolean().nullable(),
  outcome: JobOutcome.nullable(),
  claim: z.enum(["success", "infeasible"]).nullable(),
  model: z.string(),
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.number().nullable(),
});
export type ImageFolderRow = z.infer<typeof ImageFolderRow>;

/**
 * A row as AndroidWorld's `suite_utils` makes it, by the names of `constants.EpisodeConstants`; `pandas.DataFrame` of the list is
 * what its `process_episodes` takes. A number that is not known is null, which pandas reads as NaN.
 */
export const AndroidWorldRow = z.strictObject({
  task_template: z.string(),
  instance_id: count,
  goal: z.string(),
  /** 1 or 0; null with `exception_info`: the run says nothing of the agent. */
  is_successful: z.union([z.literal(0), z.literal(1)]).nullable(),
  episode_length: count.nullable(),
  /** Seconds. */
  run_time: z.number().min(0),
  finish_dtime: z.string().nullable(),
  agent_name: z.string(),
  exception_info: z.string().nullable(),
  screen_config: z.strictObject({
    width: z.int().nullable(),
    height: z.int().nullable(),
    orientation: z.enum(["portrait", "landscape"]),
    config_name: z.string(),
  }),
  seed: z.null(),
  aux_data: z.strictObject({
    job_id: JobId,
    outcome: JobOutcome.nullable(),
    progress: z.number().nullable(),
  }),
});
export type AndroidWorldRow = z.infer<typeof AndroidWorldRow>;
