import { type ImportRefusal, refusalOf } from '@ukit/inspect'
import { loadStockClasses } from '@ukit/objects/internal'
import type { PackageTables } from '../index-file/package-tables.js'
import { hashPath } from '../index-file/path-hash.js'

/** Where an import leads whose path is that of a redirector. */
export interface Redirected {
  /** Path of the object at the end: `Package.Group.Object`; empty when a redirector leads nowhere. */
  readonly to: string
  /** Why the object does not satisfy the import; `undefined` when it does. */
  readonly refusal: ImportRefusal | undefined
}

/** Maximum number of superclasses: more are a circle. */
const MAX_SUPERS = 256

/**
 * Tells whether one of the objects has a class that extends the wanted one, as far as the engine's own
 * classes tell. What a redirector leads to may be such an object, as for `fixupRedirectors`: the reference is
 * to a `MaterialInterface`, say.
 */
async function isStockSubclass(offered: readonly { readonly class: string }[], wanted: string): Promise<boolean> {
  const stock = await loadStockClasses({ engine: 3 })
  const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const key = nameOf(wanted)
  return offered.some(({ class: own }) => {
    let above = stock.class(nameOf(own))?.super?.toLowerCase()
    for (let depth = 0; above !== undefined && depth < MAX_SUPERS; depth++) {
      if (above === key) return true
      above = stock.class(above)?.super?.toLowerCase()
    }
    return false
  })
}

/** Maximum number of redirectors on the way to an object: more are a circle. */
const MAX_STEPS = 32

/**
 * *Follows an import through redirectors* (UE3): the engine loads the object to which a redirector leads
 * instead of the redirector.
 *
 * @param tablesOf finds a package by its name; `undefined` when it is not available, `'shipped'` when it is
 *   not, but the game has it.
 * @returns `undefined` when there is no redirector at the path of the import.
 */
export async function followRedirect(
  user: PackageTables,
  index: number,
  provider: PackageTables,
  tablesOf: (name: string) => Promise<PackageTables | 'shipped' | undefined>,
): Promise<Redirected | undefined> {
  let to = provider.redirectAt(user.hashOf(index))
  if (to === undefined) return undefined
  let tables = provider
  for (let step = 0; to !== '' && step < MAX_STEPS; step++) {
    const dot = to.indexOf('.')
    const name = dot < 0 ? to : to.slice(0, dot)
    if (name.toLowerCase() !== tables.name.toLowerCase()) {
      const found = await tablesOf(name)
      if (found === 'shipped') return { to, refusal: undefined }
      if (found === undefined) break
      tables = found
    }
    const hash = hashPath(dot < 0 ? '' : to.slice(dot + 1))
    // A redirector refers to its object and not to a path, so private objects are fine.
    const offered = tables.objectsAt(hash).map((object) => ({ ...object, public: true }))
    const wanted = user.classOf(index)
    const retyped = refusalOf(offered, wanted)
    const isSubclass = retyped?.reason === 'retyped' && (await isStockSubclass(offered, wanted))
    const refusal = isSubclass ? undefined : retyped
    const next = refusal === undefined ? undefined : tables.redirectAt(hash)
    if (next === undefined) return { to, refusal }
    to = next
  }
  return { to, refusal: { reason: 'missing', found: null } }
}
