/**
 * - `executions`: one row each, written when it starts and when it ends; `record` is the JSON of ExecutionRecord.
 * - `threads`: where each running thread stands. Few and small, rewritten in place.
 * - `events`: batches of history, only ever appended; each points back to the batch before it, so that no index has
 *   to be kept up while a thousand executions write at once.
 * - `tails`: the newest batch of each execution.
 */
export const journalSchema = `
  CREATE TABLE IF NOT EXISTS executions (
    id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, machine_arn TEXT NOT NULL, map_run_arn TEXT,
    status TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS executions_open ON executions (status) WHERE status = 'RUNNING';
  CREATE INDEX IF NOT EXISTS executions_of_machine ON executions (machine_arn, id);
  CREATE INDEX IF NOT EXISTS executions_of_map_run ON executions (map_run_arn, id) WHERE map_run_arn IS NOT NULL;
  CREATE TABLE IF NOT EXISTS threads (
    execution_id INTEGER NOT NULL, thread_id INTEGER NOT NULL,
    live TEXT NOT NULL, input TEXT NOT NULL, variables TEXT,
    PRIMARY KEY (execution_id, thread_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY, execution_id INTEGER NOT NULL, previous INTEGER NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS tails (
    execution_id INTEGER PRIMARY KEY, last_event_id INTEGER NOT NULL, tail INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT;
`;
