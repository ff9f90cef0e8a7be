import { allClosed } from "./all-closed.ts";
import { batchesEnd } from "./batches-end.ts";
import { blameless } from "./blameless.ts";
import { cancelledStays } from "./cancelled-stays.ts";
import { claimsFollow } from "./claims-follow.ts";
import { cleanDevice } from "./clean-device.ts";
import { effectsOnce } from "./effects-once.ts";
import { eventsArrive } from "./events-arrive.ts";
import type { Invariant } from "./invariant.ts";
import { nothingLost } from "./nothing-lost.ts";
import { oneEnd } from "./one-end.ts";
import { oneHolder } from "./one-holder.ts";
import { questionsEnd } from "./questions-end.ts";
import { quotasGivenBack } from "./quotas-given-back.ts";
import { sessionsEnd } from "./sessions-end.ts";
import { settledStays } from "./settled-stays.ts";
import { spending } from "./spending.ts";
import { stepsExplain } from "./steps-explain.ts";
import { stillWorking } from "./still-working.ts";
import { stoppedStays } from "./stopped-stays.ts";
import { tenantsApart } from "./tenants-apart.ts";

/** All of them, as new. */
export const makeInvariants = (): readonly Invariant[] =>
  [
    oneEnd,
    nothingLost,
    oneHolder,
    spending,
    blameless,
    allClosed,
    cleanDevice,
    effectsOnce,
    stepsExplain,
    settledStays,
    claimsFollow,
    cancelledStays,
    stillWorking,
    tenantsApart,
    stoppedStays,
    quotasGivenBack,
    questionsEnd,
    sessionsEnd,
    batchesEnd,
    eventsArrive,
  ].map((make) => make());
