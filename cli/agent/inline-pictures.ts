import { openLink } from "@drover/client";
import type { TurnObservation } from "#shared/contracts/api/responses/turn-response.ts";

const mostBytes = 20_000_000;
const deadlineMilliseconds = 15_000;
/** Which links of an observation lead to pictures. */
const pictures = ["screenshot", "picture"] as const;

/** A picture as an agent is given it that cannot fetch one. */
interface InlinePicture {
  readonly mediaType: string;
  readonly base64: string;
}

/** The pictures behind the observation's links. One that cannot be had is left out: its link remains. */
export async function inlinePictures({
  links,
}: Pick<TurnObservation, "links">): Promise<Readonly<Record<string, InlinePicture>>> {
  const fetched = await Promise.all(
    pictures.map(async (name) => {
      const link = links[name];
      const picture = typeof link === "string" ? await fetchPicture(link).catch(() => null) : null;
      return picture === null ? [] : [[name, picture] as const];
    }),
  );
  return Object.fromEntries(fetched.flat());
}

async function fetchPicture(link: string): Promise<InlinePicture | null> {
  const {
    body,
    size = 0,
    contentType,
    close,
  } = await openLink(link, { signal: AbortSignal.timeout(deadlineMilliseconds) });
  if (size > mostBytes) {
    await close();
    return null;
  }
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return { mediaType: contentType || "image/png", base64: bytes.toString("base64") };
}
