import { ObjectReader, type Package } from '@ukit/core'
import { FunctionField, State, TextBuffer } from '@ukit/objects/script'
import { type ParsedSource, parseSource, printNode, textPosition, treeDifference } from '@ukit/script/syntax'
import { expect, it } from 'vitest'
import { CODE, type CorpusRow, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

/** Texts that are not plain UnrealScript, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/\.(unr|ut2)\/TextBuffer\d+$/, 'a text of an editor, not of a class'],
  [/2CA90999.*\/NPL\w+\.ScriptText$/, 'overwritten by an obfuscator'],
  [/swat4\/Tyrion\.u\/AI_WeaponResource\.ScriptText$/, 'both alternatives of an #if do not make an expression'],
]

/** In the main suite, the smallest package of each layout and a few entire packages. */
const ROWS = SWEEPS
  ? [...PACKAGES, ...CODE]
  : [...sampleOf(PACKAGES), ...CODE.filter(({ path }) => /(ut99|ut2004|udk-868|swat4)\/(Core|IpDrv)\.u$/.test(path))]

/** Oodle is proprietary: its packages cannot be read here. */
const rows = ROWS.filter(({ bytes, compressed }) => !/oodle/i.test(compressed) && (SWEEPS || bytes < 4_000_000))

describeCorpus('the texts of real classes', () => {
  it('consist of tokens, parse without problems, and print to the same tree', { timeout: 1_800_000 }, async () => {
    const wrong: string[] = []
    let count = 0
    for (const row of rows) {
      await forTexts(row, (where, parsed) => {
        count++
        if (!isWhole(parsed)) wrong.push(`${where}: tokens`)
        const [first] = parsed.problems
        if (first !== undefined) {
          if (EXCEPTIONS.some(([name]) => name.test(where))) return
          wrong.push(`${where}(${parsed.lines.lineOf(first.start)}): ${first.message}`)
          return
        }
        for (const braces of ['own-line', 'same-line'] as const) {
          const difference = treeDifference(parsed.tree, parseSource(printNode(parsed.tree, { braces })).tree)
          if (difference !== undefined) wrong.push(`${where}: printed ${braces}: ${difference.path}`)
        }
      })
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(SWEEPS ? 9000 : 100)
  })

  it('have their functions and states at the positions in the packages', { timeout: 1_800_000 }, async () => {
    const wrong: string[] = []
    let count = 0
    for (const row of rows) {
      // Only one of the alternatives in SWAT 4's texts is compiled.
      if (row.path.includes('swat4')) continue
      await forPositions(row, (where, position, found) => {
        count++
        if (!found.includes(position)) wrong.push(`${where}: ${position}, not ${found.join()}`)
      })
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(SWEEPS ? 40_000 : 500)
  })
})

function isWhole({ tokens, text }: ParsedSource): boolean {
  let joined = ''
  for (let index = 0; index < tokens.count; index++) joined += tokens.textAt(index)
  return joined === text
}

async function forTexts(row: CorpusRow, visit: (where: string, parsed: ParsedSource) => void): Promise<void> {
  await withPackage(row, async (pkg, reader) => {
    for (const exported of pkg.exports) {
      if (!exported.className.endsWith('TextBuffer') || exported.name === 'CppText') continue
      const { object } = await reader.read(exported)
      if (!(object instanceof TextBuffer) || object.text.length === 0) continue
      visit(`${row.path}/${exported.path}`, parseSource(object.text.toString()))
    }
  })
}

async function forPositions(
  row: CorpusRow,
  visit: (where: string, position: number, found: readonly number[]) => void,
): Promise<void> {
  await withPackage(row, async (pkg, reader) => {
    const texts = new Map<string, Map<string, number[]>>()
    for (const exported of pkg.exports) {
      if (exported.name !== 'ScriptText') continue
      const { object } = await reader.read(exported)
      const text = object instanceof TextBuffer ? object.text.toString() : ''
      const parsed = parseSource(text)
      if (text !== '' && parsed.problems.length === 0)
        texts.set(className(exported.path), codeStarts(parsed, pkg.version > 200))
    }
    for (const exported of pkg.exports) {
      const starts = texts.get(className(exported.path))
      if (starts === undefined || !['Function', 'State'].includes(exported.className)) continue
      const { object } = await reader.read(exported)
      if (!(object instanceof FunctionField || object instanceof State) || object.textPosition <= 0) continue
      const owner = exported.path.split('.').slice(1, -1).join('.')
      const isFunction = object instanceof FunctionField
      const name = isFunction ? `${owner}.${object.friendlyName.toString()}` : `state ${exported.name}`
      const found = starts.get(name.toLowerCase())
      // Functions that only the engine declares have none, such as the stubs for `ignores`.
      if (found !== undefined) visit(`${row.path}/${exported.path}`, object.textPosition, found)
    }
  })
}

const className = (path: string) => path.split('.')[0] ?? ''

/** The positions where the code of each function and state starts, by name. Operators share a name. */
function codeStarts({ file, text }: ParsedSource, isUe3: boolean): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const add = (name: string, at: number) =>
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), at])
  for (const declaration of file.declarations) {
    if (declaration.kind === 'Function') add(`.${declaration.name}`, textPosition(text, declaration, isUe3))
    if (declaration.kind !== 'State') continue
    add(`state ${declaration.name}`, declaration.codeStart)
    for (const inner of declaration.functions) {
      add(`${declaration.name}.${inner.name}`, textPosition(text, inner, isUe3))
    }
  }
  return found
}

async function withPackage(row: CorpusRow, visit: (pkg: Package, reader: ObjectReader) => Promise<void>) {
  const pkg = await openCorpus(row.path)
  if (pkg.exports.some(({ className: name }) => name.endsWith('TextBuffer'))) {
    await visit(pkg, await ObjectReader.open(pkg))
  }
  await pkg.file.close?.()
}
