import type { HistoryEvent } from "../history/history-event.ts";
import type { Batch, TailRow } from "./journal.ts";
import { type EventsText, packedTogether, textOf } from "./packed-events.ts";
import type { Statements } from "./statements.ts";

const INSERT_EVENTS = "INSERT INTO events (id, execution_id, previous, data) VALUES (?, ?, ?, ?)";
/** Characters of a history that is compressed at its end: some 20 ms. A longer one stays as it is. */
const MOST_PACKED = 1_000_000;
export const TAIL_COLUMNS = "execution_id AS executionId, last_event_id AS lastEventId, tail";

/** The events of executions: a list for each, from its tail back to its first batch. */
export class HistoryRows {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  insert({ rowId, executionId, previous, events }: Batch["events"][number]): void {
    this.#sql.run(INSERT_EVENTS, rowId, executionId, previous, JSON.stringify(events));
  }

  writeTail({ executionId, lastEventId, tail }: TailRow): void {
    this.#sql.run("INSERT OR REPLACE INTO tails VALUES (?, ?, ?)", executionId, lastEventId, tail);
  }

  tailOf(executionId: number): TailRow | undefined {
    return this.#sql.all<TailRow>(`SELECT ${TAIL_COLUMNS} FROM tails WHERE execution_id = ?`, executionId)[0];
  }

  eventsOf(executionId: number): readonly HistoryEvent[] {
    const batches = [...this.#batchesOf(executionId)].reverse();
    return batches.flatMap((batch): readonly HistoryEvent[] => JSON.parse(textOf(batch)));
  }

  /** Newest first. */
  *#batchesOf(executionId: number): Iterable<EventsText & { readonly id: number }> {
    for (let id = this.tailOf(executionId)?.tail ?? 0; id !== 0; ) {
      const sql = "SELECT previous, data, packed FROM events WHERE id = ?";
      const row = this.#sql.all<EventsText & { readonly previous: number }>(sql, id)[0];
      if (row === undefined)
        throw new Error(`the journal has lost the events row ${id} of execution ${executionId}`);
      yield { id, ...row };
      id = row.previous;
    }
  }

  /**
   * What an execution that has ended leaves is read seldom: its history becomes one compressed batch, which takes the newest one's
   * place. So its tail stays where it is, for a redrive, and no row that is the newest of all goes, which the mark counts.
   */
  pack(executionId: number): void {
    const batches: (EventsText & { readonly id: number })[] = [];
    let size = 0;
    for (const batch of this.#batchesOf(executionId)) {
      batches.push(batch);
      size += batch.data.length;
      if (size > MOST_PACKED) return;
    }
    const [newest, ...older] = batches;
    if (newest === undefined || (older.length === 0 && newest.packed !== null)) return;
    for (const { id } of older) this.#sql.run("DELETE FROM events WHERE id = ?", id);
    const packed = packedTogether(batches.reverse());
    this.#sql.run("UPDATE events SET previous = 0, data = '', packed = ? WHERE id = ?", packed, newest.id);
  }

  /** The list alone; its tail stays. */
  remove(executionId: number): void {
    let row = this.tailOf(executionId)?.tail ?? 0;
    while (row !== 0) {
      const [batch] = this.#sql.all<{ previous: number }>("SELECT previous FROM events WHERE id = ?", row);
      this.#sql.run("DELETE FROM events WHERE id = ?", row);
      row = batch?.previous ?? 0;
    }
  }
}
