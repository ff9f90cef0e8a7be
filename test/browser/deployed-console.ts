import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { createConsolePage } from "#local/console/console-page.ts";
import type { WireResponse } from "#shared/http/wire.ts";
import type { Issuer } from "../issuer.ts";
import type { ConsoleFarm } from "./open-console.ts";

/**
 * The page and the API at one address as CloudFront has them: people sign in at an issuer, and the API takes the tokens of that
 * issuer alone. Behind it is a farm, which is asked with its own.
 */
export const startDeployedConsole = (farm: ConsoleFarm, issuer: Issuer): Promise<LoopbackServer> => {
  const signIn = { issuer: issuer.url, clientId: issuer.clientId, scope: "openid" };
  const page = createConsolePage({
    artifactsUrl: farm.apiUrl,
    config: { schemaVersion: 1, place: "acme", signIn },
  });
  return startLoopbackServer({
    bodyLimitBytes: 100_000,
    tooLarge: { status: 413, headers: {}, body: "" },
    async answer(request): Promise<WireResponse> {
      if (page.takes(request)) return page.answer(request);
      const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
      if (!issuer.accepts(token)) {
        return {
          status: 401,
          headers: { "content-type": "application/json" },
          body: '{"message":"Unauthorized"}',
        };
      }
      const answer = await fetch(`${farm.apiUrl}${request.path}?${request.query}`, {
        method: request.method,
        headers: { authorization: `Bearer ${farm.token}` },
      });
      const type = answer.headers.get("content-type") ?? "text/plain";
      return { status: answer.status, headers: { "content-type": type }, body: await answer.text() };
    },
  });
};
