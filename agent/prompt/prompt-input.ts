import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ReplyDialect as ReplyDialectName } from "#shared/contracts/agent/model-settings.ts";
import type { OfferedTool } from "#shared/contracts/agent/tool.ts";
import type { AppFacts, DeviceFacts } from "#shared/contracts/device/device-facts.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Perception } from "#shared/contracts/device/perception.ts";
import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ImagePart, ModelRequest } from "../models/model-provider.ts";

export interface PromptInput {
  readonly task: string;
  /** What the answer must fit; absent: it is any text. */
  readonly answerSchema?: AnswerSchema;
  /** What the job's sender says beside its task: what is to be known, and how to work (docs/spec.md G7). */
  readonly background?: string;
  readonly systemPrompt?: string;
  /** What the parts of a workflow before this one came to. */
  readonly partsBefore?: readonly { readonly text: string; readonly result: string }[];
  /** What the other roles of the task told this one, oldest first. */
  readonly blackboard?: readonly { readonly key: string; readonly from: string; readonly text: string }[];
  /** What the task asks for, with what was ticked off; absent or empty: it has no parts. */
  readonly parts?: readonly TaskStep[];
  /** The project's own words about the app in front. */
  readonly appHints?: string;
  /** Closed steps, oldest first; at least the last 12 are told. */
  readonly history: readonly Step[];
  /** null when it could not be captured. */
  readonly tree: SemanticUITree | null;
  readonly observation: Observation;
  readonly screenshot?: Omit<ImagePart, "type">;
  /** The step this turn makes, from 1. */
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly elapsedSeconds: number;
  /** Absent when the device has not told them. */
  readonly device?: DeviceFacts;
  /** Those that can be opened, as far as they are known. */
  readonly apps?: readonly AppFacts[];
  /** Those of the project's MCP servers that the job allows. */
  readonly tools?: readonly OfferedTool[];
  /** What a planner advises, as `guidanceText` writes it: a model's words, pinned with the task. */
  readonly guidance?: string;
  /** The newest of what went wrong, oldest first; they may quote the screen. */
  readonly previousIssues?: readonly string[];
  /** Our own words to the model about its course, such as a loop that was noticed. */
  readonly feedback?: string;
  /** What others found of earlier steps, in their words. */
  readonly checks?: readonly string[];
  readonly dialect: ReplyDialectName;
  /** What the model may choose from. */
  readonly actions: ActionCatalogue;
  /** What the job wants shown of the screen; absent: the elements, and how far the job has come. */
  readonly perception?: Pick<Perception, "tree" | "marks" | "metadata">;
  /** Random, one for the job: letters and digits that an app cannot guess. */
  readonly marker: string;
}

export type Prompt = Pick<ModelRequest, "system" | "messages" | "tools" | "toolChoice" | "parallelToolCalls">;
