import { existsSync } from "node:fs";
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { ConsoleConfig } from "#shared/contracts/console-config.ts";
import { consoleCaching, consoleHeaders } from "#shared/http/console-headers.ts";
import { consoleDirectory } from "#shared/project-files.ts";
import { acknowledgeConsole } from "./console-acknowledgements.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage-access.ts";

interface ConsoleStackProps extends StackProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly api: HttpApi;
}

/** The console's page in front of the API, at one address: the page asks its own origin, and the API no other is allowed. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { settings, storage, api, ...props }: ConsoleStackProps) {
    super(scope, id, props);
    const bucket = createPageBucket(this);
    const distribution = new Distribution(this, "Distribution", {
      comment: "Drover's console and API",
      defaultRootObject: "index.html",
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: createHeaders(this, settings, storage),
        functionAssociations: [
          { function: createFallback(this), eventType: FunctionEventType.VIEWER_REQUEST },
        ],
      },
      additionalBehaviors: { "/v1/*": apiBehavior(this, api), "/openapi.json": apiBehavior(this, api) },
    });
    this.#deploy(bucket, settings);
    acknowledgeConsole(this, bucket, distribution);
    new CfnOutput(this, "ConsoleUrl", { value: `https://${distribution.distributionDomainName}` });
  }

  /** What never changes first, then the page that names it, so that nobody is sent to a file that is not there yet. */
  #deploy(bucket: IBucket, settings: Settings): void {
    if (!existsSync(consoleDirectory)) {
      throw new Error("The console is not built. Build it with: npm run build:console");
    }
    const assets = new BucketDeployment(this, "Assets", {
      destinationBucket: bucket,
      sources: [Source.asset(consoleDirectory)],
      exclude: ["*"],
      include: ["assets/*"],
      prune: false,
      cacheControl: [CacheControl.fromString(consoleCaching("/assets/"))],
    });
    const page = new BucketDeployment(this, "Page", {
      destinationBucket: bucket,
      sources: [Source.asset(consoleDirectory), Source.jsonData("console-config.json", configOf(settings))],
      exclude: ["assets/*"],
      prune: false,
      cacheControl: [CacheControl.fromString(consoleCaching("/"))],
    });
    page.node.addDependency(assets);
  }
}

const configOf = ({ stage, jwtIssuer, consoleClientId, consoleScope }: Settings): ConsoleConfig => ({
  schemaVersion: 1,
  place: stage,
  signIn:
    consoleClientId === undefined
      ? null
      : { issuer: jwtIssuer, clientId: consoleClientId, scope: consoleScope },
});

/** Nothing that cannot be built again. */
function createPageBucket(scope: Construct): IBucket {
  return new Bucket(scope, "Files", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
    // Files of versions before: an open page may still ask for them for a while.
    lifecycleRules: [{ prefix: "assets/", expiration: Duration.days(400) }],
  }) as IBucket;
}

function createHeaders(
  scope: Stack,
  { jwtIssuer, consoleSignInOrigins }: Settings,
  { bucket }: Storage,
): ResponseHeadersPolicy {
  const artifacts = `https://${bucket.bucketRegionalDomainName}`;
  const signIn = [...new Set([new URL(jwtIssuer).origin, ...consoleSignInOrigins])];
  const headers = consoleHeaders({ artifacts, signIn });
  return new ResponseHeadersPolicy(scope, "Headers", {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: headers["content-security-policy"], override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: (["cross-origin-opener-policy", "permissions-policy"] as const).map((header) => ({
        header,
        value: headers[header],
        override: true,
      })),
    },
  });
}

/** Every address of the page is the page; what has a file of its own is named here. */
const createFallback = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, "Fallback", {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      `function handler(event) {
  var request = event.request;
  var isFile = /^\\/(assets\\/|favicon\\.svg$|console-config\\.json$)/.test(request.uri);
  if (!isFile) request.uri = "/index.html";
  return request;
}`,
    ),
  });

/** Never kept: every answer is one person's. The authorizer behind it checks the token as before. */
function apiBehavior(stack: Stack, api: HttpApi): BehaviorOptions {
  return {
    origin: new HttpOrigin(`${api.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  };
}
