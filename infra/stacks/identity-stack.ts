import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  type IUserPoolResourceServer,
  LambdaVersion,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
  UserPoolOperation,
  UserPoolResourceServer,
} from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { Scope } from "#shared/contracts/api/scope.ts";
import { apiResource, tenantAttributeName, tenantResource } from "#shared/contracts/farm/identity.ts";
import { callbackAddress, callbackPorts } from "#shared/contracts/farm/sign-in.ts";
import { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverFunction } from "../functions/drover-function.ts";
import type { Identity } from "../identity.ts";
import type { Settings } from "../settings.ts";
import { signInPrefix } from "../sign-in-places.ts";
import type { Storage } from "../storage-access.ts";
import type { AddressStack } from "./address-stack.ts";

interface IdentityStackProps extends StackProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly address: AddressStack;
}

/** An issuer for who has none: a user pool for people, and for machines a client of each tenant. */
export class IdentityStack extends Stack {
  readonly userPool: UserPool;
  readonly domain: UserPoolDomain;
  readonly identity: Identity;
  readonly people: UserPoolClient;
  /** One for each tenant. */
  readonly machines: ReadonlyMap<TenantId, UserPoolClient>;

  constructor(scope: Construct, id: string, { settings, storage, address, ...props }: IdentityStackProps) {
    super(scope, id, props);
    this.userPool = createUserPool(this, settings);
    const tenantClaim = new DroverFunction(this, {
      name: "add-tenant-claim",
      values: {},
      resources: { stage: settings.stage, storage },
    });
    // The third form of the event alone is sent for machines too.
    this.userPool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, tenantClaim, LambdaVersion.V3_0);
    this.domain = this.userPool.addDomain("SignIn", {
      cognitoDomain: { domainPrefix: signInPrefix(this, settings) },
    });
    const api = this.#resource("Api", apiResource, Scope.options);
    this.people = this.#people(settings, api, address.origin);
    const { machineTenants } = settings;
    const tenants =
      machineTenants.length === 0 ? [] : this.#resource("Tenants", tenantResource, machineTenants);
    this.machines = new Map(
      machineTenants.map((tenant) => [tenant, this.#machine(settings, tenant, [...api, ...tenants])]),
    );
    const issuer = this.userPool.userPoolProviderUrl;
    const clients = [this.people, ...this.machines.values()];
    this.identity = {
      issuer,
      // Cognito writes no `aud` into access tokens: API Gateway compares `client_id` then.
      audiences: clients.map(({ userPoolClientId }) => userPoolClientId),
      tokenRules: { ...TokenRules.parse({}), scopePrefix: `${apiResource}/` },
      signIn: {
        issuer,
        clientId: this.people.userPoolClientId,
        scope: ["openid", ...api.map(({ name }) => `${apiResource}/${name}`)].join(" "),
      },
    };
  }

  #resource(id: string, identifier: string, names: readonly string[]): readonly NamedScope[] {
    const scopes = names.map(
      (name) => new ResourceServerScope({ scopeName: name, scopeDescription: `${identifier} ${name}` }),
    );
    const server = new UserPoolResourceServer(this, id, { userPool: this.userPool, identifier, scopes });
    return scopes.map((scope) => ({ name: scope.scopeName, identifier, server, scope }));
  }

  /** The console and the command: no secret that they could keep, so PKCE proves that it is the same one. */
  #people({ stage }: Settings, scopes: readonly NamedScope[], origin: string): UserPoolClient {
    return new UserPoolClient(this, "People", {
      ...ofEveryClient(this.userPool),
      userPoolClientName: `drover-${stage}-people`,
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, ...scopes.map(oAuthScope)],
        callbackUrls: [`${origin}/`, ...callbackPorts.map(callbackAddress)],
        logoutUrls: [`${origin}/`],
      },
      refreshTokenValidity: Duration.days(1),
    });
  }

  /** For CI: of all tenants' scopes it may have its own alone, which the trigger turns into the claim. */
  #machine({ stage }: Settings, tenant: TenantId, scopes: readonly NamedScope[]): UserPoolClient {
    const own = scopes.filter(({ identifier, name }) => identifier === apiResource || name === tenant);
    return new UserPoolClient(this, `Machine-${tenant}`, {
      ...ofEveryClient(this.userPool),
      userPoolClientName: `drover-${stage}-machine-${tenant}`,
      generateSecret: true,
      oAuth: { flows: { clientCredentials: true }, scopes: own.map(oAuthScope) },
    });
  }
}

interface NamedScope {
  readonly name: string;
  readonly identifier: string;
  readonly server: IUserPoolResourceServer;
  readonly scope: ResourceServerScope;
}

const oAuthScope = ({ server, scope }: NamedScope): OAuthScope => OAuthScope.resourceServer(server, scope);

/** Nobody changes his own tenant: it is not among what a client may write. */
const ofEveryClient = (userPool: UserPool) => ({
  userPool,
  authFlows: { user: false },
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  accessTokenValidity: Duration.hours(1),
  idTokenValidity: Duration.hours(1),
  readAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
  writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
});

function createUserPool(scope: Construct, { stage }: Settings): UserPool {
  const userPool = new UserPool(scope, "UserPool", {
    userPoolName: `drover-${stage}`,
    // Tokens of machines and access tokens of people are not changed in the plan below it.
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    customAttributes: {
      [tenantAttributeName]: new StringAttribute({ minLen: 1, maxLen: 32, mutable: true }),
    },
    passwordPolicy: {
      minLength: 14,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    mfa: Mfa.REQUIRED,
    mfaSecondFactor: { sms: false, otp: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(userPool).acknowledge({
    id: "AwsSolutions-COG8",
    reason:
      "Threat protection is of the plan above, which costs more for each person; the second factor is asked of everybody.",
  });
  return userPool;
}
