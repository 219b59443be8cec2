import { PropertyFlag } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { VariableSymbol, World } from '@ukit/script/symbols'

/** `export editinline`: objects that belong to their owner. */
const OWNED = 0x400_0008

/** Variables of UE2 that a compiler may or may not mark as having to be made and destroyed. */
export type LinkedKind = 'local string' | 'local array' | 'owned object'

/** The kind of a variable; `undefined` where all compilers agree. */
export function linkedKind({ type, flags }: VariableSymbol, isLocal: boolean): LinkedKind | undefined {
  if ((flags & PropertyFlag.Native) !== 0) return undefined
  if (isLocal && type.kind === 'string') return 'local string'
  if (isLocal && type.kind === 'array') return 'local array'
  return !isLocal && type.kind === 'object' && (flags & OWNED) === OWNED ? 'owned object' : undefined
}

/**
 * *The kinds of variables that never have NeedCtorLink in a package*, though most compilers of UE2 give it:
 * that of UT2004's patch 3374 does not mark local strings, nor that of SWAT 4's expansion what is instanced.
 */
export function linksLeftOut(pkg: Package, world: World): ReadonlySet<LinkedKind> {
  const without = new Set<LinkedKind>()
  const marked = new Set<LinkedKind>()
  if (pkg.context.engine !== 2) return without
  const look = (variable: VariableSymbol, isLocal: boolean) => {
    const kind = linkedKind(variable, isLocal)
    if (kind !== undefined) ((variable.flags & PropertyFlag.NeedCtorLink) === 0 ? without : marked).add(kind)
  }
  for (const { fields } of world.classesOf(pkg)) {
    for (const field of fields) {
      if (field.kind === 'variable') look(field, false)
      else if (field.kind === 'function') for (const local of field.locals) look(local, true)
    }
  }
  return new Set([...without].filter((kind) => !marked.has(kind)))
}
