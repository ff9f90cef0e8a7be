import { RUNTIME_PERMISSIONS } from "../../system/permission-groups.ts";
import type { ShellCommand } from "../shell-session.ts";
import { ArgumentReader, serviceException } from "./service-command.ts";

/** `pm grant` and `pm revoke PACKAGE PERMISSION`, with the refusals of PermissionManagerService. */
const change =
  (granted: boolean): ShellCommand =>
  ({ args, device, name }) => {
    const reader = new ArgumentReader({ args, name });
    for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
      if (option === "--user") reader.required();
    }
    const packageName = reader.required();
    const permission = reader.required();
    const refuse = (exception: string) => serviceException(name, exception);
    if (!device.packages.list().some((entry) => entry.packageName === packageName))
      throw refuse(`java.lang.IllegalArgumentException: Unknown package: ${packageName}`);
    if (!/^[a-zA-Z_][\w.]*$/.test(permission))
      throw refuse(`java.lang.IllegalArgumentException: Unknown permission: ${permission}`);
    if (device.packages.setPermission(packageName, permission, granted)) return 0;
    throw refuse(
      RUNTIME_PERMISSIONS.includes(permission)
        ? `java.lang.SecurityException: Package ${packageName} has not requested permission ${permission}`
        : `java.lang.SecurityException: Permission ${permission} requested by ${packageName} is not a changeable permission type`,
    );
  };

/** `pm list permissions [-d] [-g]`: those that users are asked for. */
export const listPermissions: ShellCommand = ({ stdout }) => {
  stdout.write(
    `All Permissions:\n\n${RUNTIME_PERMISSIONS.map((permission) => `permission:${permission}\n`).join("")}`,
  );
  return 0;
};

export const permissionCommands = { grant: change(true), revoke: change(false) };
