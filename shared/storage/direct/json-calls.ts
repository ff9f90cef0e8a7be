import type { WireResponse, WireService } from "../../http/wire.ts";
import { defined } from "../../values/defined.ts";
import type { DirectCall } from "./direct-client.ts";

type Fields = Readonly<Record<string, unknown>>;

/** May hold bytes, which JSON writes in another way than the SDK's callers do. */
const withBytes = ["MessageAttributes", "MessageSystemAttributes", "MessageAttributeNames"];

/**
 * Calls of AWS JSON 1.0, one path, the operation's name in a header: of those commands whose parameters and answers are JSON as they
 * stand.
 */
export const directJson =
  (targets: ReadonlyMap<unknown, string>) =>
  (wire: WireService): DirectCall =>
  async (command, gone) => {
    const target = targets.get(command.constructor);
    if (target === undefined || withBytes.some((name) => name in command.input)) return null;
    const answer = await jsonCall(wire, target, command.input, gone);
    return answer?.status === 200 ? fieldsOf(answer) : null;
  };

const contentType = "application/x-amz-json-1.0";

export const jsonCall = (
  wire: WireService,
  target: string,
  input: object,
  gone: AbortSignal | undefined,
): Promise<WireResponse | null> =>
  wire({
    method: "POST",
    path: "/",
    query: "",
    headers: { "content-type": contentType, "x-amz-target": target },
    body: Buffer.from(JSON.stringify(input)),
    ...defined({ gone }),
  }).catch(() => null);

export const fieldsOf = ({ body }: WireResponse): Fields =>
  body.length === 0 ? {} : JSON.parse(String(body));
