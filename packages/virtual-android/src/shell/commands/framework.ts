import { CommandFailure, type ShellCommand } from "../shell-session.ts";

type Commands = Readonly<Record<string, ShellCommand>>;

/** What Android's services answer: nobody, while `stop` has ended them. */
export const ofFramework = (commands: Commands): Commands =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]): [string, ShellCommand] => [
      name,
      (context) => {
        if (context.device.isFrameworkRunning) return command(context);
        throw new CommandFailure(`${name}: Can't find service: the framework is stopped`, 20);
      },
    ]),
  );

/** As root's on a phone: the kernel, adbd and the files stay, apps and screen go. `stop` of one service is refused. */
export const stop: ShellCommand = ({ args, device }) => {
  mustBeAll("stop", args);
  device.stopFramework();
  return 0;
};

export const start: ShellCommand = ({ args, device }) => {
  mustBeAll("start", args);
  device.startFramework();
  return 0;
};

function mustBeAll(name: string, [service]: readonly string[]): void {
  if (service !== undefined)
    throw new CommandFailure(`${name}: '${service}' is not supported by this virtual phone`, 255);
}
