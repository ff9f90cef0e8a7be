import type { Database } from "../../sqlite/database.ts";

/** What a sender says. */
export interface Draft {
  readonly id: string;
  readonly body: string;
  /** Of the body, in hexadecimal. */
  readonly md5: string;
  readonly group: string | undefined;
  /** JSON text of the message attributes and of the system's. */
  readonly attributes: string | null;
  /** Absent: the queue's own. */
  readonly delaySeconds?: number | undefined;
}

export interface StoredMessage {
  readonly sequence: number;
  readonly id: string;
  readonly group: string | undefined;
  readonly sentAt: number;
  readonly visibleAt: number;
  readonly receives: number;
  readonly receivedAt: number | null;
  readonly receipt: number;
}

/** What is read only when a message is given out. */
export interface MessageContent {
  readonly body: string;
  readonly md5: string;
  readonly attributes: string | null;
  readonly source: string | null;
}

interface MessageRow {
  readonly sequence: number;
  readonly message_id: string;
  readonly group_id: string | null;
  readonly sent_at: number;
  readonly visible_at: number;
  readonly receives: number;
  readonly received_at: number | null;
  readonly receipt: number;
}

export type MessageStore = ReturnType<typeof createMessageStore>;

/** The messages of all queues as rows; what a queue needs to choose among its own, it keeps in memory. */
export function createMessageStore(database: Database) {
  const newest = database.get<{ sequence: number | null }>("SELECT max(sequence) AS sequence FROM messages");
  let sequence = newest?.sequence ?? 0;
  return {
    insert(queueId: number, draft: Draft, sentAt: number, visibleAt: number): number {
      const { id, group = null, body, md5, attributes } = draft;
      sequence += 1;
      database.run(
        "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, 0, NULL, 0, ?, ?, ?, NULL)",
        ...[sequence, queueId, id, group, sentAt, visibleAt, body, md5, attributes],
      );
      return sequence;
    },

    /** Says that it was given out, and gives what it holds. */
    receive(message: StoredMessage): MessageContent | undefined {
      return database.get<MessageContent>(
        "UPDATE messages SET visible_at = ?, receives = ?, received_at = ?, receipt = ? WHERE sequence = ? RETURNING body, md5, attributes, source",
        ...[message.visibleAt, message.receives, message.receivedAt, message.receipt, message.sequence],
      );
    },

    keepVisibility({ sequence: which, visibleAt, receives }: StoredMessage): void {
      database.run(
        "UPDATE messages SET visible_at = ?, receives = ? WHERE sequence = ?",
        ...[visibleAt, receives, which],
      );
    },

    /** To the queue of dead letters, where it counts as one that nobody has received. */
    move({ sequence: which }: StoredMessage, queueId: number, source: string): void {
      database.run(
        "UPDATE messages SET queue_id = ?, visible_at = 0, receives = 0, received_at = NULL, receipt = receipt + 1, source = ? WHERE sequence = ?",
        ...[queueId, source, which],
      );
    },

    delete({ sequence: which }: StoredMessage): void {
      database.run("DELETE FROM messages WHERE sequence = ?", which);
    },

    deleteAll(queueId: number): void {
      database.run("DELETE FROM messages WHERE queue_id = ?", queueId);
    },

    /** Oldest first. */
    *of(queueId: number): Iterable<StoredMessage> {
      const rows = database.all<MessageRow>(
        "SELECT sequence, message_id, group_id, sent_at, visible_at, receives, received_at, receipt FROM messages WHERE queue_id = ? ORDER BY sequence",
        queueId,
      );
      for (const row of rows) {
        yield {
          sequence: row.sequence,
          id: row.message_id,
          group: row.group_id ?? undefined,
          sentAt: row.sent_at,
          visibleAt: row.visible_at,
          receives: row.receives,
          receivedAt: row.received_at,
          receipt: row.receipt,
        };
      }
    },
  };
}
