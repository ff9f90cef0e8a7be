import { createRequire } from "node:module";

/** An error that DynamoDB would answer: its status and its body. */
export interface DynaliteAnswer extends Error {
  readonly statusCode: number;
  readonly body: { readonly __type: string; readonly message?: string };
}

export interface DynaliteStore {
  readonly lifecycleManager: { gracefulClose(): Promise<void> };
  readonly db: { open(): Promise<void> };
}

interface DynaliteOptions {
  readonly path: string;
  readonly createTableMs: number;
  readonly deleteTableMs: number;
  readonly updateTableMs: number;
}

type Action = (
  store: DynaliteStore,
  data: object,
  callback: (error: Error | null, answer?: object) => void,
) => void;
interface Validation {
  readonly types: object;
  readonly custom?: (...parameters: unknown[]) => unknown;
}

const load = createRequire(import.meta.url);
const { create }: { create(options: DynaliteOptions): DynaliteStore } = load("dynalite/db");
const {
  checkTypes,
  checkValidations,
}: {
  checkTypes(data: object, types: object): object;
  checkValidations(data: object, types: object, custom: Validation["custom"], store: DynaliteStore): void;
} = load("dynalite/validations");

export const openDynaliteStore = create;

/** What dynalite 4.0.0 knows. Transactions, TTL, PartiQL, streams and backups are not among it. */
export const dynaliteOperations = [
  "BatchGetItem",
  "BatchWriteItem",
  "CreateTable",
  "DeleteItem",
  "DeleteTable",
  "DescribeTable",
  "GetItem",
  "ListTables",
  "PutItem",
  "Query",
  "Scan",
  "UpdateItem",
  "UpdateTable",
] as const;
export type DynaliteOperation = (typeof dynaliteOperations)[number];

const actions = new Map<string, { readonly run: Action; readonly validation: Validation }>();

function actionOf(operation: DynaliteOperation): { readonly run: Action; readonly validation: Validation } {
  let action = actions.get(operation);
  if (!action) {
    const file = operation.charAt(0).toLowerCase() + operation.slice(1);
    action = { run: load(`dynalite/actions/${file}`), validation: load(`dynalite/validations/${file}`) };
    actions.set(operation, action);
  }
  return action;
}

/**
 * Runs one operation on the store. Calls dynalite's own steps instead of its HTTP listener, which throws outside any
 * reach, and so ends the process, when a client goes away in the middle of a request or the store fails.
 * @throws DynaliteAnswer for what DynamoDB would refuse, any other error when the store itself fails
 */
export function runDynalite(
  store: DynaliteStore,
  operation: DynaliteOperation,
  input: object,
): Promise<object> {
  return new Promise((resolve, reject) => {
    const { run, validation } = actionOf(operation);
    const data = checkTypes(input, validation.types);
    checkValidations(data, validation.types, validation.custom, store);
    run(store, data, (error, answer) => (error ? reject(error) : resolve(answer ?? {})));
  });
}

export const isDynaliteAnswer = (error: unknown): error is DynaliteAnswer =>
  error instanceof Error && "statusCode" in error && "body" in error;
