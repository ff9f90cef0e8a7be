import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { AttributePath, AttributePaths } from "./attributes.ts";
import { conditionExpression, type WriteCondition, type Writing } from "./conditional-write.ts";
import { type RequestNames, UpdateClauses } from "./expression.ts";
import type { TableClient } from "./table-client.ts";

type Values<Rules> = { readonly [Name in keyof Rules]?: unknown };
type Item = Readonly<Record<string, unknown>>;

interface Updating<Rules> extends Writing<Rules> {
  readonly client: TableClient;
  readonly at: { readonly TableName: string; readonly Key: Record<string, unknown> };
  readonly text: RequestNames;
  /** The keys of secondary indexes that follow from what is written. */
  readonly indexKeys: (written: Item) => Item;
  readonly attributes: (item: Item) => Values<Rules>;
}

/** What may be said in `data`. */
export type UpdateOperations = Pick<UpdateClauses, "set" | "ifNotExists" | "add" | "remove">;

/** Changes of one item, in one call. */
export class UpdateWrite<Rules> {
  readonly #updating: Updating<Rules>;
  readonly #clauses: UpdateClauses;
  readonly #conditions: WriteCondition<Rules>[] = [];

  constructor(updating: Updating<Rules>) {
    this.#updating = updating;
    this.#clauses = new UpdateClauses(updating.text);
  }

  /** What is undefined stays as it is. */
  set(values: Values<Rules>): this {
    return this.#each(values, (path, value) => this.#clauses.set(path, value));
  }

  ifNotExists(values: Values<Rules>): this {
    return this.#each(values, (path, value) => this.#clauses.ifNotExists(path, value));
  }

  remove(names: readonly (keyof Rules & string)[]): this {
    for (const name of names) this.#clauses.remove(this.#updating.paths[name]);
    return this;
  }

  data(change: (paths: AttributePaths<Rules>, set: UpdateOperations) => void): this {
    change(this.#updating.paths, this.#clauses);
    return this;
  }

  setName(name: string, value: unknown): this {
    this.#clauses.setName(this.#updating.text.name(name), value);
    return this;
  }

  where(condition: WriteCondition<Rules>): this {
    this.#conditions.push(condition);
    return this;
  }

  async go({ response }: { readonly response?: "all_new" } = {}): Promise<{ data: Values<Rules> }> {
    const { client, attributes } = this.#updating;
    const ReturnValues = response === undefined ? "NONE" : "ALL_NEW";
    const { Attributes = {} } = await client.send(
      new UpdateCommand({ ...this.commit().Update, ReturnValues }),
    );
    return { data: response === undefined ? {} : attributes(Attributes) };
  }

  /** For a transaction, which makes it with others or not at all. */
  commit() {
    const { at, text, indexKeys } = this.#updating;
    const keys = indexKeys(this.#clauses.written);
    for (const [name, value] of Object.entries(keys)) this.#clauses.setName(text.name(name), value);
    const { expression } = this.#clauses;
    const condition = conditionExpression(this.#conditions, this.#updating, text);
    // Nothing to change, a count of no tokens for example: the conditions are held all the same.
    const UpdateExpression = expression === "" ? undefined : expression;
    return { Update: { ...at, UpdateExpression, ...condition, ...text.parameters } };
  }

  #each(values: Values<Rules>, write: (path: AttributePath, value: unknown) => void): this {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) write(this.#updating.paths[name as keyof Rules], value);
    }
    return this;
  }
}
