import { once } from "node:events";
import { helperApp } from "../../../helper-apps/helper-apps.ts";
import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { ArgumentReader } from "../service-command.ts";

const withValue = new Set(["--user", "-p", "--abi"]);
const withoutValue = new Set([
  "-r",
  "-w",
  "-m",
  "-f",
  "--no-window-animation",
  "--no-hidden-api-checks",
  "--no-isolated-storage",
  "--no-test-api-access",
]);

/** `am instrument [-w] [-e NAME VALUE]… PACKAGE/RUNNER`: the tests of an installed helper app; no other app's code runs here. */
export const instrument: ShellCommand = async (context) => {
  const { device, stdout, surroundings } = context;
  const reader = new ArgumentReader(context);
  const options = new Map<string, string>();
  const given = new Set<string>();
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "-e") options.set(reader.required(), reader.required());
    else if (withValue.has(option)) reader.required();
    else if (withoutValue.has(option)) given.add(option);
    else throw reader.unknownOption(option);
  }
  const component = reader.required();
  const runner = device.packages
    .list()
    .flatMap(({ instrumentations = [] }) => instrumentations)
    .find((one) => one.component === component);
  const isWhole = device.packages.list().some(({ packageName }) => packageName === runner?.target);
  if (runner === undefined || !isWhole) throw notFound(component, given.has("-r"), stdout);
  const helper = helperApp(device, component.split("/")[0] ?? "");
  if (helper?.instrument === undefined)
    throw new CommandFailure(
      `android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}\nThe code of ${component} does not run on this virtual phone`,
    );
  // Android ends whatever ran of the target before.
  await device.activities.forceStop(runner.target);
  const waits = given.has("-w");
  const say = (text: string): void => {
    if (waits) stdout.write(text);
  };
  const ended = helper.instrument({ device, latency: surroundings.latency, options, say });
  if (!waits) return 0;
  const hungUp = surroundings.hangUp.aborted ? Promise.resolve() : once(surroundings.hangUp, "abort");
  const said = await Promise.race([ended, hungUp.then(() => "")]);
  stdout.write(said);
  return 0;
};

function notFound(component: string, raw: boolean, stdout: { write(text: string): void }): CommandFailure {
  if (raw)
    stdout.write(
      `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}\n` +
        "INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n",
    );
  return new CommandFailure(`android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}`);
}
