import * as z from "zod";
import { ActionOutcome, Step, StepApproval, StepTimings, StoredStep } from "../../contracts/step/step.ts";
import { StepFinding } from "../../contracts/step/step-finding.ts";
import { StoredAction } from "../../contracts/step/stored-action.ts";
import { defined } from "../../values/defined.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { madeOnce } from "../table/lasting-items.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const millisecondsOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, { type: "number" }])) as {
    [Name in keyof Shape]: { type: "number" };
  };

/** Where a step with one action kept it. */
const ofVersion1 = {
  action: { type: "any" },
  deviceAction: { type: "any" },
  element: { type: "any" },
} as const;

export const createStepEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("step"),
      attributes: {
        ...attributesOf(Step),
        ...ofVersion1,
        /** Of each action that the host had to do; the actions themselves stay as they were predicted. */
        actionOutcomes: { type: "any" },
        /** What was done in place of each of them, for those that middleware changed. */
        performedActions: { type: "any" },
        /** What the turn that made it found of the step before. */
        ofStepBefore: { type: "any" },
        deleteAfter: expiring(access),
        tenantId: keyPart,
        jobId: keyPart,
        stepNumber: { type: "number", required: true, padding: { length: 4, char: "0" } },
        outcome: { type: "map", properties: attributesOf(ActionOutcome) },
        approval: { type: "map", properties: attributesOf(StepApproval) },
        timings: { type: "map", properties: millisecondsOf(StepTimings) },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["stepNumber"], "step#{stepNumber}"),
        },
      },
    },
    entityConfig(access),
  );
export type StepEntity = ReturnType<typeof createStepEntity>;

const OutcomeList = z.array(ActionOutcome).default([]);
const PerformedList = z.array(StoredAction.nullable()).default([]);

/** Gives each action the outcome that the host stored beside them, and what it really did. */
export const parseStep = (item: unknown): Step => madeOnce(item, parseStep, () => stepOf(item));

function stepOf(item: unknown): Step {
  const { actionOutcomes, performedActions, ofStepBefore, ...found } = {
    ...(item as { actionOutcomes?: unknown; performedActions?: unknown; ofStepBefore?: unknown }),
  };
  const step = checked(StoredStep, found, "a stored step");
  const told = checked(OutcomeList, actionOutcomes, "the outcomes of a stored step").values();
  const performed = checked(PerformedList, performedActions, "the actions of a stored step").values();
  const actions = step.actions.map((action) =>
    action.deviceAction === undefined
      ? action
      : {
          ...action,
          deviceAction: performed.next().value ?? action.deviceAction,
          ...defined({ outcome: told.next().value ?? action.outcome }),
        },
  );
  return { ...step, actions };
}

/** With what the turn after it found of it; what was written on it since stands. */
function verifiedBy(step: Step, next: unknown): Step {
  const { stepNumber, ofStepBefore } = (next ?? {}) as { stepNumber?: unknown; ofStepBefore?: unknown };
  if (ofStepBefore === undefined || step.verifiedAt !== undefined || stepNumber !== step.stepNumber + 1)
    return step;
  return madeOnce(step, next, () =>
    withFinding(step, checked(StepFinding, ofStepBefore, "a stored finding")),
  );
}

export const withFinding = (step: Step, { verifyMilliseconds, ...finding }: StepFinding): Step => ({
  ...finding,
  ...step,
  timings: { ...step.timings, verifyMilliseconds },
});

/** In their order. */
export const parseSteps = (items: readonly unknown[]): readonly Step[] =>
  items.map((item, index) => verifiedBy(parseStep(item), items[index + 1]));
