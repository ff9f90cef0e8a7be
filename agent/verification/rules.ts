import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import { dialogGone } from "./dialog-gone.ts";
import { expectedShown } from "./expected-shown.ts";
import { screenChanged } from "./screen-changed.ts";
import { doneActions } from "./step-scene.ts";
import { textArrived } from "./text-arrived.ts";
import { toggleFlipped } from "./toggle-flipped.ts";
import { failed, passed, unsure, type VerificationRule } from "./verification-rule.ts";

/** What a person did meanwhile is not the agent's effect, whatever the screen shows now. */
const personTouched: VerificationRule = ({ interventions = [] }) =>
  interventions.length === 0 ? null : unsure(interventionWords(interventions));

/** A list that does not move has nothing more on that side. */
const listScrolled: VerificationRule = (scene) => {
  const last = doneActions(scene).at(-1)?.deviceAction;
  if (last?.action !== "scroll" && last?.action !== "swipe") return null;
  if (scene.changed) return passed("Something else is shown now.");
  const where = typeof last.direction === "string" ? ` ${last.direction}` : "";
  return failed(`Nothing moved: there is no more to see${where}.`);
};

/** What Android puts before any app: a dialog of these says nothing of the app behind it. */
const overApps = /^(?:android|com\.android\.systemui|com\.(?:google\.)?android\.permissioncontroller)$/;

/** The app that was opened last is the one in front. */
const appInFront: VerificationRule = (scene) => {
  const opened = doneActions(scene).at(-1)?.deviceAction;
  const wanted = opened?.package;
  if (opened === undefined || !/^(?:open|restart)_app$/.test(opened.action) || typeof wanted !== "string")
    return null;
  const { package: found } = scene.after.observation;
  if (found === wanted) return passed(`${wanted} is in front.`);
  if (found === "" || overApps.test(found)) return unsure(`${found || "nothing"} stands before ${wanted}.`);
  return failed(`${found} is in front, not ${wanted}.`);
};

/** The host says whether the actions were done. */
const actionsDone: VerificationRule = ({ outcome, retryOf }) => {
  if (outcome === undefined || outcome.effect === "indeterminate")
    return unsure("Nobody knows whether it was done.");
  if (outcome.ok) return null;
  // Done again, because it seemed to have had no effect: that came late.
  if (retryOf !== undefined && outcome.errorCode === "ScreenChanged")
    return unsure(`What step ${retryOf} did may have had its effect late: the screen is another one now.`);
  return failed(outcome.message ?? "It could not be done.");
};

export type RuleName =
  | "actionsDone"
  | "textArrived"
  | "toggleFlipped"
  | "appInFront"
  | "dialogGone"
  | "listScrolled"
  | "expectedShown"
  | "screenChanged"
  | "personTouched";

/** Everything a step is held to; a missing rule does not compile. */
export const verificationRules: { readonly [Name in RuleName]: VerificationRule } = {
  actionsDone,
  textArrived,
  toggleFlipped,
  appInFront,
  dialogGone,
  listScrolled,
  expectedShown,
  screenChanged,
  personTouched,
};

export const ruleNames = Object.keys(verificationRules) as readonly RuleName[];
