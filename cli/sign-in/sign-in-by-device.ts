import * as oauth from "oauth4webapi";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { type Issuer, keptTokens } from "./issuer.ts";
import type { Tokens } from "./profile-file.ts";

interface DeviceOptions {
  readonly scope: string;
  /** Tells a person where to go, and what to type there. */
  readonly show: (address: string, code: string) => Promise<void>;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly now: () => Date;
}

const noSecret = oauth.None();
/** RFC 8628, 3.2 and 3.5. */
const usualIntervalSeconds = 5;
const slowerSeconds = 5;

/** A person signs in on any device he has, with a code that is shown here (RFC 8628): this machine needs no browser. */
export async function signInByDevice(issuer: Issuer, options: DeviceOptions): Promise<Tokens> {
  const { server, client } = issuer;
  const { scope, show, pause, now } = options;
  const response = await oauth.deviceAuthorizationRequest(
    server,
    client,
    noSecret,
    { scope },
    issuer.options,
  );
  const asked = await oauth.processDeviceAuthorizationResponse(server, client, response);
  await show(asked.verification_uri_complete ?? asked.verification_uri, asked.user_code);
  let interval = asked.interval ?? usualIntervalSeconds;
  const until = now().getTime() + asked.expires_in * 1_000;
  while (now().getTime() < until) {
    await pause(interval * 1_000);
    try {
      const answer = await oauth.deviceCodeGrantRequest(
        server,
        client,
        noSecret,
        asked.device_code,
        issuer.options,
      );
      return keptTokens(await oauth.processDeviceCodeResponse(server, client, answer), "person", now());
    } catch (error) {
      const said = error instanceof oauth.ResponseBodyError ? error.error : undefined;
      if (said !== "authorization_pending" && said !== "slow_down") throw error;
      if (said === "slow_down") interval += slowerSeconds;
    }
  }
  throw new CommandFailure(exitCodes.interrupted, "Nobody signed in before the code expired.");
}
