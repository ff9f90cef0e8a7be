/** Where the stacks are put: nobody's account, and the one that the stand-ins know. */
export interface Account {
  readonly region: string;
  readonly accountId: string;
  arn(service: string, resource: string): string;
}

export const account: Account = {
  region: "us-east-1",
  accountId: "000000000000",
  arn: (service, resource) => `arn:aws:${service}:us-east-1:000000000000:${resource}`,
};
