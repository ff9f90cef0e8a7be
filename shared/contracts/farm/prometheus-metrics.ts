import { type MetricName, metrics } from "./metrics.ts";

interface CounterRecord {
  readonly help: string;
  /** Each has a fixed set of values: the series are bounded. */
  readonly labels: readonly string[];
}

/** What a process counts by itself for Prometheus; those of the farm as a whole derive from `metrics`. */
export const processCounters = {
  drover_snapshots_total: {
    help: "Snapshots saved, restored and forked, by purpose",
    labels: ["what", "kind"],
  },
  drover_snapshot_seconds_total: { help: "Time that devices took for these", labels: ["what"] },
  drover_commands_total: { help: "Commands completed, by kind and outcome", labels: ["kind", "outcome"] },
  drover_command_seconds_total: { help: "Duration of commands, by kind", labels: ["kind"] },
  drover_device_repairs_total: {
    help: "Repairs of devices, by kind",
    labels: ["repair"],
  },
  drover_app_failures_total: {
    help: "Apps that crashed or did not respond under a job, by kind",
    labels: ["kind"],
  },
  drover_adb_commands_total: {
    help: "Connections to the adb server, by service and error",
    labels: ["service", "error"],
  },
  drover_adb_seconds_total: { help: "Time spent in adb commands, by service", labels: ["service"] },
  drover_ui_server_total: {
    help: "Appium's server on devices: how often it was started, found running, not started, and lost",
    labels: ["event"],
  },
  drover_queue_polls_total: {
    help: "Receives from a queue, by queue and result",
    labels: ["queue", "result"],
  },
  drover_token_answers_total: { help: "Task tokens completed, by result", labels: ["result"] },
  drover_trace_spans_total: {
    help: "Spans of traces, by whether the collector accepted them",
    labels: ["result"],
  },
} as const satisfies Record<string, CounterRecord>;
export type ProcessCounter = keyof typeof processCounters;

/** Of one host. */
export const hostDevices = {
  name: "drover_host_devices",
  help: "Devices of this host by state",
  labels: ["state"],
} as const;

/** Of a farm on one machine. */
export const farmDegraded = {
  name: "drover_farm_degraded",
  help: "1 while the farm takes no new work because it cannot store it, for example on a full disk",
} as const;

/** A metric of the farm as Prometheus has it: `JobsSucceeded` is drover_jobs_succeeded_total. */
export const prometheusName = (name: MetricName): string => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
  return `drover_${words}${metrics[name].kind === "sum" ? "_total" : ""}`;
};

/** How its text is sent. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8";
