import { expect, it } from "vitest";
import { allPorts } from "#local/cloud/cloud-ports.ts";

it("a new farm's ports are not among those that systems give to connections, and each is another one", async () => {
  const ports = Object.values(await allPorts({}));
  expect(new Set(ports).size).toBe(7);
  // Linux takes 32768 and above for connections, and what needs no privilege begins at 1024.
  for (const port of ports) expect(port).toSatisfy((number: number) => number >= 1_024 && number < 32_768);
});

it("ports that were kept or asked for stay, also one that may be any", async () => {
  expect(await allPorts({ api: 40_001, scheduler: 0 })).toMatchObject({ api: 40_001, scheduler: 0 });
});
