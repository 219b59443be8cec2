import { ExportObject, ImportObject } from '@ukit/core'
import type { Class } from '@ukit/objects/script'
import { gameImports } from '../symbols/game-interfaces.js'
import type { ClassWords } from '../symbols/symbol.js'
import type { ImportDeclaration } from '../syntax/declarations.js'
import { MADE } from './made.js'

/**
 * *What a class imports, in games that list it*: the lists begin with those of its super, which are left out.
 */
export function importDeclarations(
  object: Class,
  above: Class | undefined,
  words: ClassWords | undefined,
): ImportDeclaration[] {
  const [own, inherited] = [gameImports(object), gameImports(above)]
  const [names, objects] =
    above === undefined && words !== undefined ? words.imports : [inherited.names.length, inherited.objects.length]
  const made = { ...MADE, kind: 'Import' } as const
  const classes = own.names.slice(names).flatMap((text): ImportDeclaration[] => {
    const [what = '', name] = text.split(' ')
    return name === undefined ? [] : [{ ...made, what: what.toLowerCase(), name, from: null }]
  })
  const enums = own.objects.slice(objects).flatMap((one): ImportDeclaration[] => {
    if (!(one instanceof ExportObject || one instanceof ImportObject)) return []
    return [{ ...made, what: 'enum', name: one.name, from: one.outer?.name ?? null }]
  })
  return [...classes, ...enums]
}
