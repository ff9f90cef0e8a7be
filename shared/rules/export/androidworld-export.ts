import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { JobOutcome } from "../../contracts/job/job.ts";
import type { AndroidWorldRow } from "../../contracts/result/export-rows.ts";
import type { ExportedJob, ExportFile, ExportSource } from "./export-source.ts";

/** An episode that its limits ended was not successful there either. */
const successes: { readonly [Outcome in JobOutcome]: 0 | 1 | null } = {
  succeeded: 1,
  failed: 0,
  over_budget: 0,
  refused: 0,
  inconclusive: null,
  cancelled: null,
  invalid: null,
};

export function androidWorldRow({
  trajectory,
  item,
}: Pick<ExportedJob, "trajectory" | "item">): AndroidWorldRow {
  const { job, steps } = trajectory;
  const { outcome, batch } = job;
  const successful = outcome === undefined ? null : successes[outcome];
  const model = job.models.agent.model ?? steps[0]?.model ?? "default";
  return {
    task_template: batch?.taskId ?? item?.taskId ?? job.jobId,
    instance_id: (batch?.epoch ?? item?.epoch ?? 1) - 1,
    goal: job.task,
    is_successful: successful,
    episode_length: successful === null ? null : steps.length,
    run_time: runSeconds(trajectory),
    finish_dtime: job.finishedAt ?? null,
    agent_name: `drover ${batch?.variant ?? item?.variant ?? model}`,
    exception_info: successful === null ? `${outcome ?? job.status}: ${job.outcomeReason ?? ""}` : null,
    screen_config: screenConfig(trajectory),
    seed: null,
    aux_data: { job_id: job.jobId, outcome: outcome ?? null, progress: job.progress ?? null },
  };
}

/** From when it had a device: there is no queue in AndroidWorld. */
function runSeconds({ job }: Trajectory): number {
  const { metrics } = job;
  if (metrics === undefined) return 0;
  return Math.max(0, metrics.totalMilliseconds - metrics.queuedMilliseconds) / 1_000;
}

function screenConfig({ steps }: Trajectory): AndroidWorldRow["screen_config"] {
  const first = steps[0]?.before;
  const { width, height } = first?.screen ?? { width: null, height: null };
  const orientation = first?.orientation ?? (Number(width) > Number(height) ? "landscape" : "portrait");
  return { width, height, orientation, config_name: "default" };
}

export async function* androidWorldExport(source: ExportSource): AsyncGenerator<ExportFile> {
  const rows: AndroidWorldRow[] = [];
  for await (const job of source.jobs()) rows.push(androidWorldRow(job));
  if (rows.length > 0 || source.batch !== undefined)
    yield { path: "androidworld.json", body: `${JSON.stringify(rows, null, 2)}\n` };
}
