import type { RehearsedCloud } from "../rehearsed-cloud.ts";

/** A resource of a template, its properties resolved. */
export interface Making {
  readonly stackName: string;
  readonly logicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** What CloudFormation names it when the template does not. */
  readonly chosenName: string;
}

/** What `Ref` and `Fn::GetAtt` answer of it. */
export interface Made {
  readonly ref: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export type ResourceKind = (making: Making, cloud: RehearsedCloud) => Promise<Made> | Made;
