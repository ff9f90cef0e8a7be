import type { ShellCommand } from "../../shell-session.ts";
import { launcherIntent } from "./am.ts";

const optionsWithValue = /^(?:-c|-s|--throttle|--pct-\w+)$/;

/** Of many events; for the one that opens an app they change nothing. */
const withoutEffect =
  /^(?:-v+|--(?:ignore-\w+(?:-\w+)*|kill-process-after-error|monitor-native-crashes|hprof|dbg-no-events|randomize-throttle|no-\w+(?:-\w+)*))$/;

/** `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`: the way tools open an app whose activity they do not know. */
export const monkey: ShellCommand = async ({ args, device, stdout, stderr }) => {
  const packages: string[] = [];
  let count: number | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (argument === "-p") packages.push(args[++index] ?? "");
    else if (optionsWithValue.test(argument)) index += 1;
    else if (/^\d+$/.test(argument)) count = Number(argument);
    else if (!withoutEffect.test(argument)) {
      stderr.write(
        `** Error: ${argument} is not supported by this virtual phone, whose monkey only opens an app\n`,
      );
      return 255;
    }
  }
  if (count === null) {
    stderr.write(
      "** Error: Count not specified\nusage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...] COUNT\n",
    );
    return 255;
  }
  if (packages.length !== 1) {
    stderr.write("** Error: this virtual phone's monkey only opens an app: one -p is needed\n");
    return 255;
  }
  if (count > 1) {
    stderr.write("** Error: this virtual phone's monkey only opens an app: COUNT must be 1\n");
    return 255;
  }
  stdout.write(args.map((argument) => `  bash arg: ${argument}\n`).join(""));
  const [packageName = ""] = packages;
  const result = await device.activities.start(launcherIntent(packageName));
  if (result.status !== "ok") {
    stdout.write("** No activities found to run, monkey aborted.\n");
    return 252;
  }
  stdout.write(
    "Events injected: 1\n## Network stats: elapsed time=18ms (0ms mobile, 0ms wifi, 18ms not connected)\n",
  );
  return 0;
};
