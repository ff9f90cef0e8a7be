import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceChanges } from "#shared/contracts/judging/device-changes.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { hasWordsOf, readSaid } from "#shared/rules/claims/said.ts";
import type { WeighedClaim } from "#shared/rules/claims/weigh-claim.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { taskWithMessages } from "../steps/task-with-messages.ts";

interface Claimed {
  readonly job: Job;
  readonly claim: AgentClaim;
  readonly history: readonly Step[];
  readonly observation: Observation;
  readonly changes: DeviceChanges | null;
  readonly tree: SemanticUITree | null;
}

/** What the rules weigh of a claim. */
export function weighedClaim({ job, claim, history, observation, changes, tree }: Claimed): WeighedClaim {
  const task = taskWithMessages(job.task, history);
  const answers = history.flatMap(({ toolResult }) => (toolResult === undefined ? [] : [toolResult.text]));
  const { summary = "", answer = "" } = claim;
  return {
    task,
    added: [...answers, summary, answer].join("\n"),
    changes: changes ?? { kind: "unknown", why: "Nobody looked." },
    hasOther: answer !== "" || answers.length > 0,
    isElsewhere: isElsewhere(history[0]?.before, observation),
    showsState: tree === null || showsState(tree, task),
  };
}

const isLauncher = (name: string): boolean => /launcher/i.test(name);

/** Back at home is where a job begins. */
function isElsewhere(first: Observation | undefined, now: Observation): boolean {
  if (first === undefined || isLauncher(now.package)) return false;
  return first.package !== now.package || first.activity !== now.activity || first.treeHash !== now.treeHash;
}

const showsState = ({ elements }: SemanticUITree, task: string): boolean => {
  const said = readSaid(task);
  return elements.some(
    (element) => (element.checkable || element.selected) && hasWordsOf(said, elementLabel(element)),
  );
};
