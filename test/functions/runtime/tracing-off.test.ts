import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { projectRoot } from "#shared/project-files.ts";

const script = (environment: string) => `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  const { handler } = await import("#functions/predict-action.ts");
  const { openTracing } = await import("#shared/tracing/tracing.ts");
  const { readTracingSettings } = await import("#shared/tracing/tracing-settings.ts");
  const tracing = openTracing(readTracingSettings(${environment}), { logger: console });
  tracing.tell({ traceId: "1".repeat(32), spanId: "1".repeat(16), name: "x", kind: "internal", startedAt: 0, endedAt: 1, attributes: {} });
  await tracing.flush(50_000);
  process.stdout.write(JSON.stringify([typeof handler, tracing.isOn, loaded.filter((url) => url.includes("@opentelemetry/")).length > 0]));
  process.exit(0);
`;

async function run(environment: string): Promise<unknown> {
  const args = ["--conditions=@drover/source", "--input-type=module", "--eval", script(environment)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot });
  return JSON.parse(stdout);
}

it("a function loads nothing of OpenTelemetry while traces are off, and does with the first span while they are on", async () => {
  const [off, on] = await Promise.all([
    run("{}"),
    run('{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_TIMEOUT: "200" }'),
  ]);
  expect(off).toEqual(["function", false, false]);
  expect(on).toEqual(["function", true, true]);
}, 60_000);
