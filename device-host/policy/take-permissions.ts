import type { Policy } from "#shared/contracts/job/policy.ts";
import { kindRefusal } from "#shared/rules/policy/kind-refusal.ts";
import { kindsOfPackage } from "#shared/rules/policy/kinds-of.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { pm } from "../adb/android-commands.ts";
import { type DeviceBaseline, readPermissions } from "../clean/device-baseline.ts";

/** What an app needs to do such a thing at one tap. */
const permissionOf = { call: "android.permission.CALL_PHONE", sms: "android.permission.SEND_SMS" } as const;
const kinds = ["call", "sms"] as const;

export const isTaken = (policy: Policy): boolean =>
  kinds.some((kind) => kindRefusal([kind], policy) !== null);

/**
 * Takes from every app but dialers and messengers, whose buttons the policy refuses itself, what lets it call or send text messages while the
 * job may not (decision 0270). Cleaning gives it back, so only what the baseline knows is taken. How many apps lost something: their
 * processes ended. `granted`: as just read.
 */
export async function takePermissions(
  adb: AdbDevice,
  policy: Policy,
  granted?: DeviceBaseline["permissions"],
): Promise<number> {
  if (!isTaken(policy)) return 0;
  const all = granted === undefined ? await readPermissions(adb) : granted;
  const revoked = kinds.flatMap((kind) =>
    kindRefusal([kind], policy) === null
      ? []
      : (all ?? []).flatMap((grant) => {
          const [app = "", permission] = grant.split(" ");
          const isOthers = permission === permissionOf[kind] && !kindsOfPackage(app).includes(kind);
          return isOthers ? [pm.revoke(app, permission)] : [];
        }),
  );
  // What a device does not let be taken stays; the host still looks for a call.
  if (revoked.length > 0) await adb.write(revoked, { deadlineMilliseconds: 30_000 });
  return revoked.length;
}
