import { listeningSockets } from "../../listening-sockets.ts";
import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";

/** `netstat [-pWxwutnal]`: nothing of a virtual phone is connected; what listens is shown by `-a` and, of TCP, by `-l`. */
export const netstat: ShellCommand = (context) => {
  const { flags } = parseOptions(context, "pWrxwutneal");
  for (const flag of ["r", "e"])
    if (flags.has(flag)) throw new CommandFailure(`netstat: -${flag} is not supported by this virtual phone`);
  const kinds = ["t", "u", "w", "x"].filter((kind) => flags.has(kind));
  const asks = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind);
  const servers = flags.has("a") ? "established and" : flags.has("l") ? "only" : "w/o";
  const width = flags.has("W") ? 51 : 23;
  const owner = flags.has("p") ? "402/adbd" : null;
  const sockets = listeningSockets(context.surroundings.listening());
  const lines: string[] = [];
  if (asks("t") || asks("u") || asks("w")) {
    lines.push(
      `Active Internet connections (${servers} servers)`,
      `Proto Recv-Q Send-Q ${"Local Address".padEnd(width)} ${"Foreign Address".padEnd(width)} State      ${owner === null ? "" : " PID/Program Name"}`,
    );
    for (const { at } of asks("t") && (flags.has("a") || flags.has("l")) ? sockets : []) {
      if (at.kind !== "tcp") continue;
      const local = `${flags.has("n") ? "127.0.0.1" : "localhost"}:${at.port}`;
      lines.push(
        `tcp        0      0 ${local.padEnd(width)} ${"0.0.0.0:*".padEnd(width)} LISTEN     ${owner === null ? "" : ` ${owner}`}`,
      );
    }
  }
  if (asks("x")) {
    lines.push(
      `Active UNIX domain sockets (${servers} servers)`,
      `Proto RefCnt Flags\t Type\t    State\t    ${owner === null ? "I-Node" : "PID/Program Name"} Path`,
    );
    for (const { at, inode } of flags.has("a") ? sockets : [])
      if (at.kind === "unix")
        lines.push(
          `unix  2      ${"[ ACC ]".padEnd(11)} ${"STREAM".padEnd(10)} ${"LISTENING".padEnd(13)} ${String(inode).padStart(8)} ${owner === null ? "" : owner.padEnd(19)}${at.path}`,
        );
  }
  context.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return 0;
};
