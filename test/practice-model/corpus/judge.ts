import type { VirtualPhone } from "@drover/virtual-android";
import type { ModelClient } from "#agent/model-calls/model-client.ts";
import { newPhone, runTask } from "../drive-phone.ts";
import { addContact, openClockOnce } from "../phone-state.ts";
import { snapshot, unexpected } from "./phone-snapshot.ts";
import type { Trial } from "./trial.ts";

export type Verdict = "solved" | "refused" | "false claim" | "touched";

export interface Judgement {
  readonly verdict: Verdict;
  readonly why: string;
}

async function addPeople(phone: VirtualPhone): Promise<void> {
  await addContact(phone, "Ada", "Lovelace", "555-0100");
  await addContact(phone, "Bob", "Ray", "555-0101");
  await addContact(phone, "Bob", "Stone", "555-0102");
  await addContact(phone, "Grace", "Hopper", "555-0103", "grace@navy.mil");
}

async function judgeOn(phone: VirtualPhone, client: ModelClient, trial: Trial): Promise<Judgement> {
  await openClockOnce(phone);
  await addPeople(phone);
  const before = await snapshot(phone);
  const { finish, steps } = await runTask({ phone, client, task: trial.task, maxSteps: 60 });
  const after = await snapshot(phone);
  const why = `${finish.status} after ${steps.length}: ${finish.summary} ${finish.answer ?? ""}`;
  if (finish.status !== "success") {
    const harm = /do not understand/.test(finish.summary ?? "") ? steps.length : 0;
    return harm > 0 ? { verdict: "touched", why } : { verdict: "refused", why };
  }
  const faults = unexpected(before, after, trial.change ?? {});
  if (trial.change === undefined && trial.answer === undefined) faults.push("it cannot be done");
  if (trial.answer !== undefined && !trial.answer.test(finish.answer ?? "")) faults.push("the answer");
  const front = phone.activities.focused()?.packageName;
  if (trial.app !== undefined && trial.app !== front) faults.push(`in front: ${front}`);
  return faults.length === 0
    ? { verdict: "solved", why }
    : { verdict: "false claim", why: `${faults}; ${why}` };
}

/** Lets the practice model try a task on a phone of its own and looks at what became of the phone. */
export async function judge(client: ModelClient, trial: Trial): Promise<Judgement> {
  const { phone, dispose } = await newPhone();
  try {
    return await judgeOn(phone, client, trial);
  } finally {
    await dispose();
  }
}
