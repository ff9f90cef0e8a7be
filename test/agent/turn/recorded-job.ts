import { recordAction } from "#agent/recording/record-action.ts";
import { scriptRecording } from "#agent/script/script-recording.ts";
import { screenFacts } from "#agent/targets/screen-facts.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { observationKey, recordingKey } from "#shared/contracts/farm/keys.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { Recording } from "#shared/contracts/step/recording.ts";
import { Script } from "#shared/contracts/step/script.ts";
import { StepAction } from "#shared/contracts/step/step.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { button, label, screenOf, toggle } from "../../shared/screen/screen-parts.ts";
import { sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";
import { running, turn } from "./one-turn.ts";

/** A settings screen with a row that opens another screen, and the one with a switch that it opens. */
export const mainScreen = screenOf(
  label("Settings", [40, 100, 600, 180]),
  button("Network", [0, 300, 1080, 400]),
  button("Display", [0, 500, 1080, 600]),
);
export const switchScreen = (checked: boolean, name = "Bluetooth") =>
  screenOf(
    label("Network", [40, 100, 600, 180]),
    toggle("Switch", [0, 300, 1080, 400], { "content-desc": name, checked }),
    button("Airplane mode", [0, 500, 1080, 600]),
  );
export const otherScreen = screenOf(
  button("Allow", [0, 900, 500, 1000]),
  button("Deny", [500, 900, 1000, 1000]),
);

let looks = 0;
/** What a host would answer of that screen. */
export async function seen(tree: SemanticUITree): Promise<Observation> {
  looks += 1;
  const treeKey = observationKey(tenantId, jobId, looks, "c", "tree.json");
  await functions.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  return sampleObservation({
    capturedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, looks)).toISOString(),
    package: tree.app_package,
    activity: tree.activity,
    treeKey,
    treeHash: treeHash(tree),
  });
}

const idOf = (tree: SemanticUITree, name: string): number =>
  tree.elements.find((one) => one.text === name || one.content_description === name)?.element_id ?? -1;

/** One recorded tap on what is called so. */
const tapped = (step: number, name: string, tree: SemanticUITree) => {
  const chosen = StepAction.parse({ action: { action: "tap", element: idOf(tree, name) } });
  const facts = { package: tree.app_package, activity: tree.activity, treeHash: treeHash(tree) };
  return {
    step,
    actions: [recordAction(chosen, tree, builtInActions)],
    thinking: `I tap ${name}.`,
    screen: screenFacts(facts, tree),
  };
};

/** Taps Network, then the switch, which was off. */
export const recording: Recording = Recording.parse({
  schemaVersion: 1,
  steps: [tapped(1, "Network", mainScreen), tapped(2, "Bluetooth", switchScreen(false))],
});
const claim = { step: 3, actions: [{ action: { action: "FINISH", status: "success" } }], thinking: "Done." };
export const claimed: Recording = Recording.parse({ ...recording, steps: [...recording.steps, claim] });

/** A job that runs with this source. */
export async function runningFrom(
  source: Readonly<Record<string, unknown>>,
  recorded: Recording,
  change: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await running({ source: { steps: recorded.steps.length, ...source }, ...change });
  await functions.storage.artifacts.put(
    recordingKey(tenantId, jobId),
    JSON.stringify(recorded),
    "application/json",
  );
}

export const runningScript = (script: object, source: object = {}) =>
  runningFrom(
    { kind: "script", heal: true, ...source },
    scriptRecording(Script.parse({ version: 1, task: "x", ...script }), {}),
  );

/** The turn of this number on that screen, and its step completed as the host would when it is performed. */
export async function turnOn(stepNumber: number, tree: SemanticUITree): Promise<Record<string, unknown>> {
  const observation = await seen(tree);
  const answer = (await turn({ stepNumber, observation })) as Record<string, unknown>;
  if (answer.route === "perform") {
    const outcome = { ok: true, effect: "done", retries: 0 } as const;
    await functions.repositories.steps.complete({
      tenantId,
      jobId,
      stepNumber,
      performedAt: observation.capturedAt,
      outcome,
      after: observation,
    });
  }
  return answer;
}

export const storedStep = (stepNumber: number) =>
  functions.repositories.steps.get(tenantId, jobId, stepNumber);
