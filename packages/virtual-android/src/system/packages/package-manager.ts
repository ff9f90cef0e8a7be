import type { PackageManager } from "../device.ts";
import { type PhoneCore, SETTINGS_PROVIDER } from "../phone-core.ts";
import { permissionGroup } from "./permission-groups.ts";
import { isZip, readApk } from "./read-apk.ts";
import { parseVirtualApk } from "./virtual-apk.ts";

/** What `pm` sees and does. */
export function packageManager(core: PhoneCore): PackageManager {
  return {
    list: () => core.packages.list(),
    query: (intent) => core.packages.query(intent),
    resolve: (intent) => core.packages.resolve(intent)?.factory.component ?? null,
    install: async (apk, options) => {
      const refusal = core.faults.refusedInstalls;
      if (refusal !== null) throw new Error(`${refusal}: as its fault script says`);
      const read = isZip(apk) ? await readApk(apk) : parseVirtualApk(apk);
      const packageName = core.packages.install(read, apk, options);
      if (read.hasCode === true)
        core.log.add(
          "W",
          "VirtualPhone",
          `${packageName} is installed, but its code does not run on a virtual phone`,
        );
      if (options.grantAll === true) grantAll(core, packageName);
      core.invalidate();
      return packageName;
    },
    uninstall: async (packageName) => {
      if (core.faults.lastingPackage === packageName) return false;
      core.stack.stop(packageName);
      core.notifications.cancelAllOf(packageName);
      core.invalidate();
      const removed = core.packages.uninstall(packageName);
      if (removed) core.clearData(packageName);
      return removed;
    },
    clear: async (packageName) => {
      const known = core.packages.app(packageName) !== null;
      if (!known || core.faults.unclearablePackage === packageName) return false;
      core.stack.stop(packageName);
      core.notifications.cancelAllOf(packageName);
      core.clearData(packageName);
      if (packageName === SETTINGS_PROVIDER) core.reloadSettings();
      core.invalidate();
      return true;
    },
    permissions: (packageName) => {
      const holder = core.packages.holder(packageName);
      if (holder === null) return { requested: [], runtime: [] };
      return { requested: holder.permissions ?? [], runtime: core.permissions.of(holder) };
    },
    setPermission: (packageName, permission, granted) => {
      // Of an installed file that does not say what it names, anything is believed.
      const named = core.packages.app(packageName)?.permissions;
      const unknown = named === undefined && core.packages.holder(packageName)?.isSystem === false;
      if (!(unknown || named?.includes(permission) === true) || permissionGroup(permission) === null)
        return false;
      core.permissions.answer(packageName, permission, granted, granted ? [] : ["REVOKED_COMPAT"]);
      // A process that loses a permission ends, as on Android.
      if (!granted) core.stack.stop(packageName);
      if (core.stack.front() === null) core.goHome();
      core.invalidate();
      return true;
    },
  };
}

function grantAll(core: PhoneCore, packageName: string): void {
  for (const permission of core.packages.app(packageName)?.permissions ?? [])
    if (permissionGroup(permission) !== null) core.permissions.answer(packageName, permission, true, []);
}
