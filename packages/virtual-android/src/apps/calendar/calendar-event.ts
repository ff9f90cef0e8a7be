export interface EventFields {
  readonly title: string;
  readonly location: string;
  readonly description: string;
  /** Milliseconds since the epoch; of an event of whole days the midnights, the last not counted. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
  readonly rrule: string;
  /** Minutes before; null: none. */
  readonly reminder: number | null;
}

export interface CalendarEvent extends EventFields {
  readonly id: number;
  /** Begins of occurrences that were taken out. */
  readonly skipped: readonly number[];
}
