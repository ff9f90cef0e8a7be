import { CreateStateMachineCommand, SFNClient } from "@aws-sdk/client-sfn";
import { startEngine } from "@drover/step-functions";
import { Pool } from "#shared/contracts/farm/pool.ts";
import type { PoolName } from "#shared/contracts/values/ids.ts";
import { startFunctions } from "../functions/start-functions.ts";
import { at, tenantId } from "../shared/storage/sample-records.ts";

const region = "us-east-1";
const accountId = "000000000000";
/** Stands for the machines: these tests ask whether and with what they were started. */
const waiting = {
  QueryLanguage: "JSONata",
  StartAt: "Wait",
  States: { Wait: { Type: "Wait", Seconds: 3_600, End: true } },
};

/** The API with storage, one pool of tenant `acme`, and a Step Functions engine. */
export async function startApi(given: Readonly<Record<string, string>> = {}) {
  const engine = await startEngine({ dataDir: null, region, accountId });
  const functions = await startFunctions({ AWS_ENDPOINT_URL_SFN: engine.url, ...given });
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const sfn = new SFNClient({ region, endpoint: engine.url, credentials });
  for (const name of ["job", "batch"])
    await sfn.send(
      new CreateStateMachineCommand({
        name,
        roleArn: `arn:aws:iam::${accountId}:role/${name}`,
        definition: JSON.stringify(waiting),
      }),
    );
  const addPool = (pool: string, apiLevel = 34, tenant: string = tenantId) =>
    functions.repositories.pools.put(
      Pool.parse({
        schemaVersion: 1,
        tenantId: tenant,
        pool: pool as PoolName,
        queueUrl: queueUrlOf(pool),
        apiLevel,
        updatedAt: at,
      }),
    );
  await addPool("default");
  return {
    ...functions,
    sfn,
    engine,
    addPool,
    async close(): Promise<void> {
      sfn.destroy();
      await functions.close();
      await engine.close();
    },
  };
}
export type TestApi = Awaited<ReturnType<typeof startApi>>;

export const queueUrlOf = (pool: string) =>
  `http://127.0.0.1:4566/${accountId}/drover_test_acme_pool_${pool}`;
