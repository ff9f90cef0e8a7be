import { hash, timingSafeEqual } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { runtimeEnvironment } from "#agent/environment/runtime-environment.ts";
import { originHeader, originSecretVariable } from "#shared/contracts/farm/origin-check.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** Refuses what came to API Gateway's own address, past the firewall, before anything else is looked at. */
export const throughAddress: MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyResultV2> = {
  before: ({ event }) => {
    const secret = runtimeEnvironment()[originSecretVariable];
    if (secret === undefined || isSame(event.headers[originHeader] ?? "", secret)) return;
    throw new DroverError(
      "Forbidden",
      "The API is available at the deployment's address, not at API Gateway's.",
      {
        advice: ["Use the address that the deployment printed as ConsoleUrl."],
      },
    );
  },
};

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
