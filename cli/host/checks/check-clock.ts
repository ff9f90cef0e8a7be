import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import { type Finding, fail, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

const deadlineMilliseconds = 5_000;
/** AWS refuses what was signed five minutes off (docs/faults.md A20); a clock that is kept is right to the second. */
const refusedSeconds = 300;
const doubtfulSeconds = 30;

/** This machine's clock against the Date of what AWS answers to anybody. */
export async function checkClock(
  { region, endpoints }: Pick<AwsConfig, "region" | "endpoints">,
  now: () => number = Date.now,
): Promise<Finding> {
  const url = endpoints?.dynamodb ?? `https://dynamodb.${region}.amazonaws.com/`;
  const network = "Check the network, a proxy's settings and the region's name.";
  try {
    const asked = now();
    const response = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(deadlineMilliseconds) });
    const said = Date.parse(response.headers.get("date") ?? "");
    if (Number.isNaN(said)) return warn("clock", `${url} sent no time`, network);
    const seconds = Math.round(((asked + now()) / 2 - said) / 1_000);
    const detail = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} ${new URL(url).host}`;
    const remedy = "Set it by the network: sudo timedatectl set-ntp true";
    if (Math.abs(seconds) >= refusedSeconds)
      return fail("clock", `${detail}: AWS refuses its signatures`, remedy);
    return Math.abs(seconds) >= doubtfulSeconds ? warn("clock", detail, remedy) : ok("clock", detail);
  } catch (error) {
    return fail("clock", `no answer from ${url}: ${because(error)}`, network);
  }
}
