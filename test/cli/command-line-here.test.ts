import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { commandLineHere } from "./command-line-here.ts";

it("runs one command at a time in a process, and says so of the second", async () => {
  const first = commandLineHere("jobs", "--help");
  await expect(commandLineHere("--version")).rejects.toThrow("'drover jobs --help' still runs");
  expect(await first).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: drover jobs") });
});

it("refuses a command that takes the process for its own, and leaves no listener of it", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo;
  const listeners = process.listenerCount("SIGTERM");
  await expect(commandLineHere("model", "--port", String(port))).rejects.toThrow("start it as a process");
  expect(process.listenerCount("SIGTERM")).toBe(listeners);
  taken.close();
  // A part of a farm does not live for its channel; this process does.
  process.channel?.ref();
});

it("leaves the environment and the exit code as they were", async () => {
  vi.stubEnv("NO_COLOR", undefined);
  const { code } = await commandLineHere("jobs", "--profile", "nobody", "--no-color");
  expect(code).not.toBe(0);
  expect([process.env.NO_COLOR, process.env.DROVER_PROFILE, process.exitCode]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  vi.unstubAllEnvs();
});
