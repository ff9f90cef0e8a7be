import {
  ApiProblem,
  type AskedOfRoute,
  type Client,
  type ClientOptions,
  createClient,
  NoAnswer,
  NoEvents,
  type RouteName,
} from "@drover/client";
import type * as z from "zod";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { loadRoute } from "./load-route.ts";
import { because } from "./terminal/because.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** A farm's API, the token that is good for it now, and how it is asked so that one that is over is renewed. */
export type ApiAddress = Pick<ClientOptions, "apiUrl" | "token" | "fetch">;

/** The token itself, for what is no request of ours. */
export const bearerOf = async ({ token }: ApiAddress): Promise<string> =>
  (typeof token === "function" ? await token() : token) ?? "";

/** As the user wrote it: the API says what is wrong with it. */
export type AskedByCommand = AskedOfRoute & {
  readonly id?: string;
  readonly name?: string;
  readonly q?: string;
  readonly turnId?: string;
  readonly linkId?: string;
  readonly task?: string;
  readonly run?: string;
  readonly eventId?: string;
};

export type FarmClient = Client<DroverApi>;

/** The API's client with every answer checked. Throws as a client does, and CommandFailure for an answer that it cannot read. */
export const farmApi = (address: ApiAddress): FarmClient =>
  createClient<DroverApi>({ ...address, parse: answersOf(address) });

/** Checks and reads the answers of an API. */
export const answersOf =
  ({ apiUrl }: ApiAddress) =>
  async (name: RouteName, answer: unknown): Promise<unknown> => {
    const { response } = await loadRoute(name);
    const parsed = response.safeParse(answer);
    if (!parsed.success) throw strangeAnswer(apiUrl);
    return parsed.data;
  };

/** Asks a route of the public HTTP API, as any caller would. Throws CommandFailure with the problem's words. */
export async function callRoute<Name extends RouteName>(
  address: ApiAddress,
  name: Name,
  asked: AskedByCommand = {},
): Promise<z.output<Routes[Name]["response"]>> {
  const ask = farmApi(address)[name] as (
    asked: AskedByCommand,
  ) => Promise<z.output<Routes[Name]["response"]>>;
  return ask(asked).catch((error: unknown) => {
    throw failureOf(error);
  });
}

/** `callRoute` for one farm. */
export const callsTo =
  (address: ApiAddress) =>
  <Name extends RouteName>(name: Name, asked: AskedByCommand = {}) =>
    callRoute(address, name, asked);

export const strangeAnswer = (apiUrl: string): CommandFailure =>
  new CommandFailure(exitCodes.error, `${apiUrl} sent a response that this version of drover cannot read.`, [
    "Is it a farm's API? Its version and this drover's version must match.",
  ]);

/** In the words of a command. */
export function failureOf(error: unknown): unknown {
  if (error instanceof NoAnswer) {
    const why = because(error.cause);
    return new CommandFailure(exitCodes.noFarm, `No answer from ${error.apiUrl}: ${why}.`, [
      "Start a farm with 'drover up', sign in to one with 'drover login', or set DROVER_API_URL and DROVER_TOKEN.",
    ]);
  }
  if (error instanceof NoEvents)
    return new CommandFailure(exitCodes.error, error.message, [
      "Is it a farm's API? A proxy between must pass streams of events through.",
    ]);
  return error instanceof ApiProblem ? problemFailure(error) : error;
}

function problemFailure({ status, code, detail, fields, advice }: ApiProblem): CommandFailure {
  const lines = fields.map(
    (e) => `${e.field}: ${e.message}${e.value === undefined ? "" : ` (got ${e.value || "nothing"})`}`,
  );
  // Of wrong fields the detail says the same, without what was sent; of anything else the fields say no more than it.
  const wrongFields = fields.length > 0 && fields.every((e) => detail.includes(`${e.field}: ${e.message}`));
  const exitCode = status < 500 && status !== 401 ? exitCodes.usage : exitCodes.error;
  const message = wrongFields ? lines.join("\n  ") : detail;
  const signIn = status === 401 ? ["Sign in again: drover login"] : [];
  return new CommandFailure(exitCode, message, [...advice, ...signIn], fields, code);
}
