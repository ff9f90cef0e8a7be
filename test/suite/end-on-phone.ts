import { resolveRecorded } from "#agent/recording/resolve-recorded.ts";
import { scriptRecording } from "#agent/script/script-recording.ts";
import { screenFacts } from "#agent/targets/screen-facts.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import { observation } from "../agent/samples.ts";
import type { DeviceAction } from "../device-action.ts";
import { observe, perform } from "../practice-model/drive-phone.ts";
import type { Stage, StagedPhone } from "./phone-stage.ts";

/** Does the lines of a script on the phone, by the rules that a farm does them by. What they claim in the end. */
export async function doScript({ phone }: StagedPhone, script: Script): Promise<AgentClaim | undefined> {
  const apps = phone.packages
    .list()
    .flatMap((app) =>
      app.launcherActivity ? [{ label: app.label, package: app.packageName, versionCode: "1" }] : [],
    );
  for (const step of scriptRecording(script, {}).steps) {
    const [first] = step.actions;
    if (first?.action.action === finish.name) {
      const { action: _, ...claim } = first.action;
      return AgentClaim.parse(claim);
    }
    const tree = await observe(phone);
    const seen = { ...observation, package: tree.app_package, activity: tree.activity };
    const screen = {
      facts: screenFacts(seen, tree),
      resolve: { tree, apps, tools: [] },
      catalogue: builtInActions,
    };
    const found = resolveRecorded(step, screen);
    if (!found.ok) {
      const shown = tree.elements.map(({ text, content_description }) => text || content_description);
      throw new Error(
        `line ${step.step}: expected ${found.problem.expected}, but ${found.problem.found}; shown: ${shown.filter(Boolean).join(" / ")}`,
      );
    }
    for (const { deviceAction } of found.actions)
      if (deviceAction !== undefined) await perform(phone, deviceAction as DeviceAction);
  }
  return undefined;
}

/** How a job with a known end would be judged: the phone prepared, the script done, the checks run. */
export const endOnPhone = (stage: Stage, request: JobRequest) =>
  stage.withPhone(async (staged) => {
    await staged.prepare(request.prepare?.commands ?? []);
    if (request.source?.kind !== "script" || !("script" in request.source)) throw new Error("no known end");
    const claim = await doScript(staged, request.source.script);
    return staged.judge(request, claim);
  });
