import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

function rows({ dir }: PhoneUser, sql: string): readonly Record<string, unknown>[] {
  const file = join(dir, "data/data/org.drover.shop/databases/shop.db");
  using database = new DatabaseSync(file, { readOnly: true });
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

async function fill(user: PhoneUser, field: string, value: string): Promise<void> {
  await user.phone.input.swipe(540, 700, 540, 1_900, 300);
  await user.scrollTo(`org.drover.shop:id/${field}_input`);
  await user.phone.input.text(value);
  await user.press(KEY.back);
}

describe("the shop on the virtual phone", () => {
  it("searches, filters and sorts", async () => {
    await using user = await pickUpPhone();
    await user.tap("Shop");
    await user.tap("Electronics");
    await user.tap("In stock only");
    await user.tap("Sort by Featured");
    await user.tap("Price: low to high");
    const names = async () =>
      (await user.nodes())
        .filter(({ attributes }) => attributes["resource-id"] === "org.drover.shop:id/product_name")
        .map(({ attributes }) => attributes.text);
    expect((await names()).slice(0, 2)).toEqual(["Headphone cable 1.5 m", "Headphone cable 3 m"]);
    await user.tap("Search");
    await user.phone.input.text("gaming");
    expect(await names()).toEqual(["Gaming headset"]);
    await user.phone.input.text("xyz");
    expect(await user.find("No products match your search")).toBeDefined();
  });

  it("shows what a picture shows in the picture alone", async () => {
    await using user = await pickUpPhone();
    await user.tap("Shop");
    const pictures = (await user.nodes()).filter(
      ({ attributes }) => attributes["resource-id"] === "org.drover.shop:id/product_image",
    );
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures.map(({ attributes }) => attributes["content-desc"])).toEqual(pictures.map(() => ""));
  });

  it("sells no more than it has, gives back what was removed, and checks the form before an order", async () => {
    await using user = await pickUpPhone();
    await user.tap("Shop");
    await user.tap("Search");
    await user.phone.input.text("rain shirt");
    await user.tap("Rain shirt, size L");
    await user.tap("Add to cart");
    expect((await user.see("Add to cart")).attributes.enabled).toBe("false");
    await user.tap("View cart");
    await user.tap("Remove Rain shirt, size L");
    expect(rows(user, "SELECT * FROM cart")).toEqual([]);
    await user.tap("Undo");
    await user.tap("Checkout");
    await user.scrollTo("Place order");
    expect(await user.find("A ZIP code has five digits")).toBeDefined();
    expect(rows(user, "SELECT * FROM orders")).toEqual([]);
    await fill(user, "name", "Ada Lovelace");
    await fill(user, "street", "Main Street 5");
    await fill(user, "zip", "12345");
    await fill(user, "city", "Springfield");
    await fill(user, "email", "ada@example.com");
    await user.scrollTo("Express, next day: $4.99");
    await user.scrollTo("Place order");
    await user.tap("Place order");
    expect(await user.find("Thank you! Your order was placed.")).toBeDefined();
    expect(rows(user, "SELECT name, address, total_cents FROM orders")).toEqual([
      { name: "Ada Lovelace", address: "Main Street 5, 12345 Springfield", total_cents: 5_749 },
    ]);
    expect(rows(user, "SELECT product_id, quantity, price_cents FROM order_items")).toEqual([
      { product_id: 24, quantity: 1, price_cents: 5_250 },
    ]);
    expect(rows(user, "SELECT stock FROM products WHERE id = 24")).toEqual([{ stock: 0 }]);
  });
});
