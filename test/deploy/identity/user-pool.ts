import { account } from "../account.ts";

export interface PoolClient {
  readonly id: string;
  readonly flows: readonly string[];
  readonly scopes: readonly string[];
}

/** A user pool of the templates. */
export interface UserPool {
  readonly id: string;
  readonly arn: string;
  readonly issuer: string;
  /** Called before each token. */
  readonly trigger: string;
  /** Custom ones, without `custom:`. */
  readonly attributes: readonly string[];
  /** Scopes by the resource server's identifier. */
  readonly resourceServers: Map<string, readonly string[]>;
  readonly clients: Map<string, PoolClient>;
}

export const issuerOf = (poolId: string): string =>
  `https://cognito-idp.${account.region}.amazonaws.com/${poolId}`;
