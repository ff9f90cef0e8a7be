import { type Command, InvalidArgumentError } from "commander";
import { httpUrl, someText } from "../../options/option-values.ts";
import { profileName } from "../../profile-option.ts";
import {
  changeProfiles,
  keepProfile,
  type Profile,
  profileFile,
  profileInUse,
  readProfile,
  readProfiles,
} from "../../sign-in/profile-file.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { list } from "../../terminal/table.ts";
import { out, plain } from "../../terminal/terminal.ts";

/** What can be asked and changed by name. Tokens come and go with login and logout alone. */
const keys = {
  endpoint: { property: "endpoint", read: httpUrl },
  issuer: { property: "issuer", read: httpUrl },
  "client-id": { property: "clientId", read: someText },
  scope: { property: "scope", read: someText },
} as const satisfies Record<string, { property: keyof Profile; read: (value: string) => string }>;
type Key = keyof typeof keys | "profile";
const keyNames = [...Object.keys(keys), "profile"].join(", ");

interface Options {
  readonly profile?: string;
  readonly json?: boolean;
}

export const configCommand = (command: Command): Command => {
  withProfile(command.command("get").argument("<key>", keyNames, keyName))
    .description("print one setting")
    .action(get);
  withProfile(command.command("set").argument("<key>", keyNames, keyName).argument("<value>"))
    .description("change one setting; 'profile' is the default profile")
    .action(set);
  command
    .command("list")
    .description("list the profiles; their tokens are not shown")
    .option("--json", "print as JSON")
    .action(listProfiles);
  command
    .command("path")
    .description("print the path of the profiles file")
    .action(() => out(profileFile()));
  return command;
};

const withProfile = (command: Command): Command =>
  command.option("--profile <name>", "the profile (default: the one in use)", profileName);

function keyName(value: string): Key {
  if (value === "profile" || value in keys) return value as Key;
  throw new InvalidArgumentError(`Give one of ${keyNames}.`);
}

async function get(key: Key, options: Options): Promise<void> {
  const name = options.profile ?? (await profileInUse());
  if (key === "profile") return out(name);
  const value = (await readProfile(name))[keys[key].property];
  if (value === undefined) throw new CommandFailure(exitCodes.usage, `The profile '${name}' has no ${key}.`);
  out(plain(value));
}

async function set(key: Key, value: string, options: Options): Promise<void> {
  if (key === "profile") {
    const current = readBy(profileName, value);
    return changeProfiles((all) => ({ ...all, current }));
  }
  const { property, read } = keys[key];
  const name = options.profile ?? (await profileInUse());
  const before = await readProfile(name);
  const changed = { ...before, [property]: readBy(read, value) };
  // A token is shown to the farm that it was asked for, and to no other.
  const { tokens: _tokens, ...signedOut } = changed;
  await keepProfile(name, before[property] === changed[property] ? changed : signedOut);
}

function readBy(read: (value: string) => string, value: string): string {
  try {
    return read(value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(exitCodes.usage, `The value '${value}' is not valid.`, [why]);
  }
}

async function listProfiles(options: Options): Promise<void> {
  const { profiles } = await readProfiles();
  const used = await profileInUse();
  const items = Object.entries(profiles).map(([name, { tokens, ...profile }]) => ({
    name,
    used: name === used,
    ...profile,
    signedIn: tokens === undefined ? null : { by: tokens.by, expiresAt: tokens.expiresAt },
  }));
  const head = ["  profile", "endpoint", "client", "signed in"];
  list(options, { items }, head, ({ name, used: isUsed, endpoint = "", clientId = "", signedIn }) => [
    `${isUsed ? "* " : "  "}${name}`,
    endpoint,
    clientId,
    signedIn === null ? "nobody" : `a ${signedIn.by}, token until ${signedIn.expiresAt ?? "it is refused"}`,
  ]);
}
