import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import type { SchedulerClientConfig } from "@aws-sdk/client-scheduler";
import type { SecretsManagerClientConfig } from "@aws-sdk/client-secrets-manager";
import type { SFNClientConfig } from "@aws-sdk/client-sfn";
import type { SQSClientConfig } from "@aws-sdk/client-sqs";
import type { WireService } from "../../http/wire.ts";

export type AwsService = "s3" | "sqs" | "dynamodb" | "sfn" | "secretsManager" | "scheduler";

interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface AwsConfig {
  readonly region: string;
  /** Instead of AWS's own addresses; how one machine stands in for the cloud. */
  readonly endpoints?: Readonly<Partial<Record<AwsService, string>>>;
  /** Absent: the SDK's default chain (role, environment, profile). */
  readonly credentials?: AwsCredentials;
  /** Signs links to objects, whose key id everybody reads who gets one; absent: `credentials` do. */
  readonly linkCredentials?: AwsCredentials;
  /** A handler that calls a server embedded in this process, instead of going over a socket. */
  readonly requestHandlers?: {
    readonly s3?: NonNullable<S3ClientConfig["requestHandler"]>;
    readonly sqs?: NonNullable<SQSClientConfig["requestHandler"]>;
    readonly dynamodb?: NonNullable<DynamoDBClientConfig["requestHandler"]>;
    readonly sfn?: NonNullable<SFNClientConfig["requestHandler"]>;
    readonly secretsManager?: NonNullable<SecretsManagerClientConfig["requestHandler"]>;
    readonly scheduler?: NonNullable<SchedulerClientConfig["requestHandler"]>;
  };
  /** Services of this process, for the calls that a step is made of. */
  readonly wires?: Readonly<Partial<Record<DirectService, WireService>>>;
}

/** Whose frequent calls need not go through the SDK's stack (docs/decisions/0111-direct-calls.md). */
export type DirectService = "s3" | "sqs" | "dynamodb" | "sfn";
