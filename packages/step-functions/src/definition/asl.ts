import type { JsonObject, JsonValue } from "../expression/json-value.ts";

/** A string `{% … %}` that JSONata evaluates. Fields of this type are compiled with `compileTemplate`. */
export type ExpressionText = string;

export interface StateMachine {
  readonly Comment?: string;
  readonly QueryLanguage?: "JSONata" | "JSONPath";
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
  readonly TimeoutSeconds?: number;
  readonly Version?: string;
}

export type State =
  | PassState
  | TaskState
  | ChoiceState
  | WaitState
  | SucceedState
  | FailState
  | ParallelState
  | MapState;

export type StateType = State["Type"];

interface StateBase {
  readonly Comment?: string;
  readonly QueryLanguage?: "JSONata" | "JSONPath";
}

/** Where a state that is not a Choice continues: exactly one of the two is there after validation. */
interface Transition {
  readonly Next?: string;
  readonly End?: boolean;
}

/** Object of variable names and the templates of their values. */
export type Assign = JsonObject;

interface Assigning {
  readonly Assign?: Assign;
  readonly Output?: JsonValue;
}

interface Retrying {
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher[];
}

export interface PassState extends StateBase, Transition, Assigning {
  readonly Type: "Pass";
}

export interface TaskState extends StateBase, Transition, Assigning, Retrying {
  readonly Type: "Task";
  readonly Resource: string;
  readonly Arguments?: JsonValue;
  /** A role of another account that the task runs under. */
  readonly Credentials?: { readonly RoleArn: string };
  readonly TimeoutSeconds?: number | ExpressionText;
  readonly HeartbeatSeconds?: number | ExpressionText;
}

export interface ChoiceState extends StateBase, Assigning {
  readonly Type: "Choice";
  readonly Choices: readonly ChoiceRule[];
  readonly Default?: string;
}

export interface ChoiceRule extends Assigning {
  readonly Comment?: string;
  readonly Condition: boolean | ExpressionText;
  readonly Next: string;
}

export interface WaitState extends StateBase, Transition, Assigning {
  readonly Type: "Wait";
  /** Exactly one of `Seconds` and `Timestamp` is there after validation. */
  readonly Seconds?: number | ExpressionText;
  /** RFC 3339 with `T` and zone, or an expression that returns one. */
  readonly Timestamp?: string | ExpressionText;
}

export interface SucceedState extends StateBase {
  readonly Type: "Succeed";
  readonly Output?: JsonValue;
}

export interface FailState extends StateBase {
  readonly Type: "Fail";
  readonly Error?: string | ExpressionText;
  readonly Cause?: string | ExpressionText;
}

export interface ParallelState extends StateBase, Transition, Assigning, Retrying {
  readonly Type: "Parallel";
  readonly Branches: readonly Branch[];
  readonly Arguments?: JsonValue;
}

export interface Branch {
  readonly Comment?: string;
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

export interface MapState extends StateBase, Transition, Assigning, Retrying {
  readonly Type: "Map";
  readonly Items?: readonly JsonValue[] | JsonObject | ExpressionText;
  readonly ItemSelector?: JsonValue;
  readonly ItemProcessor: ItemProcessor;
  readonly MaxConcurrency?: number | ExpressionText;
  /** The fields below are for `ProcessorConfig.Mode: "DISTRIBUTED"` only. */
  readonly ItemReader?: ItemReader;
  readonly ItemBatcher?: ItemBatcher;
  readonly ResultWriter?: ResultWriter;
  readonly Label?: string;
  readonly ToleratedFailureCount?: number | ExpressionText;
  readonly ToleratedFailurePercentage?: number | ExpressionText;
}

export interface ItemProcessor extends Branch {
  readonly ProcessorConfig?: ProcessorConfig;
}

/** Absent means `INLINE`. */
export interface ProcessorConfig {
  readonly Mode?: "INLINE" | "DISTRIBUTED";
  readonly ExecutionType?: "STANDARD" | "EXPRESS";
}

export interface ItemReader {
  readonly Resource: string;
  readonly Arguments?: JsonValue;
  readonly ReaderConfig?: ReaderConfig;
}

export interface ReaderConfig {
  readonly InputType?: "CSV" | "JSON" | "JSONL";
  readonly CSVHeaderLocation?: "FIRST_ROW" | "GIVEN";
  readonly CSVHeaders?: readonly string[];
  readonly CSVDelimiter?: "COMMA" | "PIPE" | "SEMICOLON" | "SPACE" | "TAB";
  readonly MaxItems?: number | ExpressionText;
  /** A JSON pointer to the list or object inside a JSON document that holds the items. */
  readonly ItemsPointer?: string;
}

export interface ItemBatcher {
  readonly MaxItemsPerBatch?: number | ExpressionText;
  readonly MaxInputBytesPerBatch?: number | ExpressionText;
  readonly BatchInput?: JsonValue;
}

export interface ResultWriter {
  readonly Resource?: string;
  readonly Arguments?: JsonValue;
  readonly WriterConfig?: WriterConfig;
}

export interface WriterConfig {
  readonly Transformation?: "NONE" | "COMPACT" | "FLATTEN";
  readonly OutputType?: "JSON" | "JSONL";
}

export interface Retrier {
  readonly Comment?: string;
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: "FULL" | "NONE";
}

export interface Catcher extends Assigning {
  readonly Comment?: string;
  readonly ErrorEquals: readonly string[];
  readonly Next: string;
}
