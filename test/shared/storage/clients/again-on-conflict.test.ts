import { expect, it } from "vitest";
import { againOnConflict } from "#shared/storage/clients/again-on-conflict.ts";

const failing = (...names: readonly string[]) => {
  const left = [...names];
  let calls = 0;
  const send = async (_command: object): Promise<unknown> => {
    calls += 1;
    const name = left.shift();
    if (name !== undefined) throw Object.assign(new Error(name), { name });
    return "written";
  };
  return { client: againOnConflict({ send }), calls: () => calls };
};

it("makes a write again that met a transaction", async () => {
  const { client, calls } = failing("TransactionConflictException", "TransactionConflictException");
  expect(await client.send({})).toBe("written");
  expect(calls()).toBe(3);
});

it.each([
  ["every other error at once", ["ConditionalCheckFailedException"], 1],
  ["a conflict that stays", Array.from({ length: 6 }, () => "TransactionConflictException"), 6],
] as const)("throws %s", async (_, names, calls) => {
  const one = failing(...names);
  await expect(one.client.send({})).rejects.toThrow(names[0]);
  expect(one.calls()).toBe(calls);
});
