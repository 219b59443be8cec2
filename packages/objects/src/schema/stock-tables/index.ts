// Made by scripts/generate-stock-tables.mjs from packages/objects/data/stock; do not edit.

/** Loads a table of stock classes by its name: one at a time, as they are large and a package needs few. */
export const STOCK_TABLES: Readonly<Record<string, () => Promise<{ readonly TABLE: string }>>> = {
  bioware: () => import('./bioware.js'),
  duke: () => import('./duke.js'),
  ue1: () => import('./ue1.js'),
  ue2: () => import('./ue2.js'),
  ue3: () => import('./ue3.js'),
  vengeance: () => import('./vengeance.js'),
}
