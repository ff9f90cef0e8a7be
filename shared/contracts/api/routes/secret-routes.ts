import * as z from "zod";
import { BoundSecret, SecretName } from "../../job/secret.ts";
import { SecretList, SecretResponse } from "../responses/secret-response.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

const secret = z.strictObject({ name: SecretName });

/** Secrets, whose values go in and never come out. */
export const secretRoutes = {
  setSecret: {
    method: "PUT",
    path: "/v1/secrets/{name}",
    scope: "secrets:write",
    tag: "secrets",
    summary: "Store a secret, or change its value: hosts type it into the apps that it is bound to.",
    parameters: secret,
    query: none,
    body: BoundSecret,
    confidential: true,
    status: 200,
    response: SecretResponse,
    problems: ["LimitReached"],
  },
  listSecrets: {
    method: "GET",
    path: "/v1/secrets",
    scope: "secrets:write",
    tag: "secrets",
    summary: "Secrets by name, without their values, which cannot be read.",
    query: none,
    status: 200,
    response: SecretList,
    problems: [],
  },
  removeSecret: {
    method: "DELETE",
    path: "/v1/secrets/{name}",
    scope: "secrets:write",
    tag: "secrets",
    summary: "Remove a secret; for a week the account's operator can restore it.",
    parameters: secret,
    query: none,
    status: 200,
    response: SecretResponse,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
