import type { MemberTrace } from '@ukit/script/compile'
import type { ClassSymbol, Type } from '@ukit/script/symbols'
import type { Span } from '@ukit/script/syntax'

/**
 * *The classes whose members the code of a class uses, in the order in which the compiler comes to them*,
 * each time it does: what a class keeps as its dependencies after itself and its super (UT99 332 of 332
 * lists, UT2004 2,207 of 2,208).
 */
export class DependencyTrace implements MemberTrace {
  /** `null` is the class Class: what is after the dot belongs to the class itself. */
  readonly classes: (ClassSymbol | null)[] = []
  #met = new Set<Span>()

  member(node: Span, type: Type): boolean {
    if (this.#met.has(node)) return false
    this.#met.add(node)
    if (type.kind === 'class') {
      this.classes.push(null)
      if (type.metaClass !== null) this.classes.push(type.metaClass)
    } else if ((type.kind === 'object' || type.kind === 'interface') && type.class !== null)
      this.classes.push(type.class)
    return true
  }

  forget(within?: Span): void {
    const isOutside = ({ start, end }: Span) => within !== undefined && (start < within.start || end > within.end)
    this.#met = within === undefined ? new Set() : new Set([...this.#met].filter(isOutside))
  }
}
