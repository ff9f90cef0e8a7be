import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { Command } from "commander";
import { vi } from "vitest";
import { CommandFailure } from "#cli/terminal/command-failure.ts";
import { callApi } from "../api/call-api.ts";
import { startApi } from "../api/start-api.ts";

/** The API with storage behind a real server, as the farm that commands find. */
export async function startApiForCommands() {
  const api = await startApi();
  const server = await startLoopbackServer({
    answer: async ({ method, path, query, body }) => {
      const call = body.length === 0 ? {} : { body: body.toString() };
      const answer = await callApi(method, `${path}${query === "" ? "" : `?${query}`}`, call);
      const type = String(answer.headers["content-type"] ?? "application/json");
      return { status: answer.status, headers: { "content-type": type }, body: JSON.stringify(answer.body) };
    },
    bodyLimitBytes: 10_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
  vi.stubEnv("DROVER_API_URL", server.url);
  vi.stubEnv("DROVER_TOKEN", "t");
  return {
    ...api,
    url: server.url,
    async close(): Promise<void> {
      vi.unstubAllEnvs();
      await Promise.all([server.close(), api.close()]);
    },
  };
}

/** What a command printed and left. */
export async function commandLine(build: (command: Command) => Command, ...args: readonly string[]) {
  const printed = (stream: NodeJS.WriteStream) => vi.spyOn(stream, "write").mockReturnValue(true);
  const [stdout, stderr] = [printed(process.stdout), printed(process.stderr)];
  const text = (spy: typeof stdout) => spy.mock.calls.map(([line]) => String(line)).join("");
  process.exitCode = undefined;
  try {
    await build(new Command("drover").exitOverride()).parseAsync([...args], { from: "user" });
    return { out: text(stdout), err: text(stderr), code: process.exitCode ?? 0 };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return {
      out: text(stdout),
      err: [text(stderr), error.message, ...error.advice].join("\n"),
      code: error.exitCode,
    };
  } finally {
    process.exitCode = undefined;
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
