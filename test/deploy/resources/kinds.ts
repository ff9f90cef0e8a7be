import { accessKinds } from "./access.ts";
import { addressKinds, checkedAddressKinds } from "./address.ts";
import { checkedComputeKinds, computeKinds } from "./compute.ts";
import { httpApiKinds } from "./http-api.ts";
import { identityKinds } from "./identity.ts";
import { checkedMachineKinds, machineKinds } from "./machines.ts";
import { networkKinds } from "./network.ts";
import { operationKinds } from "./operations.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { storageKinds } from "./storage.ts";
import { workflowKinds } from "./workflow.ts";

/** What a rehearsal makes, and then works with. */
export const appliedKinds: Readonly<Record<string, ResourceKind>> = {
  ...storageKinds,
  ...accessKinds,
  ...computeKinds,
  ...workflowKinds,
  ...httpApiKinds,
  ...addressKinds,
  ...identityKinds,
  ...machineKinds,
};

/** What it makes nothing of: that all it names is there, and that it is what AWS would take. */
export const checkedKinds: Readonly<Record<string, ResourceKind>> = {
  ...networkKinds,
  ...checkedAddressKinds,
  ...checkedComputeKinds,
  ...checkedMachineKinds,
  ...operationKinds,
};

export const resourceKinds: Readonly<Record<string, ResourceKind>> = { ...appliedKinds, ...checkedKinds };
