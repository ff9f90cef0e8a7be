export const CONNECTED_NETWORK = "AndroidWifi";
export const OTHER_NETWORKS = ["Coffee Corner", "HomeOffice 5G", "Library Guest"] as const;
