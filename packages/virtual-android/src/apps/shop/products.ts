import type { IconName } from "../../graphics/icons.ts";
import type { ColorToken } from "../../graphics/palette.ts";

/** Category, name, price in cents, how many there are. The order decides the ids, from 1; a picture is found by it. */
type Row = readonly [category: string, name: string, cents: number, stock: number];

const kitchen: readonly Row[] = [
  ["Kitchen", "Stoneware mug, design 1", 1_290, 24],
  ["Kitchen", "Stoneware mug, design 2", 1_290, 11],
  ["Kitchen", "Stoneware mug, design 3", 1_290, 0],
  ["Kitchen", "Stoneware mug, design 4", 1_290, 7],
  ["Kitchen", "Espresso cup, set of 2", 1_850, 15],
  ["Kitchen", "Travel mug 350 ml", 2_199, 30],
  ["Kitchen", "Travel mug 500 ml", 2_599, 3],
  ["Kitchen", "Camping cup, steel", 990, 42],
  ["Kitchen", "Tea bowl, green", 1_475, 9],
  ["Kitchen", "Tea bowl, white", 1_475, 12],
  ["Kitchen", "Latte glass, set of 4", 2_380, 6],
  ["Kitchen", "Soup cup with lid", 1_720, 18],
];
const clothing: readonly Row[] = [
  ["Clothing", "T-shirt, size S", 1_499, 20],
  ["Clothing", "T-shirt, size M", 1_499, 35],
  ["Clothing", "T-shirt, size L", 1_499, 28],
  ["Clothing", "T-shirt, size XL", 1_499, 0],
  ["Clothing", "Polo shirt, size M", 2_990, 14],
  ["Clothing", "Polo shirt, size L", 2_990, 10],
  ["Clothing", "Running shirt, size M", 2_450, 8],
  ["Clothing", "Running shirt, size L", 2_450, 5],
  ["Clothing", "Flannel shirt, size M", 3_995, 4],
  ["Clothing", "Flannel shirt, size L", 3_995, 2],
  ["Clothing", "Linen shirt, size M", 4_490, 6],
  ["Clothing", "Rain shirt, size L", 5_250, 1],
];
const books: readonly Row[] = [
  ["Books", "Baking Bread at Home", 2_495, 12],
  ["Books", "A Field Guide to Birds", 1_980, 7],
  ["Books", "The Lighthouse Keeper", 1_199, 22],
  ["Books", "Learn Chess in a Week", 1_499, 0],
  ["Books", "Learn Spanish in a Year", 1_799, 16],
  ["Books", "The Garden in Winter", 2_290, 5],
  ["Books", "Maps of the World", 4_900, 3],
  ["Books", "Short Stories, volume 1", 999, 40],
  ["Books", "Short Stories, volume 2", 999, 31],
  ["Books", "Short Stories, volume 3", 999, 2],
  ["Books", "Repair It Yourself", 2_150, 9],
  ["Books", "The Night Train", 1_290, 13],
];
const electronics: readonly Row[] = [
  ["Electronics", "Headphones, over-ear", 7_999, 10],
  ["Electronics", "Headphones, on-ear", 4_999, 17],
  ["Electronics", "Headphones, in-ear", 2_499, 60],
  ["Electronics", "Headphones, wireless", 11_900, 4],
  ["Electronics", "Headphones for children", 1_990, 21],
  ["Electronics", "Headset with microphone", 5_490, 8],
  ["Electronics", "Headset, one ear", 3_290, 0],
  ["Electronics", "Gaming headset", 8_950, 6],
  ["Electronics", "Headphone stand", 1_450, 19],
  ["Electronics", "Headphone case", 1_190, 25],
  ["Electronics", "Headphone cable 1.5 m", 890, 48],
  ["Electronics", "Headphone cable 3 m", 1_090, 33],
];
const garden: readonly Row[] = [
  ["Garden", "Basil in a pot", 349, 50],
  ["Garden", "Mint in a pot", 349, 44],
  ["Garden", "Rosemary in a pot", 429, 36],
  ["Garden", "Tomato plant, cherry", 499, 27],
  ["Garden", "Tomato plant, beef", 499, 0],
  ["Garden", "Strawberry plants, 6", 890, 14],
  ["Garden", "Lavender, 20 cm", 650, 18],
  ["Garden", "Ficus, 80 cm", 3_490, 5],
  ["Garden", "Monstera, 60 cm", 4_290, 3],
  ["Garden", "Cactus, small", 590, 22],
  ["Garden", "Cactus, large", 1_890, 4],
  ["Garden", "Olive tree, 120 cm", 7_900, 2],
];
const sports: readonly Row[] = [
  ["Sports", "Basketball, size 5", 2_290, 13],
  ["Sports", "Basketball, size 7", 2_690, 9],
  ["Sports", "Football, size 4", 1_990, 20],
  ["Sports", "Football, size 5", 2_490, 0],
  ["Sports", "Volleyball", 2_150, 11],
  ["Sports", "Handball, junior", 1_790, 7],
  ["Sports", "Medicine ball 3 kg", 3_190, 6],
  ["Sports", "Medicine ball 5 kg", 3_990, 4],
  ["Sports", "Gym ball 65 cm", 1_890, 16],
  ["Sports", "Tennis balls, 4", 790, 55],
  ["Sports", "Table tennis balls, 6", 490, 70],
  ["Sports", "Juggling balls, 3", 1_290, 10],
];

export const PRODUCTS = [...kitchen, ...clothing, ...books, ...electronics, ...garden, ...sports];
export const CATEGORIES = ["Kitchen", "Clothing", "Books", "Electronics", "Garden", "Sports"] as const;

const ICONS: Readonly<Record<string, IconName>> = {
  Kitchen: "mug",
  Clothing: "shirt",
  Books: "book",
  Electronics: "headphones",
  Garden: "plant",
  Sports: "ball",
};
const COLORS = ["#c0392b", "#1f6fb2", "#d4a017", "#2e8b57", "#6b4c9a", "#444b54", "#d2691e"] as const;

/** Pictures say what no text does: the four mugs are red, blue, yellow and green. */
export const pictureOf = (product: {
  readonly id: number;
  readonly category: string;
}): { readonly icon: IconName; readonly color: ColorToken } => ({
  icon: ICONS[product.category] ?? "file",
  color: COLORS[(product.id - 1) % COLORS.length] ?? COLORS[0],
});
