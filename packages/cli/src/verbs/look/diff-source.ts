import type { ExportObject, Package, PackageSet } from '@ukit/core'
import { diffLines, type FunctionChange, type PackageDiff, type TextDiff } from '@ukit/inspect'
import { FunctionField } from '@ukit/objects/script'
import { decompileFunction } from '@ukit/script/decompile'
import { loadWorld, type World } from '@ukit/script/symbols'
import { printNode } from '@ukit/script/syntax'
import { standInNotes } from '../script/base-notes.js'

/** A changed function, as source. */
export interface SourceChange extends FunctionChange {
  /**
   * The differences of its decompiled body, without hunks if both texts are the same. `null` when the code is
   * the same or was not asked for.
   */
  readonly source?: TextDiff | null
}

/** *What changed between two packages*, with functions as source. */
export interface SourceDiff extends PackageDiff {
  readonly functions: readonly SourceChange[]
}

/** One of the two packages, and how to find the packages that it was compiled against. */
export interface DiffSide {
  readonly pkg: Package
  readonly packages: () => Promise<PackageSet>
  /** Told which of these were not found, and what stood in. */
  readonly note: (text: string) => void
}

/** Decompiles the functions whose code changed, before and after; only the first `most` of them. */
export async function withSource(
  diff: PackageDiff,
  before: DiffSide,
  after: DiffSide,
  most: number,
  signal: AbortSignal,
): Promise<SourceDiff> {
  const [old, now] = [await Bodies.open(before), await Bodies.open(after)]
  const functions = diff.functions.map((change, index) => {
    signal.throwIfAborted()
    if (!change.bytecode || index >= most) return { ...change, source: null }
    return { ...change, source: diffLines(old.text(change.path), now.text(change.path)) }
  })
  return { ...diff, functions }
}

/** The functions of a package as source. */
class Bodies {
  readonly #world: World
  readonly #pkg: Package
  readonly #functions = new Map<string, ExportObject>()

  private constructor(world: World, pkg: Package) {
    this.#world = world
    this.#pkg = pkg
    for (const exported of pkg.exports) {
      const key = exported.path.toLowerCase()
      if (exported.className === 'Function' && !this.#functions.has(key)) this.#functions.set(key, exported)
    }
  }

  static async open({ pkg, packages, note }: DiffSide): Promise<Bodies> {
    const world = await loadWorld([pkg], { packages: await packages(), standIns: true })
    for (const text of standInNotes(world.standIns)) note(text)
    return new Bodies(world, pkg)
  }

  /** The body of a function; empty when it cannot be read. */
  text(path: string): string {
    const exported = this.#functions.get(path.toLowerCase())
    const symbol = exported === undefined ? undefined : this.#world.symbolOf(exported)
    const object = symbol === undefined ? undefined : this.#world.objectOf(symbol)
    if (symbol?.kind !== 'function' || !(object instanceof FunctionField)) return ''
    return printNode(decompileFunction(object.script.tokens, this.#world, this.#pkg.context, symbol).body)
  }
}
