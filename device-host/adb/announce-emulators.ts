import { connect } from "node:net";

/**
 * Tells an adb server again and again of emulators that may not reach it themselves, by adb's ports: it answers nothing, and leaves one
 * that it knows as it is (`emulator:` in adb.cpp).
 */
export function announceEmulators(adbPort: number, ports: readonly number[], everyMilliseconds = 1_000) {
  const tell = (): void => {
    for (const service of ports.map((port) => `host:emulator:${port}`)) {
      const socket = connect({ host: "127.0.0.1", port: adbPort, timeout: everyMilliseconds });
      socket.on("error", () => {}).on("timeout", () => socket.destroy());
      socket.resume().end(`${service.length.toString(16).padStart(4, "0")}${service}`);
    }
  };
  tell();
  const timer = setInterval(tell, everyMilliseconds);
  return { stop: () => clearInterval(timer) };
}
