import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { CorsHttpMethod, HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
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
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { originHeader } from "#shared/contracts/farm/origin-check.ts";
import { consoleHeaders } from "#shared/http/console-headers.ts";
import { defined } from "#shared/values/defined.ts";
import { artifactsBucketName } from "../artifacts-bucket-name.ts";
import { acknowledgeAddress } from "../console-acknowledgements.ts";
import { type FirewallStack, firewallArn } from "../firewall.ts";
import type { Settings } from "../settings.ts";
import { signInOrigins } from "../sign-in-places.ts";

interface AddressStackProps extends StackProps {
  readonly settings: Settings;
  /** Undefined: everybody may ask as often as he likes. */
  readonly firewall: FirewallStack | undefined;
}

/**
 * The deployment's one address, which everything else gets: the page and the API behind it. It knows nobody, so that the bucket can
 * let this origin alone read, and the issuer send people back to it (docs/decisions/0138-the-address-comes-first.md).
 */
export class AddressStack extends Stack {
  /** Without routes, which the API's stack adds. */
  readonly httpApi: HttpApi;
  /** Of the page's files. */
  readonly pageFiles: IBucket;
  /** `https://…`, without a path. */
  readonly origin: string;
  /** What CloudFront adds to requests for the API, as a reference that CloudFormation resolves: the value itself is in no template. */
  readonly originSecret: string;

  constructor(scope: Construct, id: string, { settings, firewall, ...props }: AddressStackProps) {
    super(scope, id, props);
    if (firewall !== undefined) this.addStackDependency(firewall);
    this.httpApi = createHttpApi(this, settings);
    this.originSecret = createOriginSecret(this);
    this.pageFiles = createPageBucket(this);
    const { domainName, certificateArn } = settings;
    const distribution = new Distribution(this, "Distribution", {
      comment: `Drover's console and API (${settings.stage})`,
      defaultRootObject: "index.html",
      ...defined({ webAclId: firewall && firewallArn(settings.stage) }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domainName === undefined || certificateArn === undefined
        ? {}
        : {
            domainNames: [domainName],
            certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
          }),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.pageFiles),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: createHeaders(this, settings),
        functionAssociations: [
          { function: createFallback(this), eventType: FunctionEventType.VIEWER_REQUEST },
        ],
      },
      additionalBehaviors: {
        "/v1/*": apiBehavior(this),
        "/openapi.json": apiBehavior(this),
      },
    });
    this.origin = `https://${domainName ?? distribution.distributionDomainName}`;
    if (domainName !== undefined)
      new CfnOutput(this, "DomainTarget", { value: distribution.distributionDomainName });
    acknowledgeAddress(this.pageFiles, distribution);
  }
}

/** The page asks its own origin: others are let in by name alone. */
function createHttpApi(scope: Construct, { stage, apiOrigins }: Settings): HttpApi {
  return new HttpApi(scope, "HttpApi", {
    apiName: `drover-${stage}`,
    description: "Drover: jobs on Android devices",
    createDefaultStage: false,
    ...(apiOrigins.length === 0
      ? {}
      : {
          corsPreflight: {
            allowOrigins: [...apiOrigins],
            allowMethods: [CorsHttpMethod.ANY],
            allowHeaders: [
              "authorization",
              "content-type",
              "idempotency-key",
              "if-none-match",
              "last-event-id",
            ],
            exposeHeaders: ["etag", "retry-after", "allow", "www-authenticate", "apigw-requestid"],
            maxAge: Duration.hours(1),
          },
        }),
  });
}

function createOriginSecret(scope: Construct): string {
  const secret = new Secret(scope, "OriginSecret", {
    description: "What CloudFront adds to requests for Drover's API, which answers no others",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "CloudFront and the function get it when they are deployed, so that a value which changes by itself would part them; whoever has it lacks a token still.",
  });
  return secret.secretValue.unsafeUnwrap();
}

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

function createHeaders(scope: Stack, settings: Settings): ResponseHeadersPolicy {
  const artifacts = `https://${artifactsBucketName(scope, settings.stage)}.s3.${scope.region}.${scope.urlSuffix}`;
  const headers = consoleHeaders({ artifacts, signIn: signInOrigins(scope, settings) });
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

/** Every address of the page is the page; what has its own file is named here. */
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
function apiBehavior({ httpApi, originSecret, region, urlSuffix }: AddressStack): BehaviorOptions {
  return {
    origin: new HttpOrigin(`${httpApi.apiId}.execute-api.${region}.${urlSuffix}`, {
      customHeaders: { [originHeader]: originSecret },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  };
}
