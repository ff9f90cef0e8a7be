/** Counters of one daemon, as Prometheus text. Label values come from fixed sets, so the series are bounded. */
export class HostMetrics {
  readonly #counters = new Map<string, number>();
  readonly #help = new Map<string, string>();

  count(name: MetricName, labels: Readonly<Record<string, string>> = {}, amount = 1): void {
    const series = `${name}${formatLabels(labels)}`;
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + amount);
    this.#help.set(name, metricHelp[name]);
  }

  /** `gauges`: what is true now, by series. */
  text(gauges: Readonly<Record<string, number>>): string {
    const lines = [...this.#help].flatMap(([name, help]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...this.#counters]
        .filter(([series]) => series === name || series.startsWith(`${name}{`))
        .map(([series, value]) => `${series} ${value}`),
    ]);
    const states = Object.entries(gauges).map(([series, value]) => `${series} ${value}`);
    return `${[...lines, "# HELP drover_devices Devices of this host by state", "# TYPE drover_devices gauge", ...states].join("\n")}\n`;
  }
}

const metricHelp = {
  drover_snapshots_total: "Snapshots saved, restored and forked, by what they are for",
  drover_snapshot_seconds_total: "Time that devices took for these",
  drover_commands_total: "Commands answered, by kind and outcome",
  drover_command_seconds_total: "Time spent on commands, by kind",
  drover_device_repairs_total: "What was done to bring devices back to work, by kind",
  drover_app_failures_total: "Apps that crashed or did not respond under a job, by kind",
  drover_adb_commands_total: "Connections to the adb server, by service and error",
  drover_adb_seconds_total: "Time spent in adb commands, by service",
  drover_queue_polls_total: "Receives from a queue, by queue and result",
  drover_token_answers_total: "Task tokens answered, by result",
} as const;
type MetricName = keyof typeof metricHelp;

export const formatLabels = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, "_")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};
