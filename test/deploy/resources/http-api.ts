import * as z from "zod";
import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

const apiId = (name: string): string => name.toLowerCase().replaceAll("-", "").slice(-10);

const api: ResourceKind = ({ chosenName }, cloud) => {
  const id = apiId(chosenName);
  cloud.httpApis.set(id, { routes: [], integrations: new Map(), authorizers: new Map() });
  return {
    ref: id,
    attributes: {
      ApiId: id,
      ApiEndpoint: `https://${id}.execute-api.${account.region}.amazonaws.com`,
    },
  };
};

const Integration = z.object({
  ApiId: z.string(),
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
});

const integration: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { ApiId, IntegrationUri } = Integration.parse(properties);
  cloud.httpApi(ApiId).integrations.set(chosenName, IntegrationUri);
  return { ref: chosenName };
};

const Authorizer = z.object({
  ApiId: z.string(),
  AuthorizerType: z.literal("JWT"),
  IdentitySource: z.tuple([z.literal("$request.header.Authorization")]),
  JwtConfiguration: z.object({ Audience: z.array(z.string()).min(1), Issuer: z.url() }),
});

const authorizer: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { ApiId, JwtConfiguration } = Authorizer.parse(properties);
  cloud.httpApi(ApiId).authorizers.set(chosenName, JwtConfiguration);
  return { ref: chosenName };
};

const Route = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  AuthorizationType: z.enum(["JWT", "NONE"]),
  AuthorizerId: z.string().optional(),
  Target: z.string().startsWith("integrations/"),
});

const route: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { ApiId, RouteKey, AuthorizationType, AuthorizerId, Target } = Route.parse(properties);
  cloud.httpApi(ApiId).routes.push({
    key: RouteKey,
    authorizer: AuthorizationType === "JWT" ? (AuthorizerId ?? "") : null,
    integration: Target.slice("integrations/".length),
  });
  return { ref: chosenName };
};

const stage: ResourceKind = ({ properties }) => {
  const { StageName, AutoDeploy } = z
    .object({ StageName: z.string(), AutoDeploy: z.boolean().default(false) })
    .parse(properties);
  // A stage that is not deployed by itself would show no route.
  if (StageName !== "$default" || !AutoDeploy)
    throw new Error(`the stage ${StageName} serves nothing at the API's address`);
  return { ref: StageName };
};

export const httpApiKinds = {
  "AWS::ApiGatewayV2::Api": api,
  "AWS::ApiGatewayV2::Integration": integration,
  "AWS::ApiGatewayV2::Authorizer": authorizer,
  "AWS::ApiGatewayV2::Route": route,
  "AWS::ApiGatewayV2::Stage": stage,
} as const satisfies Readonly<Record<string, ResourceKind>>;
