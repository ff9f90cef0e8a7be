import type { FilterField } from "../../parts/filter-bar.tsx";
import { jobOutcomes, stateLabel } from "../../parts/states/outcome-mark.tsx";

const same = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const jobsFilters: readonly FilterField[] = [
  { name: "status", label: "Status", first: true, options: same("queued", "running", "finished") },
  {
    name: "outcome",
    label: "Outcome",
    first: true,
    options: jobOutcomes.map((value) => ({ value, label: stateLabel(value) })),
  },
  { name: "text", label: "Words", placeholder: "task, app, device, batch, reason" },
  { name: "errorCode", label: "Error code", placeholder: "DeviceOffline" },
  { name: "deviceId", label: "Device" },
  { name: "hostId", label: "Host" },
  { name: "app", label: "App", placeholder: "com.android.settings" },
  { name: "model", label: "Model" },
  { name: "agent", label: "Agent" },
  { name: "tag", label: "Tag" },
  { name: "batchId", label: "Batch" },
  {
    name: "claimAgrees",
    label: "Claim and verdict",
    options: [
      { value: "false", label: "contradict" },
      { value: "true", label: "agree" },
    ],
  },
  { name: "claim", label: "Agent's claim", options: same("success", "infeasible", "none") },
  {
    name: "reviewed",
    label: "A person's verdict",
    options: [
      { value: "true", label: "given" },
      { value: "false", label: "none yet" },
    ],
  },
  {
    name: "kind",
    label: "Kind",
    options: same("task", "workflow", "part", "roles", "role", "recovery", "continued", "session"),
  },
  { name: "from", label: "From (UTC)", placeholder: "2026-11-22 08:00" },
  { name: "to", label: "To (UTC)", placeholder: "2026-11-23" },
];
