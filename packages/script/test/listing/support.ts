import { Archive, type FormatContext, Name, type ObjectSource } from '@ukit/container'
import { ScriptWalk, type Token } from '@ukit/objects/script'
import { type ListedObject, ListingSymbols, type SymbolTables } from '@ukit/script/decompile'
import { hexBytes } from '../../../../testing/bytes.js'
import { contextByVersions } from '../../../../testing/packages.js'

/** Tables for tests: names by index, exports from 1, imports from −1. */
export class Tables implements SymbolTables {
  readonly names: readonly string[]
  readonly exports: readonly ListedObject[]
  readonly imports: readonly ListedObject[]

  /** @param objects as `Class'Path'`. */
  constructor(names: readonly string[], exports: readonly string[], imports: readonly string[] = []) {
    this.names = names
    const listed = (text: string, reference: number): ListedObject => {
      const [className = '', path = ''] = text.split("'")
      return { className, path, reference }
    }
    this.exports = exports.map((text, i) => listed(text, i + 1))
    this.imports = imports.map((text, i) => listed(text, -i - 1))
  }

  nameAt(index: number, number: number): Name | undefined {
    const text = this.names[index]
    return text === undefined ? undefined : new Name({ text, index }, number)
  }

  objectAt(reference: number): ObjectSource | undefined {
    return reference > 0 ? this.exports[reference - 1] : this.imports[-reference - 1]
  }
}

/** A package's tables and version, without the package. */
export interface World {
  readonly context: FormatContext
  readonly tables: Tables
  readonly symbols: ListingSymbols
}

/** A world of some names and objects. */
export function world(
  version: number,
  {
    names = ['None', 'Touch', 'Begin'],
    exports = ["IntProperty'A.x'", "BoolProperty'A.b'", "Function'A.F'"],
    imports = ["Class'Core.Object'"],
    licensee = 0,
  }: { names?: readonly string[]; exports?: readonly string[]; imports?: readonly string[]; licensee?: number } = {},
): World {
  const context = contextByVersions(version, licensee)
  const tables = new Tables(names, exports, imports)
  return { context, tables, symbols: new ListingSymbols(tables, context) }
}

/** Tokens from their bytes on disk. */
export function tokensOf(hex: string, { context, tables }: World): Token[] {
  const bytes = hexBytes(hex)
  const ar = Archive.load(bytes, context, { symbols: tables })
  const walk = new ScriptWalk(ar)
  const tokens: Token[] = []
  while (ar.remaining > 0) tokens.push(walk.token(undefined))
  return tokens
}
