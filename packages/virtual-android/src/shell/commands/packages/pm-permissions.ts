import { RUNTIME_PERMISSIONS } from "../../../system/packages/permission-groups.ts";
import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { ArgumentReader, serviceException, unsupported } from "../service-command.ts";

/** `pm grant` and `pm revoke PACKAGE PERMISSION`, with the refusals of PermissionManagerService. */
const change =
  (granted: boolean): ShellCommand =>
  ({ args, device, name }) => {
    const reader = new ArgumentReader({ args, name });
    // Android 14 steps over options that it does not know; `--all-permissions` came with 15.
    for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
      if (option === "--user") reader.required();
    }
    const packageName = reader.next();
    const permission = reader.next();
    if (packageName === null) throw new CommandFailure("Error: no package specified", 1);
    if (permission === null) throw new CommandFailure("Error: no permission specified", 1);
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

const groupNames =
  "ACTIVITY_RECOGNITION CALENDAR CALL_LOG CAMERA CONTACTS LOCATION MICROPHONE NEARBY_DEVICES NOTIFICATIONS PHONE READ_MEDIA_AURAL READ_MEDIA_VISUAL SENSORS SMS STORAGE UNDEFINED"
    .split(" ")
    .map((name) => `android.permission-group.${name}`);

export const listPermissionGroups: ShellCommand = ({ stdout }) => {
  stdout.write(groupNames.map((name) => `permission group:${name}\n`).join(""));
  return 0;
};

/**
 * `pm list permissions [-d] [-g]`: those that users are asked for. Since Android 10 the platform's own stand in UNDEFINED: which group
 * a dialog asks about is PermissionController's.
 */
export const listPermissions: ShellCommand = ({ args, stdout }) => {
  const unknown = args.find((option) => !/^-[dg]+$/.test(option));
  if (unknown !== undefined) throw unsupported(`pm list permissions ${unknown}`);
  const options = args.join("");
  const isGrouped = options.includes("g");
  const lines = RUNTIME_PERMISSIONS.map((name) => `${isGrouped ? "  " : ""}permission:${name}\n`).join("");
  const groups = groupNames.map((name) => `group:${name}\n${name.endsWith(".UNDEFINED") ? lines : ""}`);
  stdout.write(`${options.includes("d") ? "Dangerous" : "All"} Permissions:\n\n`);
  stdout.write(isGrouped ? groups.join("\n") : lines);
  return 0;
};

export const permissionCommands = { grant: change(true), revoke: change(false) };
