import { pascalCase } from "#shared/contracts/farm/machines.ts";

/** The output that has the id of a tenant's machine client. A name of an output has letters and digits alone. */
export const machineOutput = (tenant: string): string =>
  `MachineClientId${pascalCase(tenant).replaceAll(/[^A-Za-z0-9]/g, "")}`;
