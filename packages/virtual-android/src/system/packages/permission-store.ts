import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { RuntimePermission } from "../device.ts";
import { permissionGroup } from "./permission-groups.ts";

const Answer = z.strictObject({ granted: z.boolean(), flags: z.array(z.string()) });
type Answer = z.infer<typeof Answer>;
const Answers = z.record(z.string(), z.record(z.string(), Answer));

const FILE = "data/misc_de/0/apexdata/com.android.permission/runtime-permissions.json";

export interface PermissionHolder {
  readonly packageName: string;
  readonly permissions?: readonly string[] | undefined;
  /** An app of the image has what its manifest names, until somebody takes it away. */
  readonly isSystem: boolean;
}

/** What users and `pm` have answered, by package and permission; everything else is as it was at installation. */
export class PermissionStore {
  readonly #file: string;
  #answers: Record<string, Record<string, Answer>> = {};

  constructor(filesRoot: string) {
    this.#file = join(filesRoot, FILE);
    this.reload();
  }

  /** Another hand has put the file there. */
  reload(): void {
    this.#answers = existsSync(this.#file) ? Answers.parse(JSON.parse(readFileSync(this.#file, "utf8"))) : {};
  }

  /** Those that can be asked for, in the manifest's order. */
  of(holder: PermissionHolder): readonly RuntimePermission[] {
    const runtime = (holder.permissions ?? []).filter((name) => permissionGroup(name) !== null);
    const answered = Object.keys(this.#answers[holder.packageName] ?? {});
    return [...new Set([...runtime, ...answered])].map((name) => this.#one(holder, name));
  }

  #one({ packageName, permissions = [], isSystem }: PermissionHolder, name: string): RuntimePermission {
    const answer = this.#answers[packageName]?.[name];
    if (answer !== undefined) return { name, ...answer };
    const granted = isSystem && permissions.includes(name);
    return { name, granted, flags: granted ? ["GRANTED_BY_DEFAULT"] : [] };
  }

  isGranted(holder: PermissionHolder, name: string): boolean {
    if (permissionGroup(name) === null) return holder.permissions?.includes(name) ?? false;
    return this.#one(holder, name).granted;
  }

  answer(packageName: string, permission: string, granted: boolean, flags: readonly string[]): void {
    this.#answers[packageName] = {
      ...this.#answers[packageName],
      [permission]: { granted, flags: [...flags] },
    };
    this.#save();
  }

  /** What was allowed "only this time" ends with the process. */
  endOneTime(packageName: string): void {
    const own = Object.entries(this.#answers[packageName] ?? {});
    const ending = own.filter(([, { granted, flags }]) => granted && flags.includes("ONE_TIME"));
    for (const [name] of ending) this.answer(packageName, name, false, ["ONE_TIME"]);
  }

  endAllOneTime(): void {
    for (const packageName of Object.keys(this.#answers)) this.endOneTime(packageName);
  }

  forget(packageName: string): void {
    if (this.#answers[packageName] === undefined) return;
    delete this.#answers[packageName];
    this.#save();
  }

  #save(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#answers));
  }
}
