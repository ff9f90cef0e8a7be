import { BatchGetCommand, type BatchGetCommandOutput, GetCommand } from "@aws-sdk/lib-dynamodb";
import { DroverError } from "../../errors/drover-error.ts";
import { type AttributePaths, type AttributeRules, attributePaths } from "./attributes.ts";
import { ConditionalWrite } from "./conditional-write.ts";
import { RequestNames } from "./expression.ts";
import { type IndexKeys, wholeKey } from "./item-keys.ts";
import { type AskedList, type Index, itemPlace, keyIndex } from "./item-place.ts";
import { madeOnce } from "./lasting-items.ts";
import { EntityQuery } from "./query.ts";
import type { TableClient } from "./table-client.ts";
import { UpdateWrite } from "./update.ts";

export interface Indexes {
  readonly primary: IndexKeys;
  readonly [name: string]: IndexKeys;
}

interface EntityDefinition<Rules extends AttributeRules, Keys extends Indexes> {
  /** Written into each item, so that items of one kind are told from those of another. */
  readonly model: { readonly entity: string; readonly version: string };
  readonly attributes: Rules;
  readonly indexes: Keys;
}

interface Table {
  readonly client: TableClient;
  readonly table: string;
  /** Told of each read that met items which do not lie where their own values put them; `example` is the key of one. */
  readonly forged?: ((found: ForgedItems) => void) | undefined;
}

export interface ForgedItems {
  readonly entity: string;
  readonly count: number;
  readonly example: string;
}

export type EntityValues<Rules> = { readonly [Name in keyof Rules]?: unknown };
type Item = Readonly<Record<string, unknown>>;

const entityField = "__edb_e__";
const versionField = "__edb_v__";
/** DynamoDB's own limit for one call. */
const mostKeysAtOnce = 100;

/**
 * One kind of item of the one table: its keys from templates, its conditions from its attributes. What is written is checked
 * by the repositories before, and what is read after.
 */
export class Entity<Rules extends AttributeRules, Keys extends Indexes> {
  /** As queries begin: `entity.query.primary({ tenantId })`. */
  readonly query: {
    readonly [Name in keyof Keys]: (values: EntityValues<Rules>) => EntityQuery<EntityValues<Rules>>;
  };
  readonly #paths: AttributePaths<Rules>;
  readonly #definition: EntityDefinition<Rules, Keys>;
  readonly #table: Table;
  readonly #indexes: readonly Index[];
  readonly #primary: Index;
  /** From the name in the table to the attribute's. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(definition: EntityDefinition<Rules, Keys>, table: Table) {
    this.#definition = definition;
    this.#table = table;
    const { attributes } = definition;
    this.#paths = attributePaths(attributes);
    const shown = Object.entries(attributes).filter(([, { hidden }]) => hidden !== true);
    this.#names = new Map(shown.map(([name, { field = name }]) => [field, name]));
    const named = Object.entries(definition.indexes).map(
      ([name, index]) => [name, keyIndex(index, attributes)] as const,
    );
    this.#indexes = named.map(([, index]) => index);
    this.#primary = keyIndex(definition.indexes.primary, attributes);
    const queries = named.map(([name, index]) => [name, (values: Item) => this.#query(index, values)]);
    this.query = Object.fromEntries(queries) as typeof this.query;
  }

  get(key: EntityValues<Rules>) {
    return {
      go: async ({ consistent = false } = {}): Promise<{ data: EntityValues<Rules> | null }> => {
        const command = new GetCommand({ ...this.#at(key), ConsistentRead: consistent });
        const { Item } = await this.#table.client.send(command);
        return { data: this.#genuine(Item === undefined ? [] : [Item])[0] ?? null };
      },
    };
  }

  /** In no order; what is not there is absent, and `unprocessed` are keys that the table did not get to. */
  async getMany(keys: readonly EntityValues<Rules>[]) {
    return this.#read(keys.map((key) => this.#at(key).Key));
  }

  /** A new item; the condition fails when there is one of this key. */
  create(values: EntityValues<Rules>) {
    return this.put(values).where((_paths, _is, key) => `attribute_not_exists(${key})`);
  }

