import type { AppContext, AppDatabase } from "../../system/app.ts";
import { PRODUCTS } from "./products.ts";

export const SHOP_PACKAGE = "org.drover.shop";

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly cents: number;
  readonly stock: number;
}
export interface CartLine extends Product {
  readonly quantity: number;
}
export interface Order {
  readonly id: number;
  readonly placedAt: number;
  readonly name: string;
  readonly address: string;
  readonly cents: number;
}

export const shopDatabase: AppDatabase = {
  packageName: SHOP_PACKAGE,
  path: `data/data/${SHOP_PACKAGE}/databases/shop.db`,
  create: (database) => {
    database.exec(`
      CREATE TABLE products (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price_cents INTEGER NOT NULL, stock INTEGER NOT NULL);
      CREATE TABLE cart (product_id INTEGER PRIMARY KEY REFERENCES products(id), quantity INTEGER NOT NULL);
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, placed_at INTEGER NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, total_cents INTEGER NOT NULL);
      CREATE TABLE order_items (
        order_id INTEGER NOT NULL REFERENCES orders(id), product_id INTEGER NOT NULL REFERENCES products(id),
        quantity INTEGER NOT NULL, price_cents INTEGER NOT NULL);
    `);
    const insert = database.prepare(
      "INSERT INTO products (category, name, price_cents, stock) VALUES (?, ?, ?, ?)",
    );
    for (const product of PRODUCTS) insert.run(...product);
  },
};

const SELECT = "SELECT id, name, category, price_cents AS cents, stock FROM products";
const productOf = (row: Record<string, unknown>): Product => ({
  id: Number(row.id),
  name: String(row.name),
  category: String(row.category),
  cents: Number(row.cents),
  stock: Number(row.stock),
});
const open = (app: AppContext) => app.database(SHOP_PACKAGE);

export const products = (app: AppContext): readonly Product[] =>
  open(app).prepare(`${SELECT} ORDER BY id`).all().map(productOf);

export function product(app: AppContext, id: number): Product | null {
  const row = open(app).prepare(`${SELECT} WHERE id = ?`).get(id);
  return row === undefined ? null : productOf(row);
}

export const cart = (app: AppContext): readonly CartLine[] =>
  open(app)
    .prepare(
      `SELECT p.id, p.name, p.category, p.price_cents AS cents, p.stock, c.quantity
        FROM cart c JOIN products p ON p.id = c.product_id ORDER BY c.rowid`,
    )
    .all()
    .map((row) => ({ ...productOf(row), quantity: Number(row.quantity) }));

export const totalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);

/** Zero takes it out. */
export function setQuantity(app: AppContext, id: number, quantity: number): void {
  const database = open(app);
  if (quantity <= 0) database.prepare("DELETE FROM cart WHERE product_id = ?").run(id);
  else
    database
      .prepare(
        "INSERT INTO cart (product_id, quantity) VALUES (?, ?) ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity",
      )
      .run(id, quantity);
  app.invalidate();
}

export function orders(app: AppContext): readonly Order[] {
  const rows = open(app).prepare("SELECT * FROM orders ORDER BY id DESC").all();
  return rows.map((row) => ({
    id: Number(row.id),
    placedAt: Number(row.placed_at),
    name: String(row.name),
    address: String(row.address),
    cents: Number(row.total_cents),
  }));
}

export function orderLines(app: AppContext, order: number): readonly CartLine[] {
  const rows = open(app)
    .prepare(
      `SELECT p.id, p.name, p.category, i.price_cents AS cents, p.stock, i.quantity
        FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = ? ORDER BY i.rowid`,
    )
    .all(order);
  return rows.map((row) => ({ ...productOf(row), quantity: Number(row.quantity) }));
}

/** Buys what is in the cart; the order's number. */
export function placeOrder(app: AppContext, name: string, address: string, deliveryCents: number): number {
  const database = open(app);
  const lines = cart(app);
  database.exec("BEGIN");
  const order = database
    .prepare("INSERT INTO orders (placed_at, name, address, total_cents) VALUES (?, ?, ?, ?)")
    .run(app.now().getTime(), name, address, totalCents(lines) + deliveryCents);
  const id = Number(order.lastInsertRowid);
  for (const line of lines) {
    database
      .prepare("INSERT INTO order_items (order_id, product_id, quantity, price_cents) VALUES (?, ?, ?, ?)")
      .run(id, line.id, line.quantity, line.cents);
    database
      .prepare("UPDATE products SET stock = max(0, stock - ?) WHERE id = ?")
      .run(line.quantity, line.id);
  }
  database.exec("DELETE FROM cart; COMMIT");
  app.invalidate();
  return id;
}

export const money = (cents: number): string =>
  `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
