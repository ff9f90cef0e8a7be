import { Duration, type Stack } from "aws-cdk-lib";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { type MetricName, outcomeMetrics } from "#shared/contracts/farm/metrics.ts";
import type { Watched } from "./alarm-list.ts";
import { byPool, droverMetric } from "./drover-metric.ts";

const halfWidth = 12;

/** Everything on one page: what rings, then jobs, pools, money, and what they run on. */
export function createDashboard(scope: Stack, watched: Watched, alarms: readonly Alarm[]): Dashboard {
  const { settings, functions, machines, deadLetters, api } = watched;
  const { stage } = settings;
  const sum = (name: MetricName): IMetric => droverMetric(stage, name, "Sum");
  return new Dashboard(scope, "Dashboard", {
    dashboardName: `drover-${stage}`,
    defaultInterval: Duration.hours(12),
    widgets: [
      [new AlarmStatusWidget({ title: "Alarms", width: 24, height: 4, alarms: [...alarms] })],
      [
        graph("Jobs that ended, by outcome", Object.values(outcomeMetrics).map(sum), true),
        graph("Steps, and jobs that were lost or refused", [
          sum("Steps"),
          sum("LostJobs"),
          sum("QuotaRefusals"),
        ]),
      ],
      [
        graph("Jobs that wait, by pool", [byPool(stage, "WaitingJobs")]),
        graph("Longest wait, seconds, by pool", [byPool(stage, "OldestWaitingSeconds")]),
      ],
      [
        graph("Free devices, by pool", [byPool(stage, "FreeDevices"), byPool(stage, "Devices")]),
        graph("Hosts, and quarantined devices", [
          byPool(stage, "OnlineHosts"),
          byPool(stage, "SilentHosts"),
          byPool(stage, "QuarantinedDevices"),
        ]),
      ],
      [
        graph("Model services, US dollars an hour", [
          droverMetric(stage, "ModelDollars", "Sum", Duration.hours(1)),
        ]),
        graph("Seconds on devices and in queues", [sum("DeviceSeconds"), sum("QueueSeconds")]),
      ],
      [
        graph(
          "Executions",
          machines.flatMap((machine) => [
            machine.metricStarted(),
            machine.metricFailed(),
            machine.metricThrottled({ statistic: "Sum" }),
          ]),
        ),
        graph("Dead letters, and refused requests of the API", [
          sum("DeadLetters"),
          sum("WebhooksGivenUp"),
          sum("ForgedItems"),
          deadLetters.metricApproximateNumberOfMessagesVisible(),
          api.throttled,
          api.serverErrors,
        ]),
      ],
      [
        graph(
          "Functions: errors",
          functions.map((one) => one.metricErrors()),
        ),
        graph(
          "Functions: throttles",
          functions.map((one) => one.metricThrottles()),
        ),
      ],
    ],
  });
}

const graph = (title: string, left: readonly IMetric[], stacked = false): IWidget =>
  new GraphWidget({ title, width: halfWidth, left: [...left], stacked });
