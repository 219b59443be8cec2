import type { Package } from './package.js'

// Deeper than any real nesting of arrays; ends a cycle in a damaged package.
export const MAX_INNER = 8

/** What a row may declare; `undefined` for everything else. */
type DeclarationKind = 'class' | 'struct' | 'enum' | 'variable' | undefined

/**
 * *What each row of an export table declares*, using numbers only: a package of classes has tens of thousands
 * of rows, and making objects and strings of each row's class, outer and name would take longer than
 * everything else.
 */
export class DeclarationRows {
  readonly #outers: Int32Array
  readonly #kinds: DeclarationKind[] = []

  constructor(pkg: Package) {
    const { classes, sizes, outers } = pkg.exportColumns
    this.#outers = outers
    // By the class of a row: there are few classes, with many rows each.
    const known = new Map<number, DeclarationKind>()
    for (let row = 0; row < classes.length; row++) {
      const reference = classes[row] as number
      let kind = known.get(reference)
      if (reference === 0) kind = (sizes[row] as number) > 0 ? 'class' : undefined
      else if (kind === undefined && !known.has(reference)) {
        kind = kindOfClass(pkg.objectAt(reference)?.name ?? 'Class')
        known.set(reference, kind)
      }
      this.#kinds.push(kind)
    }
  }

  kindOf(row: number): DeclarationKind {
    return this.#kinds[row]
  }

  /**
   * An enum, a struct, or a variable of a class or struct, or of such a variable (the element of an array).
   */
  isDeclaration(row: number): boolean {
    let kind = this.#kinds[row]
    if (kind !== 'variable') return kind === 'struct' || kind === 'enum'
    let owner = row
    for (let depth = 0; depth <= MAX_INNER && kind === 'variable'; depth++) {
      owner = (this.#outers[owner] ?? 0) - 1
      kind = owner < 0 ? undefined : this.#kinds[owner]
    }
    return kind === 'class' || kind === 'struct'
  }
}

function kindOfClass(name: string): DeclarationKind {
  if (isStruct(name)) return 'struct'
  if (name === 'Enum') return 'enum'
  return name.endsWith('Property') ? 'variable' : undefined
}

/** Tells whether a class name is one of the two for structs. */
export function isStruct(className: string): boolean {
  return className === 'Struct' || className === 'ScriptStruct'
}
