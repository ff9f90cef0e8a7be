import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Environment } from "./runtime-environment.ts";

const SecretAnswer = z.object({ SecretString: z.string().min(1) });
const deadlineMilliseconds = 3_000;

/**
 * A secret through the AWS Parameters and Secrets Lambda Extension, which keeps it for five minutes and needs no client.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
export async function readSecret(secretId: string, environment: Environment): Promise<string> {
  const port = environment.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT ?? "2773";
  const url = `http://localhost:${port}/secretsmanager/get?secretId=${encodeURIComponent(secretId)}`;
  try {
    const response = await fetch(url, {
      headers: { "X-Aws-Parameters-Secrets-Token": environment.AWS_SESSION_TOKEN ?? "" },
      signal: AbortSignal.timeout(deadlineMilliseconds),
    });
    if (!response.ok) throw new Error(`the extension responded with ${response.status}`);
    return SecretAnswer.parse(await response.json()).SecretString;
  } catch (cause) {
    throw new DroverError("ConfigurationInvalid", `The secret ${secretId} could not be read.`, {
      advice: ["Attach the Parameters and Secrets extension layer and allow secretsmanager:GetSecretValue."],
      cause,
    });
  }
}
