import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { Scope } from "#shared/contracts/api/scope.ts";
import { callbackPorts } from "#shared/contracts/farm/sign-in.ts";
import { stacksOf, synthesised, withPool } from "./synthesised.ts";

const withMachines = { ...withPool, machineTenants: "acme, beta-2" };
const { pool, api, page, address } = synthesised(withMachines);

interface Policy {
  readonly Properties: {
    readonly PolicyDocument: {
      readonly Statement: readonly { readonly Action: string | readonly string[] }[];
    };
  };
}
interface Client {
  readonly Properties: Readonly<Record<string, unknown>>;
}
const clients = () =>
  Object.entries(pool.findResources("AWS::Cognito::UserPoolClient")) as [string, Client][];
const client = (prefix: string) =>
  clients().find(([id]) => id.startsWith(prefix)) ?? ["", { Properties: {} }];
/** `{ "Fn::Join": ["", [{ Ref }, "/jobs:read"]] }` as `<Ref>/jobs:read`. */
const scopesOf = ([, { Properties }]: [string, Client]): readonly string[] =>
  (Properties.AllowedOAuthScopes as unknown[]).map((scope) =>
    typeof scope === "string"
      ? scope
      : JSON.stringify(scope).replace(/^.*"Ref":"(\w+?)[0-9A-F]{8}".*"(\/[^"]+)".*$/, "$1$2"),
  );

describe("the user pool", () => {
  it("lets in whom an administrator made, with a second factor and a long password, and is not deleted", () => {
    pool.hasResource("AWS::Cognito::UserPool", {
      DeletionPolicy: "Retain",
      Properties: {
        UserPoolName: "drover-prod",
        UserPoolTier: "ESSENTIALS",
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: "ACTIVE",
        MfaConfiguration: "ON",
        EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
        Policies: {
          PasswordPolicy: Match.objectLike({
            MinimumLength: 14,
            RequireLowercase: true,
            RequireNumbers: true,
            RequireSymbols: true,
            RequireUppercase: true,
          }),
        },
      },
    });
  });

  it("asks for the tenant before it makes a token, a machine's too", () => {
    pool.hasResourceProperties("AWS::Cognito::UserPool", {
      LambdaConfig: {
        PreTokenGenerationConfig: {
          LambdaArn: { "Fn::GetAtt": [Match.stringLikeRegexp("^AddTenantClaim"), "Arn"] },
          LambdaVersion: "V3_0",
        },
      },
    });
    pool.hasResourceProperties("AWS::Lambda::Permission", { Principal: "cognito-idp.amazonaws.com" });
    const policies = Object.entries(pool.findResources("AWS::IAM::Policy")) as [string, Policy][];
    const [, policy] = policies.find(([id]) => id.startsWith("AddTenantClaimRole")) ?? [];
    const actions = policy?.Properties.PolicyDocument.Statement.flatMap(({ Action }) => [Action].flat());
    expect(actions?.length).toBeGreaterThan(0);
    expect(actions?.filter((action) => !/^(?:logs|xray):/.test(action))).toEqual([]);
  });

  it("offers the API's scopes, all of them, and one for each tenant of machines", () => {
    const named = (names: readonly string[]) => names.map((ScopeName) => Match.objectLike({ ScopeName }));
    pool.hasResourceProperties("AWS::Cognito::UserPoolResourceServer", {
      Identifier: "drover",
      Scopes: named(Scope.options),
    });
    pool.hasResourceProperties("AWS::Cognito::UserPoolResourceServer", {
      Identifier: "tenant",
      Scopes: named(["acme", "beta-2"]),
    });
  });

  it("signs people in at a place of the stage's own", () => {
    pool.hasResourceProperties("AWS::Cognito::UserPoolDomain", {
      Domain: { "Fn::Join": ["", ["drover-prod-", { Ref: "AWS::AccountId" }]] },
    });
  });
});

