import type { TrajectoryStep } from "../../contracts/api/trajectory.ts";
import type { StoredAction } from "../../contracts/step/stored-action.ts";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import type { ExportedJob, ExportFile, ExportSource, ExportTools, Frame } from "./export-source.ts";

/** More frames than anybody watches: of a longer job the first and the last are shown. */
const mostFrames = 200;

/** Where an action touched the device, by the host's parameters. */
export function touchesOf(action: StoredAction | undefined): Frame["touches"] {
  if (action === undefined) return [];
  const place = (name: string) => Coordinate.safeParse(action[name]).data;
  const from = place("coordinate") ?? place("start") ?? place("from");
  const to = place("end") ?? place("to");
  if (from === undefined) return [];
  return [to === undefined ? { from } : { from, to }];
}

export const stepTouches = ({ actions }: Pick<TrajectoryStep, "actions">): Frame["touches"] =>
  actions.flatMap(({ deviceAction }) => touchesOf(deviceAction));

/** The screens of a job one after the other, with where each was touched. */
export async function* gifExport(source: ExportSource, tools: ExportTools): AsyncGenerator<ExportFile> {
  const { animate } = tools;
  if (animate === undefined) throw new Error("this process cannot draw pictures");
  for await (const job of source.jobs()) {
    const frames = [...(await framesOf(job))];
    for await (const part of job.parts()) frames.push(...(await framesOf(part)));
    if (frames.length === 0) continue;
    const name = source.batch === undefined ? "screens" : job.trajectory.job.jobId;
    yield { path: `${name}.gif`, body: await animate(frames) };
  }
}

async function framesOf(job: ExportedJob): Promise<readonly Frame[]> {
  const { steps } = job.trajectory;
  const half = mostFrames / 2;
  const shown = steps.length <= mostFrames ? steps : [...steps.slice(0, half), ...steps.slice(-half)];
  const frames: Frame[] = [];
  const add = async (key: string | null | undefined, touches: Frame["touches"]): Promise<void> => {
    const picture = key === null || key === undefined ? null : await job.read(key);
    if (picture !== null) frames.push({ picture, touches });
  };
  for (const step of shown) await add(step.before.screenshotKey, stepTouches(step));
  const last = steps.findLast(({ after }) => after?.screenshotKey);
  await add(last?.after?.screenshotKey, []);
  return frames;
}
