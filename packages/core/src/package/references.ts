import type { ObjectSource } from '@ukit/container'
import { Archive } from '@ukit/container'
import type { Package } from './package.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'

/** A reference from one object to another, and the field that contains it. */
export interface Reference {
  /** The object that refers. */
  readonly from: PackageObject
  /** `class`, `super`, `outer`, `archetype`, `componentMap[0].component`. */
  readonly field: string
  /** What it refers to. */
  readonly to: PackageObject
}

/**
 * *The objects to which an object refers* in its row of the tables; `ReferenceIndex` knows those in its bytes
 * too.
 */
export function referencesOf(object: PackageObject): Reference[] {
  const found: Reference[] = []
  const ar = Archive.references({
    object(to: ObjectSource, field) {
      if (to instanceof ExportObject || to instanceof ImportObject) found.push({ from: object, field, to })
    },
  })
  ar.object(object.outer, 'outer')
  if (object instanceof ImportObject) return found
  ar.object(object.class, 'class')
  ar.object(object.super, 'super')
  ar.object(object.archetype, 'archetype')
  object.entry.componentMap.forEach((component, i) => {
    ar.enter('componentMap', i)
    ar.object(object.package.objectAt(component.component) ?? null, 'component')
    ar.leave(true)
  })
  return found
}

/** *All references in the tables of a package*, in table order. */
export function* allReferences(pkg: Package): Generator<Reference> {
  for (const object of pkg.exports) yield* referencesOf(object)
  for (const object of pkg.imports) yield* referencesOf(object)
}
