import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFarm } from "#local/farm.ts";
import { createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { countCalls } from "./calls/count-calls.ts";
const dir = await mkdtemp(path.join(tmpdir(), "drover-calls-"));
const jobs = 3;
const farm = await startFarm({ dir, phones: jobs, metered: true, environment: {}, report: () => undefined });
const { sfn } = createAwsClients(awsConfigFromEnvironment(farm.file.environment));
const { step, job } = await countCalls({ farm, sfn }, jobs);
for (const [n, m] of [["step", step], ["job", job]] as const) { console.log(n); const sums=new Map();
 for (const [k, v] of m) { if (Math.abs(v) > 0.005) console.log("  " + v.toFixed(2).padStart(7), k); const s=k.split(" "); const g=s[0]+" "+(s[1]==="network"||s[1]==="engine"?s[1]:"functions"); sums.set(g,(sums.get(g)??0)+v);} for (const [k,v] of sums) console.log("  SUM", k, v.toFixed(2)); }
await farm.close(); await rm(dir, { recursive: true, force: true }); process.exit(0);
