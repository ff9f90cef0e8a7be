/** What these tests use of WebdriverIO, which is installed beside them and has no types where it is not. */
export interface AppiumElement {
  readonly elementId: string;
  isExisting(): Promise<boolean>;
  isDisplayed(): Promise<boolean>;
  click(): Promise<void>;
  getText(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  getSize(): Promise<{ readonly width: number; readonly height: number }>;
  getLocation(): Promise<{ readonly x: number; readonly y: number }>;
  setValue(text: string): Promise<void>;
  addValue(text: string): Promise<void>;
  clearValue(): Promise<void>;
  waitForExist(options: { readonly timeout: number; readonly reverse?: boolean }): Promise<unknown>;
  $(selector: string): AppiumElement & PromiseLike<AppiumElement>;
}

export interface AppiumBrowser {
  $(selector: string): AppiumElement & PromiseLike<AppiumElement>;
  $$(selector: string): PromiseLike<readonly AppiumElement[]> & { readonly length: Promise<number> };
  execute(command: string, argument: object): Promise<unknown>;
  getPageSource(): Promise<string>;
  takeScreenshot(): Promise<string>;
  takeElementScreenshot(id: string): Promise<string>;
  getWindowSize(): Promise<{ readonly width: number; readonly height: number }>;
  getOrientation(): Promise<string>;
  setOrientation(orientation: string): Promise<void>;
  getAlertText(): Promise<string>;
  acceptAlert(): Promise<void>;
  dismissAlert(): Promise<void>;
  activateApp(id: string): Promise<unknown>;
  terminateApp(id: string): Promise<unknown>;
  queryAppState(id: string): Promise<number>;
  isAppInstalled(id: string): Promise<boolean>;
  getClipboard(): Promise<string>;
  setClipboard(content: string, type?: string): Promise<unknown>;
  pushFile(path: string, content: string): Promise<unknown>;
  pullFile(path: string): Promise<string>;
  back(): Promise<void>;
  pressKeyCode(code: number): Promise<void>;
  openNotifications(): Promise<void>;
  performActions(actions: readonly object[]): Promise<void>;
  updateSettings(settings: object): Promise<void>;
  getSettings(): Promise<Readonly<Record<string, unknown>>>;
  deleteSession(): Promise<void>;
}
