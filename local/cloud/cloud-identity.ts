import type { MachineName } from "#shared/contracts/farm/machines.ts";

/** Whose the local cloud is, to AWS's clients. */
export const identity = {
  region: "us-east-1",
  accountId: "000000000000",
} as const;

export const resourceNames = { tableName: "drover", bucketName: "drover-artifacts" } as const;

export const arnOf = (service: string, resource: string): string =>
  `arn:aws:${service}:${identity.region}:${identity.accountId}:${resource}`;

export const machineArn = (name: MachineName): string => arnOf("states", `stateMachine:${name}`);
