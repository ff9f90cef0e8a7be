import type { ShellCommand } from "../shell-session.ts";

export const which: ShellCommand = ({ args, stdout, placeOf }) => {
  let status = 0;
  for (const name of args.filter((argument) => argument !== "-a")) {
    if (placeOf(name) === "program") stdout.write(`/system/bin/${name}\n`);
    else status = 1;
  }
  return status;
};

/** `command -v NAME`, `command NAME …`, `type NAME`. */
export const command: ShellCommand = (context) => {
  const [option, ...names] = context.args;
  if (option !== "-v" && option !== "-V") return context.runCommand(context.args);
  let status = 0;
  for (const name of names) {
    const place = context.placeOf(name);
    if (place === null) status = 1;
    else context.stdout.write(place === "builtin" ? `${name}\n` : `/system/bin/${name}\n`);
  }
  return status;
};
