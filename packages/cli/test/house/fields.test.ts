import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../../packages', import.meta.url))
/** Folders with the classes of objects: those of the engines, and those of games. */
const ROOMS = ['objects/src', 'core/src/games']

/** The TypeScript files below a folder; generated tables have no classes. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'stock-tables' ? [] : filesBelow(path)
    return path.endsWith('.ts') ? [path] : []
  })
}

const HIDDEN = new Set([
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.OverrideKeyword,
  ts.SyntaxKind.StaticKeyword,
])

/** Fields of exported classes and interfaces, and whether each has a description. */
function fieldsOf(path: string): { name: string; isDescribed: boolean }[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (!ts.isClassDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) return []
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    const members: readonly ts.Node[] = statement.members
    return members.flatMap((member) => {
      if (!ts.isPropertyDeclaration(member) && !ts.isPropertySignature(member)) return []
      if (ts.isPrivateIdentifier(member.name)) return []
      if (member.modifiers?.some(({ kind }) => HIDDEN.has(kind))) return []
      const name = `${relative(packages, path)}: ${statement.name?.text}.${member.name.getText()}`
      return [{ name, isDescribed: ts.getJSDocCommentsAndTags(member).length > 0 }]
    })
  })
}

test('every field of an object has a description', () => {
  const fields = ROOMS.flatMap((room) => filesBelow(join(packages, room)).flatMap(fieldsOf))
  expect(fields.length).toBeGreaterThan(1500)
  expect(fields.filter(({ isDescribed }) => !isDescribed).map(({ name }) => name)).toEqual([])
})
