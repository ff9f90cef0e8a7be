import type { VirtualDevice } from "../../../system/device.ts";

const ADDRESS = "10.0.2.16";

function radios({ settings, isOnline }: VirtualDevice) {
  const on = (key: string) => settings.get("global", key) === "1";
  const airplane = on("airplane_mode_on");
  // 2 is Wi-Fi that somebody switched on in airplane mode.
  const wifi = ["1", "2"].includes(settings.get("global", "wifi_on") ?? "0");
  const cell = !airplane && on("mobile_data");
  return { airplane, wifi, cell, wifiIsOnline: wifi && isOnline, cellIsOnline: cell && !wifi && isOnline };
}

/** `dumpsys wifi`. */
export function dumpWifi(device: VirtualDevice): string {
  const { wifi, wifiIsOnline } = radios(device);
  const info = wifiIsOnline
    ? `SSID: "AndroidWifi", BSSID: 00:13:10:85:fe:01, MAC: 02:15:b2:00:00:00, IP: /${ADDRESS}, Security type: 0, Supplicant state: COMPLETED, Wi-Fi standard: 4, RSSI: -50, Link speed: 866Mbps, Tx Link speed: 866Mbps, Max Supported Tx Link speed: 866Mbps, Rx Link speed: 866Mbps, Max Supported Rx Link speed: 866Mbps, Frequency: 2447MHz, Net ID: 0, Metered hint: false, score: 60`
    : "SSID: <unknown ssid>, BSSID: <none>, MAC: 02:00:00:00:00:00, IP: null, Supplicant state: DISCONNECTED, RSSI: -127, Link speed: -1Mbps, Net ID: -1";
  const state = wifiIsOnline ? "CONNECTED/CONNECTED" : "DISCONNECTED/DISCONNECTED";
  return [
    `Wi-Fi is ${wifi ? "enabled" : "disabled"}`,
    "Verbose logging is off",
    `mWifiInfo ${info}`,
    `mNetworkInfo [type: WIFI[], state: ${state}, reason: (unspecified), extra: (none), failover: false, available: ${wifi}, roaming: false]`,
    "",
  ].join("\n");
}

/** `dumpsys telephony.registry`: mCallState is 0 idle, 1 ringing, 2 off hook; mServiceState 0 in service, 3 radio off. */
export function dumpTelephonyRegistry(device: VirtualDevice): string {
  const { airplane, cellIsOnline } = radios(device);
  const calls = device.telephony.calls;
  const ringing = calls.find(({ state }) => state === "ringing");
  const callState = ringing !== undefined ? 1 : calls.length > 0 ? 2 : 0;
  const service = airplane ? "3(POWER_OFF)" : "0(IN_SERVICE)";
  const operator = airplane ? "null" : "T-Mobile";
  const bars = airplane ? 0 : 4;
  return [
    "last known state:",
    "  Phone Id=0",
    `    mCallState=${callState}`,
    `    mRingingCallState=${ringing === undefined ? 0 : 5}`,
    `    mCallIncomingNumber=${ringing?.number ?? ""}`,
    `    mServiceState={mVoiceRegState=${service}, mDataRegState=${service}, mOperatorAlphaLong=${operator}, mOperatorAlphaShort=${operator}, isManualNetworkSelection=false, getRilVoiceRadioTechnology=14(LTE), getRilDataRadioTechnology=14(LTE)}`,
    `    mSignalStrength=SignalStrength:{mLte=CellSignalStrengthLte: rssi=-51 rsrp=${airplane ? 2147483647 : -85} level=${bars},primary=CellSignalStrengthLte}`,
    "    mMessageWaiting=false",
    "    mCallForwarding=false",
    "    mDataActivity=0",
    `    mDataConnectionState=${cellIsOnline ? 2 : 0}`,
    "    mUserMobileDataState=true",
    "    mRadioPowerState=1",
    "",
  ].join("\n");
}

/** `dumpsys connectivity`. */
export function dumpConnectivity(device: VirtualDevice): string {
  const { wifiIsOnline } = radios(device);
  if (!device.isOnline) return "\nActive default network: none\n\nCurrent Networks:\n";
  const [type, transport, name] = wifiIsOnline
    ? ["WIFI", "WIFI", "wlan0"]
    : ["MOBILE[LTE]", "CELLULAR", "rmnet_data0"];
  return [
    "",
    "Active default network: 100",
    "",
    "Current Networks:",
    `  NetworkAgentInfo{network{100} handle{432902426637} ni{${type} CONNECTED extra: } created=2024-01-01T00:00:00Z Score(60) everValidated lastValidated lp{{InterfaceName: ${name} LinkAddresses: [ ${ADDRESS}/24 ]}} nc{[ Transports: ${transport} Capabilities: INTERNET&NOT_RESTRICTED&TRUSTED&VALIDATED ]}}`,
    "",
  ].join("\n");
}
