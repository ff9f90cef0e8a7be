import { readFile } from "node:fs/promises";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { openFarmTelemetry, prometheusSink } from "#local/cloud/farm-telemetry.ts";
import { type MetricName, metrics } from "#shared/contracts/farm/metrics.ts";
import {
  farmDegraded,
  hostDevices,
  processCounters,
  prometheusName,
} from "#shared/contracts/farm/prometheus-metrics.ts";
import { readPrometheusText } from "./prometheus-text.ts";

const names = Object.keys(metrics) as MetricName[];

it("every metric of the farm has a name by Prometheus' conventions, and no two have the same", () => {
  const all = [
    ...names.map(prometheusName),
    ...Object.keys(processCounters),
    hostDevices.name,
    farmDegraded.name,
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const name of all) expect(name).toMatch(/^drover_[a-z]+(_[a-z]+)*$/);
  for (const name of names)
    expect(prometheusName(name).endsWith("_total")).toBe(metrics[name].kind === "sum");
  expect(prometheusName("OldestWaitingSeconds")).toBe("drover_oldest_waiting_seconds");
});

it("/metrics is text that Prometheus reads: sums add up, gauges are as they were told last", async () => {
  const { metrics: sink, beside } = openFarmTelemetry(
    {},
    {},
    { warn: () => undefined },
    { problem: async () => "the disk is full" },
  );
  sink.tell({ JobsSucceeded: 1, QueueSeconds: 1.5, ModelDollars: 0.01 }, "acme/default");
  sink.tell({ JobsSucceeded: 2, QueueSeconds: 1 }, "acme/default");
  sink.tell({ WaitingJobs: 7 }, 'acme/"odd\\name"');
  sink.tell({ WaitingJobs: 3 }, 'acme/"odd\\name"');
  sink.tell({ LostJobs: 1 });
  const head = { method: "GET", path: "/metrics", headers: {} } as const;
  const page = beside({ takes: () => false, answer: async () => ({ status: 404, headers: {}, body: "" }) });
  const request = head as unknown as Parameters<typeof page.answer>[0];
  expect([page.takes(request), page.takes({ ...request, path: "/v1/jobs" })]).toEqual([true, false]);
  const { body, headers } = await page.answer(request);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const families = readPrometheusText(String(body));
  expect([...families.keys()]).toEqual(expect.arrayContaining(names.map(prometheusName)));
  expect(families.get("drover_jobs_succeeded_total")).toMatchObject({
    type: "counter",
    help: metrics.JobsSucceeded.meaning,
    samples: [{ labels: { pool: "acme/default" }, value: 3 }],
  });
  expect(families.get("drover_queue_seconds_total")?.samples[0]?.value).toBe(2.5);
  expect(families.get("drover_waiting_jobs")).toMatchObject({ type: "gauge", samples: [{ value: 3 }] });
  expect(families.get("drover_farm_degraded")).toMatchObject({ type: "gauge", samples: [{ value: 1 }] });
  expect(families.get("drover_lost_jobs_total")?.samples).toEqual([
    { name: "drover_lost_jobs_total", labels: {}, value: 1 },
  ]);
});

it("however many pools their users make, the series are bounded", async () => {
  const registry = new Registry();
  const sink = prometheusSink(registry);
  for (let pool = 1; pool <= 1_000; pool += 1) sink.tell({ Steps: 1 }, `acme/${pool}`);
  const steps = readPrometheusText(await registry.metrics()).get("drover_steps_total")?.samples ?? [];
  expect(steps).toHaveLength(201);
  expect(steps.find(({ labels }) => labels.pool === "other")?.value).toBe(800);
});

it("Grafana's dashboard asks for metrics that exist, by labels that they have", async () => {
  const text = await readFile(new URL("../../../infra/grafana/drover.json", import.meta.url), "utf8");
  const dashboard = JSON.parse(text) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const labelsOf = new Map<string, readonly string[]>([
    ...names.map((name) => [prometheusName(name), metrics[name].of === "pool" ? ["pool"] : []] as const),
    ...Object.entries(processCounters).map(([name, { labels }]) => [name, labels] as const),
    [hostDevices.name, hostDevices.labels],
  ]);
  const asked = queries.flatMap((query) => query.match(/drover_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !labelsOf.has(name))).toEqual([]);
  for (const query of queries) {
    const labels = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
    const known = (query.match(/drover_\w+/g) ?? []).flatMap((name) => labelsOf.get(name) ?? []);
    expect(known, query).toEqual(expect.arrayContaining(labels));
  }
});
