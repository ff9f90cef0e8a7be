import type { ShellCommand } from "../shell-session.ts";
import { launcherIntent } from "./am.ts";

const optionsWithValue = new Set(["-c", "-s", "--throttle", "--pct-syskeys", "--pct-touch", "--pct-motion"]);

/** `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`: the way tools open an app whose activity they do not know. */
export const monkey: ShellCommand = async ({ args, device, stdout, stderr }) => {
  const packages: string[] = [];
  let count: number | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (argument === "-p") packages.push(args[++index] ?? "");
    else if (optionsWithValue.has(argument)) index += 1;
    else if (/^\d+$/.test(argument)) count = Number(argument);
  }
  if (count === null) {
    stderr.write(
      "** Error: Count not specified\nusage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...] COUNT\n",
    );
    return 255;
  }
  if (count > 1) {
    stderr.write("** Error: this virtual phone's monkey only opens an app: COUNT must be 1\n");
    return 255;
  }
  stdout.write(`  bash arg: -p\n${packages.map((name) => `  bash arg: ${name}\n`).join("")}`);
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
