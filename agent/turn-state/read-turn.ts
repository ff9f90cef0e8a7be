import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Capability } from "#shared/contracts/device/capability.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { UserMessage } from "#shared/contracts/step/message.ts";
import type { PictureDecision, Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { Settlement } from "../budget/settlement.ts";
import { checklistOf } from "../checklist/checklist.ts";
import { projectConfig } from "../environment/project-config.ts";
import { readBoard } from "../role-board/read-board.ts";
import type { Services } from "../runtime/services.ts";
import { newMessages, taskWithMessages } from "../steps/task-with-messages.ts";
import { type OpenFinding, verifyLast } from "../verification/verify-last.ts";
import { type JobTalk, jobTalk } from "./job-talk.ts";
import { decidePicture, type LastStep } from "./picture-policy.ts";
import { isMeantToChange } from "./repetition.ts";
import type { EarlierRun } from "./tell-earlier-run.ts";

export interface TurnState {
  readonly job: Job;
  readonly farm: FarmSwitch | null;
  readonly observation: Observation;
  /** Steps before this one, oldest first. */
  readonly history: readonly Step[];
  /** In the order in which they were asked for. */
  readonly plans: readonly Plan[];
  /** This step, when an earlier invocation for it got so far. */
  readonly existing: Step | undefined;
  readonly tree: SemanticUITree | null;
  /** What can be opened on the device, when that is known. */
  readonly apps: readonly AppFacts[] | undefined;
  /** The built-in actions and the project's own. */
  readonly catalogue: ActionCatalogue;
  /** Whom and what the agent may ask. */
  readonly talk: JobTalk;
  /** What the device cannot do. */
  readonly missing: readonly Capability[];
  /** Whether the model is shown the picture; `screenshot` is there when it is. */
  readonly picture: PictureDecision;
  readonly screenshot: Uint8Array | undefined;
  /** Of the turn's calls of the agent's model. */
  readonly settlement: Settlement;
  /** Of the step before, which `history` has already. */
  readonly finding: OpenFinding | undefined;
  /** What is stored beside the turn: it ends when this has. Nothing of it fails. */
  readonly background: Promise<void>[];
  /** What its user said that no turn was told before this one; the job's task has it too. */
  readonly messages: readonly UserMessage[];
  /** Of a job that is one role of a task: how all its roles stand. */
  readonly board?: RoleBoard | undefined;
  /** What the prompt says about the run that its job continues from. */
  readonly earlierRun?: EarlierRun | undefined;
  /** The job's task without what its user said since. */
  readonly ownTask: string;
  /** What its task asks for, as far as it is ticked off. */
  readonly parts: readonly TaskStep[];
}

/** A turn with all that was read for it. */
export type ReadTurn = TurnState & { readonly input: PredictActionInput };

/** Everything a turn needs: one round of parallel reads, and the picture when the model is to see it. */
export async function readTurn(
  { tenantId, jobId, stepNumber, finding: found }: PredictActionInput,
  observation: Observation,
  runtime: Services,
): Promise<TurnState> {
  const { jobs, farmSwitch } = runtime.repositories;
  const [config, job, farm, steps, plans, tree] = await Promise.all([
    projectConfig(),
    jobs.get(tenantId, jobId),
    farmSwitch.get(tenantId),
    runtime.stepHistory(tenantId, jobId, stepNumber),
    runtime.planHistory(tenantId, jobId),
    runtime.trees(observation.treeKey),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  const { roleOf } = job;
  const made = steps.filter((step) => step.stepNumber < stepNumber);
  const [context, talk, board, { history, finding }] = await Promise.all([
    runtime.deviceContexts(job.deviceContextKey ?? null),
    jobTalk(job, runtime),
    roleOf === undefined ? undefined : readBoard(tenantId, roleOf.jobId, runtime),
    verifyLast({ job, history: made, observation, found }, runtime),
  ]);
  const messages = newMessages(await messagesOf(job, runtime), history);
  const available = observation.modelScreenshotKey !== null;
  const picture = decidePicture({ ...job, tree, available, last: lastStep(history, config.catalogue) });
  const screenshot = picture.sent ? await readScreenshot(observation.modelScreenshotKey, runtime) : undefined;
  // Without its tree a screen is known by its picture (docs/spec.md I4.2); an agent that saw neither would act blindly. The state is
  // tried again, which gives the host time to store what it keeps (docs/faults.md D12).
  const treePending =
    observation.treeKey !== null && observation.pendingArtifacts?.includes(observation.treeKey);
  if (tree === null && screenshot === undefined && treePending) throw notStoredYet("What was on the screen");
  // Nor may it conclude that no app is installed.
  if (context === null && job.deviceContextKey !== undefined) throw notStoredYet("The device's list of apps");
  return {
    job: { ...job, task: taskWithMessages(job.task, history, { stepNumber, messages }) },
    ownTask: job.task,
    parts: checklistOf({ job, history, plans }),
    messages,
    farm,
    observation,
    history,
    plans,
    existing: steps.find((step) => step.stepNumber === stepNumber),
    tree,
    apps: config.apps.describe ? context?.apps : withoutDescriptions(context?.apps),
    catalogue: config.catalogue,
    talk,
    missing: context?.missing ?? [],
    picture: picture.sent && screenshot === undefined ? { sent: false, reason: "unavailable" } : picture,
    screenshot,
    settlement: new Settlement(job.ahead),
    finding,
    background: [],
    board,
  };
}

const notStoredYet = (what: string): DroverError =>
  new DroverError("StorageUnavailable", `${what} is not stored yet; its host keeps it.`);

/** Most jobs are told nothing, and nothing is read for them. */
const messagesOf = async (
  { tenantId, jobId, messageCount }: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly UserMessage[]> =>
  messageCount === 0
    ? []
    : (await repositories.messages.listByJob(tenantId, jobId)).map(({ messageId, text, at, by }) => ({
        messageId,
        text,
        at,
        ...defined({ by }),
      }));

/** Descriptions of before stay stored when a project wants no more of them. */
const withoutDescriptions = (apps: TurnState["apps"]): TurnState["apps"] =>
  apps?.map(({ description: _, ...app }) => app);

function lastStep(history: readonly Step[], catalogue: ActionCatalogue): LastStep | undefined {
  const step = history.at(-1);
  if (step === undefined) return undefined;
  return {
    // A step that ended in an error has no outcome: nobody knows what the screen shows for it.
    ok: step.outcome?.ok === true && step.errorId === undefined,
    meantToChange: isMeantToChange(step, catalogue),
    screenChanged: step.screenChanged,
  };
}

/** There is one only when the model wants pictures; a lost one is not a reason to stop. */
export async function readScreenshot(
  key: string | null,
  runtime: Pick<Services, "artifacts">,
): Promise<Uint8Array | undefined> {
  if (key === null) return undefined;
  try {
    const bytes = await runtime.artifacts.get(key);
    keysOfPictures.set(bytes, key);
    return bytes;
  } catch (error) {
    if (error instanceof DroverError && error.code === "NotFound") return undefined;
    throw error;
  }
}

/** Where each picture that was read lies: a record of a call points there. */
const keysOfPictures = new WeakMap<Uint8Array, string>();

/** A model's picture, as the host stored it. */
export const asJpeg = (bytes: Uint8Array) => ({
  mediaType: "image/jpeg" as const,
  base64: Buffer.from(bytes).toString("base64"),
  ...defined({ key: keysOfPictures.get(bytes) }),
});
