import { invalidHandle } from "../service-error.ts";

/** Names one time that a message was given out. */
export interface Receipt {
  readonly sequence: number;
  readonly id: string;
  readonly number: number;
}

export const handleOf = ({ sequence, id, number }: Receipt): string =>
  Buffer.from(`${sequence} ${number} ${id}`).toString("base64");

/** @throws ReceiptHandleIsInvalid */
export function readHandle(handle: string): Receipt {
  const parts = /^(\d{1,15}) (\d{1,15}) ([0-9a-f-]{36})$/.exec(
    Buffer.from(handle, "base64").toString("latin1"),
  );
  if (parts === null) throw invalidHandle(handle);
  return { sequence: Number(parts[1]), number: Number(parts[2]), id: parts[3] ?? "" };
}
