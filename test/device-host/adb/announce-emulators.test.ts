import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { emulatorPorts } from "#cli/host/host-setup.ts";
import { announceEmulators } from "#device-host/adb/announce-emulators.ts";

it("tells the adb server of its emulators again and again, whether it answers, breaks off or is not there", async () => {
  const heard: string[] = [];
  let enough = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      heard.push(bytes.toString("latin1"));
      // adb answers nothing, and closes.
      socket.destroy();
      if (heard.length >= 6) enough.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const announced = announceEmulators(port, [5_555, 5_557], 5);
  await enough.promise;
  expect(new Set(heard)).toEqual(new Set(["0012host:emulator:5555", "0012host:emulator:5557"]));
  await new Promise<void>((resolve) => server.close(() => resolve()));
  heard.length = 0;
  enough = Promise.withResolvers();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await enough.promise;
  announced.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

it("tells each adb server of a machine of its own emulators alone", () => {
  const [first = [], second = []] = [5_037, 5_038].map((port) => emulatorPorts(port));
  expect([first[0], first.at(-1), first.length]).toEqual([5_555, 5_585, 16]);
  expect([second[0], second.at(-1), second.length]).toEqual([5_587, 5_617, 16]);
});
