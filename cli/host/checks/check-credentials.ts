import { Retention } from "#shared/contracts/farm/retention.ts";
import { HostId, TenantId } from "#shared/contracts/values/ids.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { type Finding, fail, ok } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

/** Reads this host's own item as the host does: keys, the role's policy and the table's name are right, or it says what is not. */
export async function checkCredentials(
  aws: AwsConfig,
  { tenant, table, hostId }: { readonly tenant: string; readonly table: string; readonly hostId: string },
): Promise<Finding> {
  const clients = createAwsClients(aws);
  try {
    const { hosts } = createRepositories({
      dynamodb: clients.dynamodb,
      tableName: table,
      retention: Retention.parse({}),
      now: () => new Date(),
    });
    const found = await hosts.get(TenantId.parse(tenant), HostId.parse(hostId));
    return ok(
      "credentials",
      `table ${table} answers; host ${hostId} ${found === null ? "is new" : `was ${found.state}`}`,
    );
  } catch (error) {
    return fail(
      "credentials",
      because(error),
      "Check the keys or the role, that it is tagged drover:tenant with this tenant, and the table's name.",
    );
  } finally {
    closeAwsClients(clients);
  }
}
