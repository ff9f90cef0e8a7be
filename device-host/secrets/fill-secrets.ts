import type { FocusedField } from "#shared/actions/device-port.ts";
import {
  type BoundSecret,
  referredSecrets,
  SecretName,
  withSecretValues,
} from "#shared/contracts/job/secret.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostServices } from "../host-services.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

export interface SecretAccess {
  readonly tenantId: TenantId;
  readonly vault: HostServices["secrets"];
  /** Of the lease. */
  readonly typed: TypedSecrets;
}

export interface TypingAccess extends SecretAccess {
  readonly adb: AdbDevice;
  /** Of the job. */
  readonly task: () => Promise<string>;
}

/**
 * What a field is to get in place of the references: read now, kept for masking alone. A secret goes only where its owner
 * meant it: into a text field of an app that it is bound to, and that is in front, and for a task that names it.
 * @throws SecretRefused · StorageUnavailable
 */
export const fillSecrets =
  (access: TypingAccess) =>
  async (text: string, field: FocusedField): Promise<string> => {
    const [task, front] = await Promise.all([access.task(), readWindowFacts(access.adb)]);
    const named = referredSecrets(task);
    const values = new Map<string, string>();
    for (const name of referredSecrets(text)) {
      if (!named.includes(name)) throw refused(name, "the task does not name it");
      const { value, packages } = await readSecretOf(name, access);
      const elsewhere = [field.package, front.package].find(
        (one) => !packages.some((bound) => bound === one),
      );
      if (elsewhere !== undefined) {
        const bound = packages.length === 0 ? "no app" : packages.join(", ");
        throw refused(
          name,
          `it is bound to ${bound}, and ${elsewhere || "no app that is known"} is in front`,
        );
      }
      values.set(name, value);
    }
    // Before anything of it can be on a screen.
    for (const [name, value] of values) await access.typed.add(name, value);
    access.typed.fields.remember(field.node, [...values.keys()]);
    return withSecretValues(text, (name) => values.get(name) ?? "");
  };

/** @throws SecretRefused when there is none */
export async function readSecretOf(name: string, { tenantId, vault }: SecretAccess): Promise<BoundSecret> {
  const known = SecretName.safeParse(name);
  const secret = known.success ? await vault.read(tenantId, known.data) : null;
  if (secret === null) throw refused(name, "there is none of that name");
  return secret;
}

const refused = (name: string, why: string): DroverError =>
  new DroverError("SecretRefused", `The secret '${name.slice(0, 64)}' is not typed here: ${why}.`);
