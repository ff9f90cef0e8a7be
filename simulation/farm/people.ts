import type { Question } from "#shared/contracts/job/question.ts";
import type { Clock, Operator } from "./operator.ts";
import type { Records } from "./records.ts";
import type { PlannedAnswer, PlannedSession, PlannedWork } from "./workload.ts";

interface Person {
  readonly operator: Operator;
  readonly records: Records;
  readonly time: Clock;
}

const lookMilliseconds = 5_000;

/** Somebody asks for that and stays with it as long as it needs a person. @throws Error when it is refused */
export async function askFor(work: PlannedWork, person: Person): Promise<void> {
  if (work.kind === "sessions") return holdSession(work.session, work.key, person);
  if (work.kind === "batches") return submitBatch(work, person);
  const { operator, records } = person;
  const { jobId } = await operator.make("/v1/jobs", work.request, work.key);
  records.acknowledge({ jobId: String(jobId), operator });
  if (work.kind === "agents") await takeTurns(String(jobId), work.turns, person);
  if (work.kind === "questions" && work.answer !== null) await answer(String(jobId), work.answer, person);
}

async function submitBatch(
  { requests, key: name, concurrency }: PlannedWork & { readonly kind: "batches" },
  { operator, records }: Person,
) {
  const lines = requests.map((request, at) => ({ taskId: `task-${at + 1}`, request }));
  const settings = { concurrency };
  const { batchId } = await operator.make("/v1/batches", { name, lines, settings }, name);
  records.batches.set(String(batchId), { operator, lines: lines.length });
}

/** Answers each question of a job once, until the job has ended. */
async function answer(jobId: string, planned: PlannedAnswer, { operator, records, time }: Person) {
  const seen = new Set<string>();
  for (;;) {
    await time.sleep(lookMilliseconds);
    const told = await operator.insist("GET", `/v1/jobs/${jobId}/questions`);
    const asked: readonly Question[] = Object(told.body).items ?? [];
    const open = asked.find(({ status, questionId }) => status === "open" && !seen.has(questionId));
    if (open !== undefined) {
      const { questionId } = open;
      seen.add(questionId);
      await time.sleep(planned.afterMilliseconds);
      const body = { answer: planned.text };
      const taken = await operator.insist("POST", `/v1/jobs/${jobId}/answers/${questionId}`, body);
      records.answers.push({ jobId, questionId, answer: planned.text, isTaken: taken.status === 200 });
    }
    const job = await operator.insist("GET", `/v1/jobs/${jobId}`);
    if (Object(job.body).status === "finished") return;
  }
}

/** Acts as the agent of a job, and says with its last action that the task is done. */
async function takeTurns(jobId: string, turns: number, { operator, time }: Person) {
  const done = { action: "FINISH", status: "success", summary: "It is done." };
  for (;;) {
    const told = await operator.insist("GET", `/v1/jobs/${jobId}/turn?wait=20`);
    const { turn, job } = Object(told.body);
    if (told.status !== 200 || job.status === "finished") return;
    if (turn === null) await time.sleep(1_000);
    else {
      const actions = [{ action: "home" }, ...(turn.stepNumber < turns ? [] : [done])];
      await operator.insist("POST", `/v1/jobs/${jobId}/turns/${turn.turnId}`, { actions });
    }
  }
}

/** Leases a device, has something done a few times, and ends the session or leaves it. */
async function holdSession(planned: PlannedSession, key: string, { operator, records, time }: Person) {
  const { sessionId } = await operator.make("/v1/sessions", planned.request, key);
  const [jobId, path] = [String(sessionId), `/v1/sessions/${sessionId}`];
  records.acknowledge({ jobId, operator });
  const use = { ...planned.request, usedAt: time.elapsed, endedAt: undefined as number | undefined };
  records.sessions.set(jobId, use);
  for (let turn = 0; turn < planned.turns; ) {
    const { status } = Object((await operator.insist("GET", `${path}?wait=20`)).body);
    use.usedAt = time.elapsed;
    if (status === "ended") return;
    if (status === "ready") {
      turn += 1;
      await operator.ask("POST", `${path}/do`, { instruction: planned.instruction });
      use.usedAt = time.elapsed;
    } else if (status === "deviceLost") {
      if (!planned.isEnded) return;
      await operator.insist("POST", `${path}/continue`, {});
    }
    await time.sleep(1_000 + planned.pauseMilliseconds);
  }
  if (!planned.isEnded) return;
  await operator.insist("DELETE", path);
  use.endedAt = time.elapsed;
}