describe("its clients", () => {
  it("are one for people, without a secret, who come back to the console or to the command and nowhere else", () => {
    const [, { Properties }] = client("People");
    expect(Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ["code"],
      ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: "ENABLED",
    });
    const [console, ...command] = Properties.CallbackURLs as unknown[];
    expect(JSON.stringify(console)).toMatch(
      /"https:\/\/",\{"Fn::GetStackOutput":\{"StackName":"Drover-prod-Address".*\}\},"\/"/,
    );
    expect(command).toEqual(callbackPorts.map((port) => `http://localhost:${port}/signed-in`));
    expect(scopesOf(client("People"))).toEqual(["openid", ...Scope.options.map((scope) => `Api/${scope}`)]);
  });

  it("are one for each tenant's machines, with a secret and the scope of that tenant alone", () => {
    for (const [tenant, id] of [
      ["acme", "Machineacme"],
      ["beta-2", "Machinebeta2"],
    ] as const) {
      const [, { Properties }] = client(id);
      expect(Properties).toMatchObject({ GenerateSecret: true, AllowedOAuthFlows: ["client_credentials"] });
      expect(scopesOf(client(id))).toEqual([
        ...Scope.options.map((scope) => `Api/${scope}`),
        `Tenants/${tenant}`,
      ]);
    }
  });

  it("let nobody write his own tenant", () => {
    expect(clients()).toHaveLength(3);
    for (const [id, { Properties }] of clients()) expect(Properties.WriteAttributes, id).toEqual(["email"]);
  });
});

describe("the rest of the deployment", () => {
  it("takes the tokens of that pool's clients, all of them, and reads them as the pool writes them", () => {
    const [authorizer] = Object.values(api.findResources("AWS::ApiGatewayV2::Authorizer")) as [
      { Properties: { JwtConfiguration: { Audience: unknown[]; Issuer: unknown } } },
    ];
    const { Audience, Issuer } = authorizer.Properties.JwtConfiguration;
    expect(Audience).toHaveLength(3);
    expect(JSON.stringify(Audience)).toMatch(/RefPeople.*RefMachineacme.*RefMachinebeta2/);
    expect(JSON.stringify(Issuer)).toContain("PublishOutputFnGetAttUserPool");
    api.hasResourceProperties("AWS::Lambda::Function", {
      Environment: {
        Variables: Match.objectLike({
          DROVER_TOKEN_RULES: '{"tenantClaim":"tenant","scopePrefix":"drover/"}',
        }),
      },
    });
  });

  it("lets the page ask the pool, and tells it and the command where people sign in", () => {
    const policy = JSON.stringify(address.findResources("AWS::CloudFront::ResponseHeadersPolicy"));
    expect(policy).toMatch(
      / https:\/\/cognito-idp\.",\{"Ref":"AWS::Region"\},"\.amazonaws\.com https:\/\/drover-prod-"/,
    );
    expect(policy).toMatch(/\.auth\.",\{"Ref":"AWS::Region"\},"\.amazoncognito\.com; /);
    const deployed = JSON.stringify(page.toJSON());
    expect(stacksOf(withMachines).pool?.identity.signIn?.scope).toMatch(/^openid drover\/jobs:read /);
    expect(deployed).toContain("PublishOutputRefPeople");
  });

  it("tells what one needs next", () => {
    expect(
      Object.keys(pool.findOutputs("*"))
        .filter((name) => !name.startsWith("Publish"))
        .sort(),
    ).toEqual([
      "Issuer",
      "MachineClientIdAcme",
      "MachineClientIdBeta2",
      "PeopleClientId",
      "SignInUrl",
      "UserPoolId",
    ]);
  });
});

it.each([
  [{ cognito: "true" }, "cognito: creates an issuer, but jwtIssuer names another one"],
  [{ ...withPool, cognito: "yes" }, "cognito: "],
  [{ ...withPool, stage: "aws-1" }, "stage: must not contain aws, amazon or cognito"],
  [{ ...withPool, machineTenants: "acme,a/b" }, "machineTenants.1: "],
  [
    { ...withPool, cognito: "false" },
    "jwtIssuer: must be the https address of the token issuer; or create one",
  ],
])("refuses %j", (context, words) => {
  expect(() => stacksOf(context)).toThrow(words);
});
