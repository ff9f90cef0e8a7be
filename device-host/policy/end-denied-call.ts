import type { ShellCommand } from "#shared/actions/device-port.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import { kindsOfPackage } from "#shared/rules/policy/kinds-of.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { endCalls } from "../clean/end-calls.ts";
import type { HostClock } from "../host-clock.ts";
import type { WindowFacts } from "../observe/window-facts.ts";

type Seen = Pick<WindowFacts, "package" | "windows">;

/**
 * Hangs up a call that was started on the device while the policy denies `call`; an incoming call is not the agent's action and continues. Costs
 * nothing unless an app for calls is on the screen, as during every call. What is to be said of it; null: there was none.
 */
export async function endDeniedCall(
  seen: Seen,
  policy: Policy,
  { adb, clock }: { readonly adb: AdbDevice; readonly clock: HostClock },
): Promise<DroverError | null> {
  const why = kindRefusal(["call"], policy);
  const mayBeCall = [seen.package, ...seen.windows].some((name) => kindsOfPackage(name).includes("call"));
  if (why === null || !mayBeCall || !(await callsOut(adb))) return null;
  const ended = await endCalls(adb, clock);
  const what = ended ? "The host hung up" : "The host could not hang up";
  return new DroverError("PolicyDenied", `The policy of this job does not allow calls: ${why}. ${what}.`);
}

/** Calls that continue, and Telecom's record of who began each (Android 7 and later). */
const telecom: ShellCommand = {
  pipeline: [
    ["dumpsys", "telecom"],
    ["grep", "-E", "\\[Call id=|\\[TC@[0-9]+, [A-Z]|TC@[0-9]+.*\\((MT|MO) - "],
  ],
};

async function callsOut(adb: AdbDevice): Promise<boolean> {
  const [dump] = await adb.read([telecom]);
  const output = dump?.output ?? "";
  const begun = new Map(
    [...output.matchAll(/(TC@\d+).*\((MT|MO) - /g)].map(([, id = "", way]) => [id, way] as const),
  );
  const live = [...output.matchAll(/\[(?:Call id=)?(TC@\d+), (?:state=)?([A-Z_]+)/g)];
  return live.some(
    ([, id = "", state = ""]) => begun.get(id) !== "MT" && !/^(RINGING|ANSWERED|DISCONN)/.test(state),
  );
}
