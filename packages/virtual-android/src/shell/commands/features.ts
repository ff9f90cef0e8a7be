import type { ShellCommand } from "../shell-session.ts";
import { ArgumentReader } from "./service-command.ts";

/** What the virtual phone has of PackageManager's features, with their versions. */
const FEATURES = new Map<string, number>([
  ["android.hardware.bluetooth", 0],
  ["android.hardware.faketouch", 0],
  ["android.hardware.location", 0],
  ["android.hardware.ram.normal", 0],
  ["android.hardware.screen.landscape", 0],
  ["android.hardware.screen.portrait", 0],
  ["android.hardware.telephony", 0],
  ["android.hardware.touchscreen", 0],
  ["android.hardware.touchscreen.multitouch", 0],
  ["android.hardware.wifi", 0],
  ["android.software.adoptable_storage", 0],
  ["android.software.app_widgets", 0],
  ["android.software.home_screen", 0],
  ["android.software.input_methods", 0],
  ["android.software.webview", 0],
]);

/** `pm has-feature NAME [VERSION]`: says it, and ends with 1 when it has not. */
export const hasFeature: ShellCommand = ({ args, name, stdout }) => {
  const reader = new ArgumentReader({ args, name });
  const version = FEATURES.get(reader.required());
  const has = version !== undefined && Number(reader.next() ?? "0") <= version;
  stdout.write(`${has}\n`);
  return has ? 0 : 1;
};

export const listFeatures: ShellCommand = ({ stdout }) => {
  const lines = ["reqGlEsVersion=0x30000", ...FEATURES.keys()].map((feature) => `feature:${feature}\n`);
  stdout.write(lines.join(""));
  return 0;
};

/** The shared libraries that every Android 14 has for apps. */
const LIBRARIES =
  "android.ext.shared android.hidl.base-V1.0-java android.hidl.manager-V1.0-java android.net.ipsec.ike android.test.base android.test.mock " +
  "android.test.runner com.android.future.usb.accessory com.android.location.provider com.android.media.remotedisplay com.android.mediadrm.signer " +
  "com.android.nfc_extras javax.obex org.apache.http.legacy";

export const listLibraries: ShellCommand = ({ stdout }) => {
  stdout.write(
    LIBRARIES.split(" ")
      .map((name) => `library:${name}\n`)
      .join(""),
  );
  return 0;
};
