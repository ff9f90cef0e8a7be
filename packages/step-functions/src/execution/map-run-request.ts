import type { ReaderConfig, WriterConfig } from "../definition/asl.ts";
import type { JsonValue } from "../expression/json-value.ts";

/** Everything that a Distributed Map state says of its run, evaluated. */
export interface MapRunRequest {
  readonly label: string | undefined;
  readonly express: boolean;
  readonly maxConcurrency: number;
  readonly toleratedFailureCount: number;
  readonly toleratedFailurePercentage: number;
  readonly reader?: ReaderRequest;
  readonly batch?: BatchRequest;
  readonly writer?: WriterRequest;
}

/** A run that ended without success before its execution was redriven. */
export interface EarlierMapRun {
  readonly arn: string;
  /** How often it was redriven, the coming time included. */
  readonly redriveCount: number;
}

/** The evaluated ItemReader. */
export interface ReaderRequest {
  readonly resource: string;
  readonly arguments: JsonValue;
  readonly config: ReaderConfig;
  readonly maxItems?: number;
}

/** The evaluated ItemBatcher. */
export interface BatchRequest {
  readonly maxItems?: number;
  readonly maxBytes?: number;
  readonly batchInput?: JsonValue;
}

/** The evaluated ResultWriter; without arguments the results stay in the state's output. */
export interface WriterRequest {
  readonly arguments?: JsonValue;
  readonly config?: WriterConfig;
}
