import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { VirtualPhone } from "@drover/virtual-android";
import { ADB_IME, createPhone } from "@drover/virtual-android";
import { checklistOf, keepsChecklist } from "#agent/checklist/checklist.ts";
import type { ModelClient } from "#agent/model-calls/model-client.ts";
import { predict } from "#agent/predict/predict.ts";
import { offeredFor } from "#agent/prompt/offered-actions.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ActionOutcome, Step } from "#shared/contracts/step/step.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";
import { buildSemanticTree } from "#shared/screen/tree/build-semantic-tree.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { agentModel } from "../agent/model-calls/role-model.ts";
import { observation, stepWith } from "../agent/samples.ts";
import type { DeviceAction } from "../device-action.ts";

export const morning = new Date("2025-03-04T09:10:00Z");

/** A phone of its own; call the second value to take it away again. */
export async function newPhone(
  now = morning,
): Promise<{ phone: VirtualPhone; dispose: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-phone-"));
  const phone = await createPhone({ serial: "emulator-5554", dir, clock: () => now });
  const dispose = async (): Promise<void> => {
    await phone.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { phone, dispose };
}

const emptyHierarchy = "<hierarchy rotation='0'></hierarchy>";

export async function observe(phone: VirtualPhone): Promise<SemanticUITree> {
  const dump = await phone.dumpHierarchy();
  // A screen that is never idle has no tree; an agent sees its picture alone.
  if (!dump.ok && !/idle/.test(dump.error)) throw new Error(dump.error);
  const focused = phone.activities.focused();
  const packageName = focused?.packageName ?? "";
  return buildSemanticTree(parseHierarchy(dump.ok ? dump.xml : emptyHierarchy), {
    deviceId: "host.emulator-5554",
    package: packageName,
    activity: focused?.component.split("/")[1] ?? "",
    appName: phone.packages.list().find((app) => app.packageName === packageName)?.label ?? "",
    screen: { width: phone.display.width, height: phone.display.height },
    capturedAt: morning.toISOString(),
    keyboardShown: phone.activities.inputMethodShown(),
  });
}

const keyCodes = { back: 4, home: 3, recent: 187, enter: 66, delete: 67, moveEnd: 123 } as const;

async function openApp(phone: VirtualPhone, name: string): Promise<boolean> {
  const component = phone.packages.list().find((app) => app.packageName === name)?.launcherActivity;
  if (!component) return false;
  await phone.activities.start({
    component,
    categories: ["android.intent.category.LAUNCHER"],
    extras: {},
    flags: 0,
  });
  return true;
}

/** As a host does: another keyboard for as long as it takes, because `input text` knows ASCII only. */
async function commit(phone: VirtualPhone, text: string): Promise<void> {
  const usual = phone.settings.get("secure", "default_input_method") ?? "";
  phone.settings.put("secure", "default_input_method", ADB_IME);
  await phone.input.commitText(text);
  phone.settings.put("secure", "default_input_method", usual);
}

/** What a host does, without adb between. */
export async function perform(phone: VirtualPhone, action: DeviceAction): Promise<boolean> {
  const { input, display } = phone;
  const at = (coordinate: readonly [number, number]) => toPixel([...coordinate], display);
  switch (action.action) {
    case "tap": {
      const { x, y } = at(action.coordinate);
      await input.tap(x, y);
      return true;
    }
    case "long_press": {
      const { x, y } = at(action.coordinate);
      await input.swipe(x, y, x, y, 1_000);
      return true;
    }
    case "scroll": {
      const { x, y } = at(action.coordinate ?? [0.5, 0.5]);
      const reach = Math.round(display.height * 0.2) * (action.direction === "down" ? 1 : -1);
      await input.swipe(x, y + reach, x, y - reach, 500);
      return true;
    }
    case "type": {
      if (action.coordinate !== undefined)
        await perform(phone, { action: "tap", coordinate: action.coordinate });
      if (action.clear === true) {
        await input.keyevent(keyCodes.moveEnd);
        for (let key = 0; key < 60; key += 1) await input.keyevent(keyCodes.delete);
      }
      await commit(phone, action.text);
      return true;
    }
    case "open_app":
      return openApp(phone, action.package);
    case "open_url": {
      const intent = {
        action: "android.intent.action.VIEW",
        data: action.url,
        categories: [],
        extras: {},
        flags: 0,
      };
      return (await phone.activities.start(intent)).status === "ok";
    }
    case "back":
    case "home":
    case "recent":
      await input.keyevent(keyCodes[action.action]);
      return true;
    case "wait":
      return true;
    default:
      throw new Error(`the practice model is not expected to choose ${action.action}`);
  }
}

export interface Run {
  readonly steps: readonly Step[];
  readonly finish: AgentClaim;
}

export interface RunOptions {
  readonly phone: VirtualPhone;
  readonly client: ModelClient;
  readonly task: string;
  readonly maxSteps?: number;
  readonly dialect?: ModelSettings["dialect"];
  readonly log?: (line: string) => void;
  /** What the person behind the task answers to a question; absent: there is nobody to ask. */
  readonly answer?: (question: string) => string;
}

const marker = "m1x8f2c07d3e91ab";

/** The agent loop: observe, predict through the real client and server, act, until the model finishes. */
export async function runTask({
  phone,
  client,
  task,
  maxSteps = 40,
  dialect = "tool-use",
  log,
  answer,
}: RunOptions): Promise<Run> {
  const steps: Step[] = [];
  const apps = phone.packages
    .list()
    .flatMap(({ label, packageName, launcherActivity }) =>
      launcherActivity ? [{ label, package: packageName, versionCode: "1" }] : [],
    );
  let tree = await observe(phone);
  for (let stepNumber = 1; stepNumber <= maxSteps; stepNumber += 1) {
    const prediction = await predict({
      apps,
      actions: offeredFor(
        { task, mayAsk: answer !== undefined, hasParts: keepsChecklist({ task }) },
        builtInActions,
      ),
      parts: checklistOf({ job: { task }, history: steps }),
      agent: agentModel(client, { dialect }),
      logger: { info: () => undefined, debug: () => undefined },
      task,
      history: steps,
      tree,
      observation: {
        ...observation,
        package: tree.app_package,
        activity: tree.activity,
        keyboardShown: tree.keyboard_shown,
      },
      stepNumber,
      maxSteps,
      elapsedSeconds: stepNumber,
      marker,
    });
    const { thinking, actions } = prediction;
    const [{ action, element, deviceAction } = { action: { action: "none" } }, ...others] = actions;
    log?.(
      `${stepNumber}. ${thinking} -> ${actions.map((one) => `${JSON.stringify(one.action)} ${one.element ?? ""}`).join("; ")}`,
    );
    if (action.action === "FINISH") {
      const { action: _, ...claim } = action;
      return { steps, finish: AgentClaim.parse(claim) };
    }
    if (action.action === "ask_user" && answer !== undefined) {
      const text = answer(String(action.question));
      const toolResult = { kind: "ask_user" as const, name: String(stepNumber), ok: true, text };
      steps.push(stepWith({ stepNumber, action, thinking, toolResult }));
      continue;
    }
    if (deviceAction === undefined) throw new Error(`nothing to do for ${action.action}`);
    let ok = await perform(phone, deviceAction as DeviceAction);
    for (const other of others) ok = ok && (await perform(phone, other.deviceAction as DeviceAction));
    const after = await observe(phone);
    const outcome: ActionOutcome = ok
      ? { ok, effect: "done", retries: 0 }
      : { ok, effect: "none", retries: 0, errorCode: "AppNotFound", message: "it could not be opened" };
    const changed = treeHash(after) !== treeHash(tree);
    const feedback = changed ? describeScreenDiff(screenDiff(tree, after)) : "The screen did not change.";
    const step = stepWith({
      stepNumber,
      action,
      thinking,
      outcome,
      feedback,
      ...(element === undefined ? {} : { element }),
    });
    const made = actions.map((one) => ({ ...one, outcome }));
    steps.push(others.length === 0 ? step : { ...step, actions: made });
    tree = after;
  }
  throw new Error(`not finished after ${maxSteps} steps: ${JSON.stringify(steps.at(-1)?.actions)}`);
}
