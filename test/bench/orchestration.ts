// What orchestration costs: transitions, history events and callbacks of jobs on the real definitions and the real engine.
import { plainLines, startBatch } from "../batches/items/batch-world.ts";
import { startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { batchWorld, runBatch } from "../state-machines/batch-machine.ts";
import { workingWorld } from "../state-machines/job-scripts.ts";
import { type FunctionScript, type JobRun, runJob } from "../state-machines/job-world.ts";
import type { Sent } from "../state-machines/read-executions.ts";

/** US East, Standard workflows: https://aws.amazon.com/step-functions/pricing/ */
const usdPerThousandTransitions = 0.025;

const perform = (stepNumber: number): Sent => ({
  route: "perform",
  stepNumber,
  commandId: `c${stepNumber}`,
  deadlineSeconds: 40,
  actions: [{ action: "home" }],
});
const claimed = { route: "judge", end: { reason: "claimed", detail: "" } };

/** The routes of a job of so many steps; supervised: a first plan, a progress check each third step, one checked claim. */
function routesOf(steps: number, supervised: boolean): readonly Sent[] {
  const routes: Sent[] = supervised ? [{ route: "plan", planNumber: 1, kind: "initial" }] : [];
  for (let step = 1; step <= steps; step += 1) {
    if (supervised && step > 1 && step % 3 === 1)
      routes.push({ route: "checkProgress", stepNumber: step - 1 });
    routes.push(perform(step));
  }
  if (supervised) routes.push({ route: "checkCompletion", stepNumber: steps });
  return [...routes, claimed];
}

async function ran(steps: number, supervised: boolean): Promise<JobRun> {
  const routes = routesOf(steps, supervised);
  const PredictAction: FunctionScript = (_payload, call) => routes[call - 1];
  const MakePlan: FunctionScript = ({ planNumber }) => ({ planNumber, made: true, detail: "" });
  const CheckProgress: FunctionScript = () => ({ progressing: true });
  const CheckCompletion: FunctionScript = () => ({ accepted: true });
  return runJob(workingWorld({ functions: { PredictAction, MakePlan, CheckProgress, CheckCompletion } }));
}

/** All but its jobs' own executions: what a batch of so many lines costs beside them. */
async function besideJobs(functions: TestFunctions, lines: number) {
  const batch = await startBatch(functions, plainLines(lines));
  const run = await runBatch(batch, batchWorld(batch));
  return counts({ executions: run.executions.filter(({ machine }) => machine === "batch") });
}

const counts = ({ executions }: Pick<JobRun, "executions">) => {
  const events = executions.flatMap((one) => one.events);
  const transitions = executions.reduce((sum, { states }) => sum + states.length, 0);
  const callbacks = events.filter(
    ({ type, taskSubmittedEventDetails }) =>
      type === "TaskSubmitted" && /waitForTaskToken$/.test(taskSubmittedEventDetails?.resource),
  ).length;
  return { transitions, events: events.length, callbacks };
};

const row = (name: string, { transitions, events, callbacks }: ReturnType<typeof counts>): void => {
  const usd = ((transitions * usdPerThousandTransitions) / 1_000).toFixed(6);
  process.stdout.write(
    `${name.padEnd(40)} ${String(transitions).padStart(11)} ${String(events).padStart(7)} ${String(callbacks).padStart(10)} ${usd.padStart(10)}\n`,
  );
};

process.stdout.write(`${"".padEnd(40)} transitions  events  callbacks        USD\n`);
const [fifteen, sixteen] = [counts(await ran(15, false)), counts(await ran(16, false))];
row("one plain step more", {
  transitions: sixteen.transitions - fifteen.transitions,
  events: sixteen.events - fifteen.events,
  callbacks: sixteen.callbacks - fifteen.callbacks,
});
row("15 steps, plain", fifteen);
row("15 steps, planned and checked", counts(await ran(15, true)));
row("50 steps, planned and checked", counts(await ran(50, true)));
const functions = await startFunctions();
try {
  const [few, more] = [await besideJobs(functions, 5), await besideJobs(functions, 15)];
  row("a batch, for each of its jobs", {
    transitions: (more.transitions - few.transitions) / 10,
    events: (more.events - few.events) / 10,
    callbacks: (more.callbacks - few.callbacks) / 10,
  });
  row("a batch, for itself (one round)", {
    transitions: few.transitions - (more.transitions - few.transitions) / 2,
    events: few.events - (more.events - few.events) / 2,
    callbacks: 0,
  });
} finally {
  await functions.close();
}
