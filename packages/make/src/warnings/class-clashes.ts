import type { ClassSymbol } from '@ukit/script/symbols'
import type { BuiltSources, PackageWarning } from './warning.js'

/**
 * *Classes that have the name of one in another package*: the compiler looks names up without their package,
 * so that other code may get the wrong one.
 */
export function classClashes({ files, classes, world, edit }: BuiltSources): PackageWarning[] {
  const own = new Set(classes.map(({ name }) => name.toLowerCase()))
  const others = new Map<string, ClassSymbol>()
  for (const pkg of world.packages) {
    if (pkg.name.toLowerCase() === edit.name.toLowerCase()) continue
    for (const symbol of world.classesOf(pkg))
      if (own.has(symbol.name.toLowerCase())) others.set(symbol.name.toLowerCase(), symbol)
  }
  return files.flatMap(({ file, source }) => {
    const { header } = source.file
    const other = header === null ? undefined : others.get(header.name.toLowerCase())
    if (header === null || other === undefined) return []
    const message = `the class ${header.name} has the name of ${other.path}: code that names no package may get either`
    return [{ file, start: header.start, end: header.end, message }]
  })
}
