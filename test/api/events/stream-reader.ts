export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

/** The events of a stream's text. */
export const eventsOf = (text: string): readonly ReadEvent[] =>
  text.split("\n\n").flatMap((block) => {
    const fields = new Map(
      block.split("\n").map((line) => {
        const [name = "", ...value] = line.split(": ");
        return [name, value.join(": ")] as const;
      }),
    );
    const [id, name, data] = [fields.get("id"), fields.get("event"), fields.get("data")];
    return id === undefined || name === undefined || data === undefined
      ? []
      : [{ id, name, data: JSON.parse(data) as Record<string, unknown> }];
  });