  put(values: EntityValues<Rules>) {
    const Item = { ...this.#item(values), ...this.#mark() };
    const write = { Put: { TableName: this.#table.table, Item } };
    return new ConditionalWrite<Rules>({ ...this.#writing(), client: this.#table.client, write });
  }

  /** Changes an item that is there. */
  patch(key: EntityValues<Rules>) {
    return this.#update(key).where((_paths, _is, name) => `attribute_exists(${name})`);
  }

  /** Writes these values into the item, or makes it of them. */
  upsert(values: EntityValues<Rules>) {
    return this.#made(this.#update(values).set(values));
  }

  /** Changes an item, or makes it of the key and the change: what an item has when it is put is set if nothing is there. */
  update(key: EntityValues<Rules>) {
    const first = Object.entries(this.#definition.attributes).flatMap(([name, { whenPut }]) =>
      whenPut === undefined ? [] : [[name, whenPut(key)]],
    );
    return this.#made(this.#update(key).set(key)).ifNotExists(Object.fromEntries(first));
  }

  delete(key: EntityValues<Rules>) {
    const write = { Delete: this.#at(key) };
    return new ConditionalWrite<Rules>({ ...this.#writing(), client: this.#table.client, write });
  }

  /** An item that is there. */
  remove(key: EntityValues<Rules>) {
    return this.delete(key).where((_paths, _is, name) => `attribute_exists(${name})`);
  }

  /** An update that may make the item marks it as its kind. */
  #made(update: UpdateWrite<Rules>): UpdateWrite<Rules> {
    return Object.entries(this.#mark()).reduce((made, [name, value]) => made.setName(name, value), update);
  }

  #update(key: EntityValues<Rules>) {
    return new UpdateWrite<Rules>({
      ...this.#writing(),
      client: this.#table.client,
      at: this.#at(key),
      text: new RequestNames(),
      indexKeys: (written) => this.#indexKeys({ ...key, ...written }, Object.keys(written)),
      attributes: (item) => {
        const [values] = this.#genuine([item]);
        if (values !== undefined) return values;
        throw new DroverError("SchemaMismatch", "An item's values belong to another key.");
      },
    });
  }

  #writing() {
    return { paths: this.#paths, keyField: this.#primary.pk.field };
  }

  #query(index: Index, values: Item) {
    const list = { index, partition: index.pkText(values).text };
    return new EntityQuery<EntityValues<Rules>>({
      client: this.#table.client,
      tableName: this.#table.table,
      index,
      values,
      owned: (items) => this.#genuine(items, list),
      hydrated: (items) => this.#hydrated(items, list, this.#primary.pkText(values).text),
    });
  }

  /** Only keys of the tenant that asks are read at all: the index has them. */
  async #hydrated(items: readonly Item[], list: AskedList, ownKeys: string) {
    const { pk } = this.#primary;
    const [own = [], others = []] = [true, false].map((isOwn) =>
      items.filter((item) => String(item[pk.field]).startsWith(ownKeys) === isOwn),
    );
    this.#tellForged(others);
    return this.#read(
      own.map((item) => this.#keyOf(item)),
      list,
    );
  }

  #at(key: Item) {
    const { pk, sk, pkText, skText } = this.#primary;
    return {
      TableName: this.#table.table,
      Key: { [pk.field]: wholeKey(pkText, pk.field, key), [sk.field]: wholeKey(skText, sk.field, key) },
    };
  }

  #keyOf(item: Item): Item {
    const { pk, sk } = this.#primary;
    return { [pk.field]: item[pk.field], [sk.field]: item[sk.field] };
  }

  async #read(keys: readonly Item[], list?: AskedList) {
    const data: EntityValues<Rules>[] = [];
    const unprocessed: unknown[] = [];
    for (let from = 0; from < keys.length; from += mostKeysAtOnce) {
      const Keys = keys.slice(from, from + mostKeysAtOnce);
      const command = new BatchGetCommand({ RequestItems: { [this.#table.table]: { Keys } } });
      const found: BatchGetCommandOutput = await this.#table.client.send(command);
      const items = found.Responses?.[this.#table.table] ?? [];
      data.push(...this.#genuine(items, list));
      unprocessed.push(...(found.UnprocessedKeys?.[this.#table.table]?.Keys ?? []));
    }
    return { data, unprocessed };
  }

  #mark(): Item {
    const { entity, version } = this.#definition.model;
    return { [entityField]: entity, [versionField]: version };
  }

  /** The values of those items of this kind that lie where they belong; all that is read passes here. */
  #genuine(items: readonly Item[], list?: AskedList): readonly EntityValues<Rules>[] {
    const forged: Item[] = [];
    const found = items.flatMap((item) => {
      if (item[entityField] !== this.#definition.model.entity) return [];
      const values = this.#attributes(item);
      const place = itemPlace(item, values, this.#primary, list);
      if (place === "forged") forged.push(item);
      return place === "own" ? [values] : [];
    });
    this.#tellForged(forged);
    return found;
  }

  #tellForged(items: readonly Item[]): void {
    const { pk, sk } = this.#primary;
    const [first] = items;
    if (first === undefined) return;
    const example = `${first[pk.field]} ${first[sk.field]}`.slice(0, 200);
    this.#table.forged?.({ entity: this.#definition.model.entity, count: items.length, example });
  }

  /** The attributes alone, under their own names. */
  #attributes(item: Item): EntityValues<Rules> {
    return madeOnce(item, this, () => {
      const values: Record<string, unknown> = {};
      for (const [field, value] of Object.entries(item)) {
        const name = this.#names.get(field);
        if (name !== undefined) values[name] = value;
      }
      return values as EntityValues<Rules>;
    });
  }

  #item(values: Item): Item {
    const item: Record<string, unknown> = { ...this.#at(values).Key, ...this.#indexKeys(values) };
    for (const [field, name] of this.#names) {
      if (values[name] !== undefined) item[field] = values[name];
    }
    for (const [name, { field = name, whenPut }] of Object.entries(this.#definition.attributes)) {
      if (whenPut !== undefined) item[field] = whenPut(values);
    }
    return item;
  }

  /** Of the secondary indexes, as far as the values have them; of `changed` alone, where that is given. */
  #indexKeys(values: Item, changed?: readonly string[]): Item {
    const keys: Record<string, unknown> = {};
    for (const { name, pk, sk, pkText, skText } of this.#indexes) {
      if (name === undefined) continue;
      const isMeant = ({ composite }: Index["pk"]) =>
        changed === undefined || composite.some((each) => changed.includes(each));
      if (!isMeant(pk) && !isMeant(sk)) continue;
      const [partition, sort] = [pkText(values), skText(values)];
      if (partition.isWhole) keys[pk.field] = partition.text;
      if (sort.isWhole) keys[sk.field] = sort.text;
    }
    return keys;
  }
}
