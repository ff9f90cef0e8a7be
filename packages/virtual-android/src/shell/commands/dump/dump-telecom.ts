import type { VirtualDevice } from "../../../system/device.ts";
import type { PhoneCall } from "../../../system/telephony/telephony.ts";

const account =
  "ComponentInfo{com.android.phone/com.android.services.telephony.TelephonyConnectionService}, 1, UserHandle{0}";
const states = { ringing: "RINGING", dialing: "DIALING", active: "ACTIVE", held: "ON_HOLD" } as const;

/** As Log.piiHandle writes it in a build for users. */
const masked = (number: string): string =>
  `tel:${number.slice(0, -2).replaceAll(/./g, "*")}${number.slice(-2)}`;

/** `dumpsys telecom`: the calls that continue, and Telecom's record of all since the boot, which says who began each. */
export function dumpTelecom({ telephony: { calls, begun } }: VirtualDevice): string {
  const idOf = (call: PhoneCall): string =>
    `TC@${begun.findLastIndex(({ number, startedAt }) => number === call.number && startedAt === call.startedAt) + 1}`;
  const live = calls.map(
    (call) =>
      `[Call id=${idOf(call)}, state=${states[call.state]}, tpac=${account}, cmgr=null, handle=${masked(call.number)}, vidst=A, childs(0), has_parent(false), cap=[ sup_hld mut !v2a], prop=[]], voip=false`,
  );
  return [
    "CallsManager: ",
    "  mCalls: ",
    ...live.map((line) => `    ${line}`),
    "  mCallAudioManager:",
    "    All calls:",
    ...calls.map((call) => `      ${idOf(call)}`),
    "    Foreground call:",
    `    ${live[0] ?? "null"}`,
    "Historical Events:",
    ...begun.flatMap((call, index) => [
      `  CallTC@${index + 1} [${new Date(call.startedAt).toUTCString()}](${call.direction === "incoming" ? "MT - incoming" : "MO - outgoing"})(User=UserHandle{0})`,
      `  \tVia PhoneAccount: ${account} (T-Mobile)`,
      `  \tTo address: ${masked(call.number)} Presentation: Allowed`,
    ]),
    "",
  ].join("\n");
}
