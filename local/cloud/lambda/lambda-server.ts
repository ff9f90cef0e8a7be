import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireService } from "#shared/http/wire.ts";
import { jsonRefusal } from "../signature/json-refusal.ts";
import { requireSignature } from "../signature/require-signature.ts";
import type { SignatureRules } from "../signature/verify-signature.ts";

/** An event of 6 MB and its envelope. */
const requestBytes = 8 * 1024 * 1024;

/** Lambda's Invoke API over loopback. */
export const startLambdaServer = (
  invokeApi: WireService,
  signatures: Omit<SignatureRules, "services">,
  port: number | undefined,
): Promise<LoopbackServer> =>
  startLoopbackServer({
    answer: requireSignature({ ...signatures, services: ["lambda"] }, jsonRefusal(403), invokeApi),
    port,
    bodyLimitBytes: requestBytes,
    tooLarge: { status: 413, headers: { "x-amzn-errortype": "RequestTooLargeException" }, body: "{}" },
  });
