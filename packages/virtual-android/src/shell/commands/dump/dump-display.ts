import type { VirtualDevice } from "../../../system/device.ts";
import { PANEL } from "../input/touch-panel.ts";

/** The id SurfaceFlinger gives the built-in display; `dumpsys SurfaceFlinger --display-id` names it. */
export const builtInDisplayId = "4619827259835644672";

const frameOf = ({ display: { width, height } }: VirtualDevice): string => `Rect(0, 0 - ${width}, ${height})`;

/** DisplayInfo.toString, as far as anybody reads it. */
function displayInfo({ display }: VirtualDevice): string {
  const { width, height, densityDpi, rotation, isOn } = display;
  const longest = Math.max(width, height);
  return (
    `DisplayInfo{"Built-in Screen", displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, ` +
    `real ${width} x ${height}, largest app ${longest} x ${longest}, smallest app ${Math.min(width, height)} x ${Math.min(width, height)}, ` +
    `appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, ` +
    `modes [{id=1, width=${display.physical.width}, height=${display.physical.height}, fps=60.0, alternativeRefreshRates=[]}], ` +
    `rotation ${rotation}, state ${isOn ? "ON" : "OFF"}, type INTERNAL, uniqueId "local:${builtInDisplayId}", app ${width} x ${height}, ` +
    `density ${densityDpi} (${densityDpi}.0 x ${densityDpi}.0) dpi, layerStack 0}`
  );
}

/** `dumpsys display`: the viewport's orientation and size are those of the display as it is held. */
export function dumpDisplay(device: VirtualDevice): string {
  const { width, height, physical, rotation, isOn } = device.display;
  const state = isOn ? "ON" : "OFF";
  const frame = frameOf(device);
  return [
    "DISPLAY MANAGER (dumpsys display)",
    "  mSafeMode=false",
    "  mPendingTraversal=false",
    `  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=${isOn}, displayId=0, uniqueId='local:${builtInDisplayId}', physicalPort=0, orientation=${rotation}, logicalFrame=${frame}, physicalFrame=${frame}, deviceWidth=${width}, deviceHeight=${height}}]`,
    `  mStableDisplaySize=Point(${physical.width}, ${physical.height})`,
    `  mScreenState=${state}`,
    "",
    "Display States: size=1",
    "  Display Id=0",
    `  Display State=${state}`,
    "",
    "Display Devices: size=1",
    `  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:${builtInDisplayId}", ${physical.width} x ${physical.height}, modeId 1, state ${state}}`,
    `    mCurrentOrientation=${rotation}`,
    "",
    "Logical Displays: size=1",
    "  Display 0:",
    "    mDisplayId=0",
    `    mBaseDisplayInfo=${displayInfo(device)}`,
    `    mOverrideDisplayInfo=${displayInfo(device)}`,
    "",
  ].join("\n");
}

/** `cmd display get-displays`. */
export const listDisplays = (device: VirtualDevice): string =>
  `Displays:\nDisplay id 0: ${displayInfo(device)}, isValid=true\n`;

/** `dumpsys input`: the touch screen and how the display that it belongs to is turned. */
export function dumpInput(device: VirtualDevice): string {
  const { width, height, rotation, isOn } = device.display;
  const focused = device.activities.focused();
  const window = focused === null ? "<none>" : focused.windowTitle || focused.component;
  const viewport = `Viewport INTERNAL: displayId=0, uniqueId=local:${builtInDisplayId}, port=0, orientation=${rotation}, logicalFrame=[0, 0, ${width}, ${height}], physicalFrame=[0, 0, ${width}, ${height}], deviceSize=[${width}, ${height}], isActive=[${isOn ? 1 : 0}]`;
  return [
    "INPUT MANAGER (dumpsys input)",
    "",
    "Event Hub State:",
    "  Devices:",
    `    2: ${PANEL.name}`,
    "      Classes: TOUCH | TOUCH_MT",
    `      Path: ${PANEL.node}`,
    "      Enabled: true",
    "",
    "Input Reader State:",
    `  Device 2: ${PANEL.name}`,
    "    IsExternal: false",
    "    Sources: KEYBOARD | TOUCHSCREEN",
    "    Touch Input Mapper (mode - DIRECT):",
    "      Parameters:",
    "        DeviceType: TOUCH_SCREEN",
    "        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''",
    "        OrientationAware: true",
    "      Raw Touch Axes:",
    `        X: min=0, max=${PANEL.greatest}, flat=0, fuzz=0, resolution=0`,
    `        Y: min=0, max=${PANEL.greatest}, flat=0, fuzz=0, resolution=0`,
    `      ${viewport}`,
    `      SurfaceWidth: ${width}px`,
    `      SurfaceHeight: ${height}px`,
    "      SurfaceLeft: 0",
    "      SurfaceTop: 0",
    `      SurfaceOrientation: ${rotation}`,
    "  Configuration:",
    "    ExcludedDeviceNames: []",
    `    ${viewport}`,
    "",
    "Input Dispatcher State:",
    "  DispatchEnabled: true",
    "  FocusedDisplayId: 0",
    `  FocusedWindows: displayId=0, name='${window}'`,
    "",
  ].join("\n");
}
