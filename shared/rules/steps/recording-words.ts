import type { MissingPiece, ScreenRecording } from "../../contracts/device/screen-recording.ts";

const reasons: { readonly [Reason in MissingPiece["reason"]]: string } = {
  gap: "between two parts",
  secret: "a secret may be on the screen",
  lost: "a part was lost",
  tooLarge: "it was too large",
};

const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** `0:12 to 0:31, because a secret may be on the screen` */
export const missingWords = ({ fromSeconds, toSeconds, reason }: MissingPiece): string =>
  `${minutes(fromSeconds)} to ${minutes(toSeconds)}, because ${reasons[reason]}`;

/** What there is of it, in a sentence. */
export function recordingWords({
  videoKey,
  seconds,
  bytes,
  segments,
  missing,
  problem,
  pending,
}: ScreenRecording): string {
  const gone = missing.map((piece) => `missing ${missingWords(piece)}`);
  if (videoKey === undefined) return [problem ?? "none", ...gone].join("; ");
  const parts = segments === 1 ? "" : ` in ${segments} parts`;
  const size = `${minutes(seconds)}, ${Math.ceil(bytes / 1_024)} KB${parts}`;
  const waits = pending === true ? ["its host keeps it until storage is available"] : [];
  return [size, ...waits, ...gone, ...(problem === undefined ? [] : [problem])].join("; ");
}
