import type { startServiceThread } from "#local/cloud/service-thread.ts";
import { type BeforeService, type ServiceNews, startServices } from "#local/cloud/start-services.ts";

/** S3, SQS and Step Functions in this thread: a second one would have a clock of its own. */
export const inProcessServices =
  (before: BeforeService): typeof startServiceThread =>
  async ({ place, lambda, onEngineChange, onEngineDamage, onEngineStall, report }) => {
    let pages: readonly string[] = [];
    const hear = (news: ServiceNews): void => {
      if (news.kind === "engine") void onEngineChange(news.status);
      if (news.kind === "damage") onEngineDamage(news.damage);
      if (news.kind === "stall") onEngineStall(news.reason);
      if (news.kind === "report") report(news.line);
    };
    const started = await startServices({ place, functions: lambda }, () => pages, hear, before);
    return {
      ...started.addresses,
      services: started.services,
      openTo(given) {
        pages = given;
      },
      close: started.close,
    };
  };
