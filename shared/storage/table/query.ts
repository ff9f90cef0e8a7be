import { QueryCommand, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { RequestNames } from "./expression.ts";
import { type keyText, wholeKey } from "./item-keys.ts";
import { type KeyList, readMerged } from "./merged-lists.ts";
import type { TableClient } from "./table-client.ts";

type Item = Readonly<Record<string, unknown>>;
type KeyText = ReturnType<typeof keyText>;

interface Querying<Values> {
  readonly client: TableClient;
  readonly tableName: string;
  readonly index: {
    readonly name: string | undefined;
    readonly pk: { readonly field: string };
    readonly sk: { readonly field: string };
    readonly pkText: KeyText;
    readonly skText: KeyText;
  };
  readonly values: Item;
  /** The attributes of those items that are of this kind. */
  readonly owned: (items: readonly Item[]) => readonly Values[];
  /** The same of a secondary index, which holds keys alone. */
  readonly hydrated: (
    items: readonly Item[],
  ) => Promise<{ readonly data: readonly Values[]; readonly unprocessed: readonly unknown[] }>;
}

/** Where several lists are read as one and nobody says how much of it. */
const mostOfAll = 1_000;

interface QueryOptions {
  readonly limit?: number;
  readonly order?: "asc" | "desc";
  readonly consistent?: boolean;
  /** Read the items of the keys that a secondary index has, in no order. */
  readonly hydrate?: boolean;
  readonly pages?: "all";
}

export interface Found<Values> {
  readonly data: readonly Values[];
  /** Whether there is more; where it continues is for the caller to say. */
  readonly cursor: string | null;
  readonly unprocessed: readonly unknown[];
}

type Range = (sort: string, text: RequestNames) => string;

/** Items of one partition, in the order of their sort keys. Where nothing else is said, all of this kind. */
export class EntityQuery<Values extends object> {
  readonly #querying: Querying<Values>;
  /** Null: the whole partition is of this kind. */
  #range: Range | null;
  #others: readonly EntityQuery<Values>[] = [];

  constructor(querying: Querying<Values>) {
    this.#querying = querying;
    const prefix = querying.index.skText(querying.values).text;
    this.#range = prefix === "" ? null : (sort, text) => `begins_with(${sort}, ${text.value(prefix)})`;
  }

  /** Of the last value that is given, the beginning is enough. */
  begins(values: Values): this {
    return this.#ranged((sort, text) => `begins_with(${sort}, ${text.value(this.#sort(values))})`);
  }

  /** Both ends belong to it. */
  between(from: Values, to: Values): this {
    return this.#ranged(
      (sort, text) => `${sort} BETWEEN ${text.value(this.#sort(from))} AND ${text.value(this.#sort(to))}`,
    );
  }

  lt(values: Values): this {
    return this.#ranged((sort, text) => `${sort} < ${text.value(this.#sort(values))}`);
  }

  gt(values: Values): this {
    return this.#ranged((sort, text) => `${sort} > ${text.value(this.#sort(values))}`);
  }

  /** Read as one list with others of the same index, in the order of their sort keys. */
  with(others: readonly EntityQuery<Values>[]): this {
    this.#others = others;
    return this;
  }

  async go(options: QueryOptions = {}): Promise<Found<Values>> {
    if (this.#others.length > 0) return this.#merged(options);
    const { hydrate = false, pages, limit = Number.POSITIVE_INFINITY } = options;
    const data: Values[] = [];
    const unprocessed: unknown[] = [];
    let from: Record<string, unknown> | undefined;
    let size = options.limit;
    do {
      const command = this.#command({ ...options, ...(size === undefined ? {} : { limit: size }) }, from);
      const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await this.#querying.client.send(command);
      if (hydrate) {
        const read = await this.#querying.hydrated(Items);
        data.push(...read.data);
        unprocessed.push(...read.unprocessed);
      } else data.push(...this.#querying.owned(Items));
      from = LastEvaluatedKey;
      // What does not belong in the list must not hide what comes after it, however much of it there is.
      if (size !== undefined) size *= 2;
    } while (
      from !== undefined &&
      (pages === "all" || (hydrate && data.length + unprocessed.length < limit))
    );
    return { data, cursor: from === undefined ? null : "more", unprocessed };
  }

  /** The sort keys of a secondary index, of this many items at most; no item is read. */
  async sortKeys(order: "asc" | "desc", most: number): Promise<readonly string[]> {
    const { client, index } = this.#querying;
    const found: string[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const command = this.#command({ order, limit: most - found.length }, from);
      const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await client.send(command);
      found.push(...Items.map((item) => String(item[index.sk.field])));
      from = LastEvaluatedKey;
    } while (from !== undefined && found.length < most);
    return found;
  }

  /** Always with the items of the keys. */
  #merged({ order = "asc", limit = mostOfAll }: QueryOptions): Promise<Found<Values>> {
    const { field } = this.#querying.index.sk;
    const sign = order === "asc" ? 1 : -1;
    return readMerged({
      lists: [this, ...this.#others].map((query) => query.#keyList(order)),
      isBefore: (one, other) => sign * (String(one[field]) < String(other[field]) ? -1 : 1) < 0,
      limit,
    });
  }

  #keyList(order: "asc" | "desc"): KeyList<Values> {
    const { client, hydrated } = this.#querying;
    return {
      page: async (limit, after) => {
        const { Items: keys = [], LastEvaluatedKey: from }: QueryCommandOutput = await client.send(
          this.#command({ order, limit }, after),
        );
        return { keys, from };
      },
      items: hydrated,
    };
  }

  #command({ limit, order = "asc", consistent = false }: QueryOptions, from: Item | undefined): QueryCommand {
    const { tableName, index, values } = this.#querying;
    const text = new RequestNames();
    const partition = wholeKey(index.pkText, index.pk.field, values);
    const isPartition = `${text.name(index.pk.field)} = ${text.value(partition)}`;
    const range = this.#range?.(text.name(index.sk.field), text);
    return new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: range === undefined ? isPartition : `${isPartition} AND ${range}`,
      ...text.parameters,
      ScanIndexForward: order === "asc",
      ...(index.name === undefined ? { ConsistentRead: consistent } : { IndexName: index.name }),
      ...(limit === undefined ? {} : { Limit: limit }),
      ...(from === undefined ? {} : { ExclusiveStartKey: from }),
    });
  }

  #ranged(range: Range): this {
    this.#range = range;
    return this;
  }

  #sort(values: Values): string {
    return this.#querying.index.skText({ ...this.#querying.values, ...values }).text;
  }
}
