import { ImportObject, type Package } from '@ukit/core'
import type { ClassSymbol, FunctionSymbol, StructSymbol, Type, World } from '@ukit/script/symbols'
import type { BuiltPackage } from '../build.js'
import { classAndSupers } from '../declare/class-and-supers.js'
import { type ClassDifference, classOf } from './compare-classes.js'

/** A class that is not counted: what it is made of is in a package that is not available. */
export interface SkippedClass {
  readonly class: string
  readonly package: string
}

/**
 * Classes whose super is not in the package that should have it: that is of another revision, or of another
 * game.
 */
export function lackingSupers(pkg: Package, { classes }: BuiltPackage): ReadonlyMap<string, string> {
  const lacking = new Map<string, string>()
  for (const { name, super: found } of classes) {
    if (found !== null) continue
    const above = pkg.exports.find((object) => object.class === null && object.name === name)?.super
    if (above instanceof ImportObject) lacking.set(name, above.path.split('.', 1)[0] ?? '')
  }
  return lacking
}

/** *Classes below one that is missing, or whose code does not compile without a package that is.* */
export function skippedClasses(
  { classes, problems }: BuiltPackage,
  lacking: ReadonlyMap<string, string>,
): readonly SkippedClass[] {
  const needed = new Map<string, string>()
  for (const { severity, className, missingPackage, lackedBy } of problems) {
    const name = missingPackage ?? lackedBy
    if (severity === 'error' && name !== undefined) needed.set(className, name)
  }
  for (const symbol of classes) {
    for (const at of classAndSupers(symbol)) {
      const missing = at.missingPackage ?? lacking.get(at.name)
      if (missing !== undefined) needed.set(symbol.name, missing)
    }
  }
  return skips(needed)
}

/**
 * *Classes that are not the same, perhaps only because a package is missing*: it could change their code, or
 * has a type that they name, which may then be an enum, a struct or a class.
 */
export function doubtedClasses(
  pkg: Package,
  { classes, doubted }: BuiltPackage,
  differences: readonly ClassDifference[],
  world: World,
): readonly SkippedClass[] {
  const needed = new Map<string, string>()
  const [first] = world.missingPackages
  if (first === undefined) return []
  const imports = missingImports(pkg, world)
  const unlike = new Set(differences.map(({ object }) => classOf(object)))
  const unlikeCode = new Set(differences.filter(({ field }) => field === 'script').map(({ object }) => classOf(object)))
  for (const symbol of classes) {
    const key = symbol.name.toLowerCase()
    const isDoubted = unlike.has(key) && hasUnknownType(symbol)
    const doubt =
      (unlikeCode.has(key) ? doubted.get(symbol.name) : undefined) ?? (isDoubted ? (imports ?? first) : undefined)
    if (doubt !== undefined) needed.set(symbol.name, doubt)
  }
  return skips(needed)
}

function skips(needed: ReadonlyMap<string, string>): readonly SkippedClass[] {
  return [...needed].map(([name, missing]) => ({ class: name, package: missing }))
}

/** The missing package that enums and structs are imported from; `undefined` when none says it. */
function missingImports({ imports }: Package, { missingPackages }: World): string | undefined {
  const type = imports.find(
    ({ className, path }) =>
      /^(?:enum|struct|scriptstruct)$/i.test(className) &&
      missingPackages.some((one) => path.toLowerCase().startsWith(`${one.toLowerCase()}.`)),
  )
  return type?.path.split('.', 1)[0]
}

/** Tells whether a class declares something of a type that nothing has that is available. */
function hasUnknownType({ fields }: ClassSymbol): boolean {
  return fields.some((field) => {
    switch (field.kind) {
      case 'variable':
        return isUnknown(field.type)
      case 'struct':
        return structIsUnknown(field)
      case 'function':
        return functionIsUnknown(field)
      case 'state':
        return [...field.functions.values()].some(functionIsUnknown)
      default:
        return false
    }
  })
}

function structIsUnknown({ members }: StructSymbol): boolean {
  return members.some(({ type }) => isUnknown(type))
}

function functionIsUnknown({ parameters, returnValue, locals }: FunctionSymbol): boolean {
  const variables = [...parameters, ...locals, ...(returnValue === null ? [] : [returnValue])]
  return variables.some(({ type }) => isUnknown(type))
}

function isUnknown(type: Type): boolean {
  switch (type.kind) {
    case 'object':
    case 'interface':
      return type.class === null
    case 'class':
      return type.metaClass === null
    case 'struct':
      return type.struct === null
    case 'delegate':
      return type.function === null
    case 'array':
      return isUnknown(type.inner)
    default:
      return false
  }
}
