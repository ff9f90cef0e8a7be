import { type AskedOfRoute, plainRequest, type RouteName } from "@drover/client";
import { useClient } from "../../api/use-api.ts";
import { CopyButton } from "./copy-button.tsx";

interface CopyRequestProps {
  readonly name: RouteName;
  readonly asked: AskedOfRoute;
  /** The same on the command line, when it has it. */
  readonly cli?: string | undefined;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What this page asked, to be asked again from a terminal. The token is not in it. */
export function CopyRequest({ name, asked, cli }: CopyRequestProps) {
  const { apiUrl } = useClient();
  const { method, url, body } = plainRequest(apiUrl, name, asked);
  const parts = [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    '-H "Authorization: Bearer $DROVER_TOKEN"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", "-d", quoted(body)]),
    quoted(url),
  ];
  return (
    <span className="copy-request">
      {cli !== undefined && <CopyButton text={cli} label="Copy CLI" what="Copy as a drover command" />}
      <CopyButton text={parts.join(" ")} label="Copy curl" what="Copy as a curl command" />
    </span>
  );
}
