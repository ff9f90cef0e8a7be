export interface EventShown {
  readonly id: number;
  readonly previousEventId: number;
  readonly type: string;
}

const TERMINAL = new Set(["ExecutionSucceeded", "ExecutionFailed", "ExecutionAborted", "ExecutionTimedOut"]);

/** What may follow a task's events in its own line of control. */
const FOLLOWS: Readonly<Record<string, RegExp>> = {
  TaskStarted: /^TaskScheduled$/,
  TaskSubmitted: /^TaskStarted$/,
  TaskSucceeded: /^Task(Started|Submitted)$/,
  TaskFailed: /^Task(Started|Submitted)$/,
  TaskTimedOut: /^Task(Started|Submitted)$/,
  TaskScheduled: /^(TaskStateEntered|TaskFailed|TaskTimedOut|EvaluationFailed|ExecutionRedriven)$/,
  TaskStateExited: /^(TaskSucceeded|TaskFailed|TaskTimedOut|EvaluationFailed|TaskStateEntered)$/,
  WaitStateExited: /^WaitStateEntered$/,
  MapRunStarted: /^MapStateStarted$/,
  MapRunSucceeded: /^MapRunStarted$/,
  // A retried Parallel starts again from where its branch failed.
  ParallelStateStarted: /^(ParallelStateEntered|FailStateEntered|\w+Failed|\w+TimedOut)$/,
};

/** Everything that is wrong with the history of an execution that ended; empty when it is legal. */
export function illegalities(events: readonly EventShown[]): readonly string[] {
  const wrong: string[] = [];
  const byId = new Map(events.map((event) => [event.id, event]));
  if (events[0]?.type !== "ExecutionStarted") wrong.push("it does not begin with ExecutionStarted");
  const terminal = events.filter(({ type }) => TERMINAL.has(type));
  if (terminal.length !== 1) wrong.push(`it has ${terminal.length} terminal events`);
  if (events.at(-1) !== terminal[0]) wrong.push("its terminal event is not the last");
  const followers = new Map<string, number>();
  for (const [index, { id, previousEventId, type }] of events.entries()) {
    if (id !== index + 1) wrong.push(`event ${id} stands in place ${index + 1}`);
    if (previousEventId >= id) wrong.push(`event ${id} follows ${previousEventId}`);
    const allowed = FOLLOWS[type];
    const previous = byId.get(previousEventId)?.type ?? "";
    if (allowed !== undefined && !allowed.test(previous))
      wrong.push(`event ${id}: ${type} follows ${previous}`);
    // One task has one answer, one state one exit: two events of a kind never follow the same event.
    if (allowed !== undefined) {
      const link = `${type} after ${previousEventId}`;
      followers.set(link, (followers.get(link) ?? 0) + 1);
    }
  }
  for (const [link, count] of followers) if (count > 1) wrong.push(`${count} times ${link}`);
  return wrong;
}
