import { ExportObject, ImportObject } from '@ukit/core'
import type { Class } from '@ukit/objects/script'
import { gameImports } from '../symbols/game-interfaces.js'
import type { ImportDeclaration } from '../syntax/declarations.js'
import { MADE } from './made.js'

/**
 * *What a class imports, in games that list it*: the lists begin with those of its super, which are left out.
 */
export function importDeclarations(object: Class, above: Class | undefined): ImportDeclaration[] {
  const [own, inherited] = [gameImports(object), gameImports(above)]
  const made = { ...MADE, kind: 'Import' } as const
  const classes = own.names.slice(inherited.names.length).flatMap((text): ImportDeclaration[] => {
    const [what = '', name] = text.split(' ')
    return name === undefined ? [] : [{ ...made, what: what.toLowerCase(), name, from: null }]
  })
  const enums = own.objects.slice(inherited.objects.length).flatMap((one): ImportDeclaration[] => {
    if (!(one instanceof ExportObject || one instanceof ImportObject)) return []
    return [{ ...made, what: 'enum', name: one.name, from: one.outer?.name ?? null }]
  })
  return [...classes, ...enums]
}
