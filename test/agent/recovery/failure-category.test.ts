import { describe, expect, it } from "vitest";
import { categoryOf, failureCategories } from "#agent/recovery/failure-category.ts";
import { FailureCategory } from "#shared/contracts/recovery/recovery.ts";
import { catalogue } from "#shared/errors/catalogue.ts";

const raised: readonly (readonly [exception: string, category: FailureCategory])[] = [
  [
    'NoSuchElementError: no such element: Unable to locate element: {"using":"id","value":"save"}',
    "element_not_found",
  ],
  ["StaleElementReferenceException: the element is stale", "element_not_found"],
  [
    "Error: Can't call click on element with selector \"~OK\" because element wasn't found",
    "element_not_found",
  ],
  ['element ("~OK") still not displayed after 5000ms', "element_not_found"],
  ["ElementClickInterceptedException: Other element would receive the click", "action_failed"],
  ["ElementNotInteractableError: element not interactable", "action_failed"],
  ["AssertionError: expected 'On' to equal 'Off'", "validation_failed"],
  ["selenium.common.exceptions.TimeoutException: Message: ", "timeout"],
  ["WebDriverError: The instrumentation process cannot be initialized", "system_error"],
  ["Clock has stopped", "system_error"],
  ["Settings isn't responding", "system_error"],
  ["InvalidSessionIdException: A session is either terminated or not started", "system_error"],
  ["something went wrong", "action_failed"],
];

describe("failure categories", () => {
  it("[spec E5] every error of the catalogue has one of the five, and each of the five is used", () => {
    expect(Object.keys(failureCategories).sort()).toEqual(Object.keys(catalogue).sort());
    expect(new Set(Object.values(failureCategories))).toEqual(new Set(FailureCategory.options));
  });

  it.each(raised)("[spec E5] %s is %s", (exception, category) => {
    expect(categoryOf(exception)).toBe(category);
  });

  it("[spec E5] takes a code of ours for what it is, whatever its message says", () => {
    expect(categoryOf("The element was not found within its time-out.", "TextMismatch")).toBe(
      "validation_failed",
    );
    expect(categoryOf("no such element", "SomebodyElsesCode")).toBe("element_not_found");
  });

  it("reads nothing out of a stack", () => {
    expect(categoryOf("Error: it failed\n    at timeoutAfter (timeout.js:1:1)")).toBe("action_failed");
  });
});
