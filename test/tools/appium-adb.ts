export { ADB } from "appium-adb";
