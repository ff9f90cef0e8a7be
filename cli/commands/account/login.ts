import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { callbackPorts } from "#shared/contracts/farm/sign-in.ts";
import { defined } from "#shared/values/defined.ts";
import { handToBrowser, hasBrowser } from "../../browser.ts";
import { httpUrl, someText } from "../../options/option-values.ts";
import { profileName } from "../../profile-option.ts";
import { findIssuer, type Issuer, inWords } from "../../sign-in/issuer.ts";
import {
  changeProfiles,
  type Profile,
  profileInUse,
  readProfile,
  type Tokens,
} from "../../sign-in/profile-file.ts";
import { signInByCode } from "../../sign-in/sign-in-by-code.ts";
import { signInByDevice } from "../../sign-in/sign-in-by-device.ts";
import { signInMachine } from "../../sign-in/sign-in-machine.ts";
import { askForSecret } from "../../terminal/ask-for-secret.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { plain, progress } from "../../terminal/terminal.ts";

interface LoginOptions {
  readonly profile?: string;
  readonly endpoint?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly device?: boolean;
  readonly clientSecretStdin?: boolean;
}

/** A person who went to fetch his phone is waited for. */
const patienceMilliseconds = 10 * 60_000;

export const loginCommand = (command: Command): Command =>
  command
    .option("--endpoint <url>", "the farm's address: its console's, or the API's with --issuer", httpUrl)
    .option("--profile <name>", "save it under this name, and use it from now on", profileName)
    .option("--issuer <url>", "the OpenID Connect issuer (default: from the console's address)", httpUrl)
    .option("--client-id <id>", "the client at the issuer (default: from the console's address)", someText)
    .option("--scope <scopes>", "scopes of the token, separated by spaces", someText)
    .option("--device", "show a code to type on another device, if the issuer supports it")
    .option(
      "--client-secret-stdin",
      "sign in a machine with its client secret, read from a pipe; or set DROVER_CLIENT_SECRET",
    )
    .action(login);

async function login(options: LoginOptions): Promise<void> {
  const name = options.profile ?? (await profileInUse());
  const asked = await whatToAsk(options, await readProfile(name));
  const secret = await secretOf(options);
  const issuer = await findIssuer(asked.issuer, asked.clientId);
  using interrupt = interruptSignal(() => undefined);
  const signal = AbortSignal.any([interrupt.signal, AbortSignal.timeout(patienceMilliseconds)]);
  const tokens = await inWords(asked.issuer, () =>
    secret === undefined
      ? signInPerson(issuer, asked.scope ?? "openid", { ...options, signal })
      : signInMachine(issuer, secret, asked.scope, new Date()),
  );
  const profile: Profile = { ...asked, tokens };
  await changeProfiles((all) => ({ ...all, current: name, profiles: { ...all.profiles, [name]: profile } }));
  progress(plain(`signed in to ${asked.endpoint}; the profile '${name}' is used from now on`));
}

/** The secret of a machine: never an argument, which every user of this machine can read. */
async function secretOf({ clientSecretStdin, clientId }: LoginOptions): Promise<string | undefined> {
  const secret =
    clientSecretStdin === true
      ? await askForSecret(undefined, process.stdin, (text) => process.stderr.write(text))
      : process.env.DROVER_CLIENT_SECRET || undefined;
  if (secret === undefined || clientId !== undefined) return secret;
  throw new CommandFailure(exitCodes.usage, "A machine's secret needs its client id.", [
    "Give --client-id, or unset DROVER_CLIENT_SECRET to sign in yourself.",
  ]);
}

type Asked = Pick<Profile, "scope"> & {
  readonly [Name in "endpoint" | "issuer" | "clientId"]: NonNullable<Profile[Name]>;
};

/** What is given counts, then what the console at that address says, then what the profile had. */
async function whatToAsk(options: LoginOptions, before: Profile): Promise<Asked> {
  const endpoint = options.endpoint ?? before.endpoint;
  if (endpoint === undefined)
    throw new CommandFailure(exitCodes.usage, "Give the farm's address with --endpoint.");
  const isMachine = options.clientId !== undefined;
  const said = options.issuer !== undefined && isMachine ? null : await signInOf(endpoint);
  const known = endpoint === before.endpoint ? before : {};
  const issuer = options.issuer ?? said?.issuer ?? known.issuer;
  const clientId = options.clientId ?? said?.clientId ?? known.clientId;
  // The console's scope is a person's; what a machine may have is decided at the issuer.
  const scope = options.scope ?? (isMachine ? undefined : (said?.scope ?? known.scope));
  if (issuer !== undefined && clientId !== undefined)
    return { endpoint, issuer, clientId, ...defined({ scope }) };
  throw new CommandFailure(exitCodes.usage, `${endpoint} does not name its sign-in service.`, [
    "Give the console's address, or name --issuer and --client-id.",
    "A farm on one machine needs no sign-in: 'drover up' leaves its token for the commands beside it.",
  ]);
}

/** As the console's page reads it; null where no console stands, or one to which tokens are pasted. */
async function signInOf(endpoint: string): Promise<ConsoleConfig["signIn"]> {
  const response = await fetch(new URL("/console-config.json", endpoint)).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  return ConsoleConfig.safeParse(answer).data?.signIn ?? null;
}

interface PersonOptions {
  readonly device?: boolean;
  readonly signal: AbortSignal;
}

/** By a code where there is no browser, or that is wished: not every issuer offers it. */
async function signInPerson(
  issuer: Issuer,
  scope: string,
  { device, signal }: PersonOptions,
): Promise<Tokens> {
  const now = (): Date => new Date();
  const offersCode = issuer.server.device_authorization_endpoint !== undefined;
  if (device === true && !offersCode)
    throw new CommandFailure(exitCodes.usage, `${issuer.server.issuer} does not support sign-in by a code.`, [
      "Omit --device to sign in with a browser on this machine.",
    ]);
  if (offersCode && (device === true || !hasBrowser()))
    return signInByDevice(issuer, {
      scope,
      now,
      show: async (address, code) => progress(plain(`open ${address} and type ${code}`)),
      pause: async (milliseconds) => {
        await pause(milliseconds, undefined, { signal }).catch(() => {
          throw new CommandFailure(exitCodes.interrupted, "Nobody signed in.");
        });
      },
    });
  const show = async (address: string): Promise<void> => {
    if (await handToBrowser(address)) progress("the issuer's page is open in your browser");
    else progress(plain(`open this in a browser on this machine: ${address}`));
  };
  return signInByCode(issuer, { scope, ports: callbackPorts, show, signal, now });
}
