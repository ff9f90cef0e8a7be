import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { ApiClient } from "../api-client.ts";
import { because } from "../terminal/because.ts";
import { type Finding, fail, ok } from "./finding.ts";

const check = "ocr";
const deadlineMilliseconds = 5_000;

/** Who reads text out of pictures: whether the cloud service answers, and whether its key is kept. Nothing is read, and nothing paid. */
export async function checkOcr(
  { ocr: { cloud } }: Pick<ProjectConfig, "ocr">,
  api: Pick<ApiClient, "secrets">,
): Promise<Finding> {
  if (cloud === undefined) return ok(check, "Tesseract on the hosts reads text in pictures");
  const { kind, url, secret } = cloud;
  try {
    const { items } = await api.secrets();
    if (!items.some(({ name }) => name === secret))
      return fail(
        check,
        `${kind} at ${url} has no key: there is no secret '${secret}', so Tesseract reads everything`,
        `Store it: drover secrets set ${secret}`,
      );
    // Any answer, a refusal as well, shows that it listens: the key stays with the hosts.
    await fetch(url, { method: "POST", body: "{}", signal: AbortSignal.timeout(deadlineMilliseconds) });
    return ok(check, `${kind} at ${url}, then Tesseract; key in the secret '${secret}'`);
  } catch (error) {
    const problem = `${url} could not be checked: ${because(error)}`;
    return fail(check, problem, "Check the address and the network; Tesseract reads meanwhile.");
  }
}
