import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import type { WireResponse, WireService } from "#shared/http/wire.ts";
import { account } from "../account.ts";
import type { Principals } from "../principals.ts";

/** Where the extension listens beside a function, unless the function's environment says otherwise. */
export const extensionOrigin = (environment: Readonly<Record<string, string>>): string =>
  `http://localhost:${environment.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT ?? "2773"}`;

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * The AWS Parameters and Secrets Lambda Extension for all functions: whose session token comes, as that role it reads. It keeps nothing.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
export const startSecretsExtension = (
  secrets: WireService,
  principals: Principals,
): Promise<LoopbackServer> =>
  startLoopbackServer({
    answer: async ({ query, headers }) => {
      const principal = principals.sessionWithToken(headers["x-aws-parameters-secrets-token"] ?? "");
      if (principal === undefined) return json(401, { message: "the token is not this function's" });
      const SecretId = new URLSearchParams(query).get("secretId") ?? "";
      const resource = SecretId.startsWith("arn:")
        ? SecretId
        : account.arn("secretsmanager", `secret:${SecretId}-AbCdEf`);
      const denial = principals.refusal(principal, [
        { action: "secretsmanager:GetSecretValue", resource, context: {} },
      ]);
      if (denial !== null) return json(400, { __type: "AccessDeniedException" });
      return secrets({
        method: "POST",
        path: "/",
        query: "",
        headers: { "x-amz-target": "secretsmanager.GetSecretValue" },
        body: Buffer.from(JSON.stringify({ SecretId })),
      });
    },
    port: 0,
    bodyLimitBytes: 1_024,
    tooLarge: json(413, {}),
  });
