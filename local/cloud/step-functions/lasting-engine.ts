import { type EngineStart, type RunningEngine, startEngine } from "@drover/step-functions";
import type { WireResponse, WireService } from "#shared/http/wire.ts";
import type { PartStatus } from "../../farm-file.ts";
import { type Endable, keepRunning } from "../../keep-running.ts";

interface LastingEngineOptions extends Omit<EngineStart, "onCrash"> {
  readonly onChange: (status: PartStatus) => Promise<void>;
  readonly report: (line: string) => void;
}

interface LastingEngine {
  /** Answers 503 while there is no engine: SDK clients try again. */
  readonly service: WireService;
  stop(): Promise<void>;
}

/** A start costs little, and everything waits for the engine. */
const longestPauseMilliseconds = 2_000;

const unavailable: WireResponse = {
  status: 503,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": "ServiceUnavailable" },
  body: JSON.stringify({ __type: "ServiceUnavailable", message: "The engine was restarted." }),
};

/** An engine that outlives its own failures: another is started from the journal. A full disk it waits out by itself. */
export async function startLastingEngine(options: LastingEngineOptions): Promise<LastingEngine> {
  const { onChange, report, ...engineOptions } = options;
  let serving: RunningEngine | undefined;
  const start = async (): Promise<Endable> => {
    const end = Promise.withResolvers<string>();
    const engine = await startEngine({
      ...engineOptions,
      onCrash: (error) => end.resolve(error instanceof Error ? error.message : String(error)),
    });
    serving = engine;
    // Closed before anybody hears that it ended: the next one needs the journal.
    const ended = end.promise.then(async (why) => {
      serving = undefined;
      await engine.close().catch((error: unknown) => report(`The engine did not close: ${error}`));
      return why;
    });
    const stop = async (): Promise<void> => {
      end.resolve("stopped");
      await ended;
    };
    return { ended, stop };
  };
  const kept = await keepRunning({ name: "engine", start, onChange, report, longestPauseMilliseconds });
  const service: WireService = async ({ headers, body }) => {
    if (serving === undefined) return unavailable;
    const { response } = await serving.requestHandler.handle({ headers, body });
    return { status: response.statusCode, headers: response.headers, body: Buffer.from(response.body) };
  };
  return { service, stop: () => kept.stop() };
}
