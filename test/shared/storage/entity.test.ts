import { afterAll, beforeAll, expect, it } from "vitest";
import { Entity } from "#shared/storage/table/entity.ts";
import { entityConfig, keyTemplate, model } from "#shared/storage/table/entity-setup.ts";
import { transact } from "#shared/storage/table/transaction.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";

const createNotes = ({ clients, tableName }: Pick<TestStorage, "clients" | "tableName">) =>
  new Entity(
    {
      model: model("note"),
      attributes: {
        owner: { type: "string" },
        number: { type: "number", padding: { length: 3, char: "0" } },
        state: { type: "string" },
        counts: { type: "map", properties: { seen: { type: "number" } } },
        text: { type: "any" },
        deleteAfter: { type: "number", field: "ttl" },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["owner"], "{owner}#notes"),
          sk: keyTemplate("sk", ["number"], "note#{number}"),
        },
        byState: {
          index: "gsi1",
          pk: keyTemplate("gsi1pk", ["owner", "state"], "{owner}#notes#{state}"),
          sk: keyTemplate("gsi1sk", ["number"], "{number}"),
        },
      },
    },
    entityConfig({ dynamodb: clients.dynamodb, tableName }),
  );

let storage: TestStorage;
let notes: ReturnType<typeof createNotes>;
beforeAll(async () => {
  storage = await startStorage();
  notes = createNotes(storage);
});
afterAll(() => storage.close());

const refused = { name: "ConditionalCheckFailedException" };

it("keeps what is written under the attributes' names, without what is undefined and without keys", async () => {
  const note = { owner: "a", number: 1, state: "new", text: { lines: ["x", null] }, deleteAfter: 5 };
  await notes.put({ ...note, counts: undefined }).go();
  expect(await notes.get({ owner: "a", number: 1 }).go({ consistent: true })).toEqual({ data: note });
  expect(await notes.get({ owner: "a", number: 2 }).go()).toEqual({ data: null });
});

it("lets an index follow an attribute that is changed", async () => {
  const key = { owner: "b", number: 1 };
  await notes.create({ ...key, state: "new" }).go();
  await notes.patch(key).set({ state: "read" }).go();
  const inState = (state: string) => notes.query.byState({ owner: "b", state }).go({ hydrate: true });
  expect((await inState("new")).data).toEqual([]);
  expect((await inState("read")).data).toEqual([{ ...key, state: "read" }]);
});

it("creates only what is not there, changes and removes only what is", async () => {
  const key = { owner: "c", number: 1 };
  await expect(notes.patch(key).set({ text: "x" }).go()).rejects.toMatchObject(refused);
  await expect(notes.remove(key).go()).rejects.toMatchObject(refused);
  await notes.delete(key).go();
  await notes.create(key).go();
  await expect(notes.create(key).go()).rejects.toMatchObject(refused);
  await notes.remove(key).go();
  expect((await notes.get(key).go()).data).toBeNull();
});

it("holds every condition at once, whichever of them has an OR", async () => {
  const key = { owner: "d", number: 1 };
  await notes.create({ ...key, state: "new" }).go();
  const change = (state: string) =>
    notes
      .patch(key)
      .set({ text: state })
      .where((note, is) => `${is.eq(note.state, state)} OR ${is.notExists(note.state)}`)
      .where((note, is) => `(${is.notExists(note.text)} OR ${is.eq(note.text, "b")})`)
      .go({ response: "all_new" });
  await expect(change("old")).rejects.toMatchObject(refused);
  expect((await change("new")).data).toMatchObject({ text: "new" });
  await expect(change("new")).rejects.toMatchObject(refused);
  // One that holds by its OR alone does not make up for an item that is not there.
  const elsewhere = notes.patch({ owner: "d", number: 2 }).set({ text: "x" });
  await expect(
    elsewhere.where((note, is) => `${is.notExists(note.text)} OR ${is.notExists(note.state)}`).go(),
  ).rejects.toMatchObject(refused);
});

it("adds to a count inside a map that has none yet, and removes", async () => {
  const key = { owner: "e", number: 1 };
  await notes.create({ ...key, counts: {}, text: "x" }).go();
  const more = () =>
    notes
      .patch(key)
      .data((note, set) => {
        set.add(note.counts.seen, 2);
        set.remove(note.text);
      })
      .go({ response: "all_new" });
  await more();
  expect((await more()).data).toEqual({ ...key, counts: { seen: 4 } });
});

it("holds a change of nothing to its conditions alone", async () => {
  const key = { owner: "i", number: 1 };
  await expect(notes.patch(key).set({ text: undefined }).go()).rejects.toMatchObject(refused);
  await notes.create(key).go();
  await notes.patch(key).set({ text: undefined }).go();
  expect((await notes.get(key).go()).data).toEqual(key);
});

it("makes an item of what it is given, and leaves alone what is there already", async () => {
  const upsert = (text: string) =>
    notes.upsert({ owner: "f", number: 1, text }).ifNotExists({ state: text }).go({ response: "all_new" });
  expect((await upsert("first")).data).toEqual({ owner: "f", number: 1, text: "first", state: "first" });
  expect((await upsert("next")).data).toEqual({ owner: "f", number: 1, text: "next", state: "first" });
});

it("reads a partition in order, from a place on, and as many as asked for", async () => {
  for (const number of [2, 1, 10]) await notes.create({ owner: "g", number }).go();
  const numbers = async (found: Promise<{ data: readonly { number?: unknown }[] }>) =>
    (await found).data.map(({ number }) => number);
  const all = () => notes.query.primary({ owner: "g" });
  expect(await numbers(all().go())).toEqual([1, 2, 10]);
  expect(await numbers(all().go({ order: "desc", limit: 2 }))).toEqual([10, 2]);
  expect(await numbers(all().gt({ number: 1 }).go())).toEqual([2, 10]);
  expect(await numbers(all().lt({ number: 10 }).go({ order: "desc" }))).toEqual([2, 1]);
  expect(await numbers(all().between({ number: 2 }, { number: 10 }).go())).toEqual([2, 10]);
  expect(await numbers(all().begins({ number: 10 }).go())).toEqual([10]);
  expect((await all().go({ limit: 2 })).cursor).not.toBeNull();
  expect((await all().go()).cursor).toBeNull();
});

it("names the key that cannot be built", async () => {
  await expect(notes.get({ owner: "h" }).go()).rejects.toThrow("sk cannot be built from owner.");
});

it("makes all of a transaction's writes or none, and says which one could not be", async () => {
  const { dynamodb } = storage.clients;
  const [first, second] = [1, 2].map((number) => ({ owner: "j", number }));
  const change = (text: string) => [
    notes.create({ ...first, state: "new" }).commit(),
    notes
      .update({ ...second })
      .data((note, set) => set.set(note.text, text))
      .commit(),
  ];
  expect(await transact(dynamodb, change("a"))).toEqual({ canceled: false, failed: [] });
  expect(await transact(dynamodb, change("b"))).toEqual({ canceled: true, failed: [true, false] });
  expect((await notes.get({ ...second }).go()).data).toEqual({ ...second, text: "a" });
  await transact(dynamodb, [notes.remove({ ...first }).commit(), notes.delete({ ...second }).commit()]);
  expect((await notes.query.primary({ owner: "j" }).go()).data).toEqual([]);
});
