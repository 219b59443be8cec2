import { ObjectReader, openPackage, UkitError } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { importT3d, T3dError } from '@ukit/import'
import { levelIn } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { CORPUS, corpusFile, describeCorpus } from '../../../../testing/corpus.js'
import { opened, smallMap, textOf } from './t3d-map.js'

const MUTANTS = 150

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

/** What replaces a word. */
const WORDS = [
  '',
  '(',
  ')',
  '"',
  "'",
  'None',
  '1e99',
  '-1',
  '4294967296',
  'NaN',
  '((((',
  'Begin Actor',
  "Light'MyLevel.B'",
]

it('damaged texts are imported or refused, and refused ones change nothing', async () => {
  const pkg = await smallMap()
  const text = await textOf(pkg)
  const random = numbers(7)
  const next = () => random.next().value ?? 0
  let refused = 0
  for (let i = 0; i < 2 * MUTANTS; i++) {
    const lines = text.split('\n')
    for (let k = 0; k <= i % 3; k++) {
      const at = next() % lines.length
      const how = next() % 4
      if (how === 0) lines.splice(at, 1)
      else if (how === 1) lines.splice(at, 0, lines[next() % lines.length] ?? '')
      else lines[at] = (lines[at] ?? '').replace(/[^=]*$/, WORDS[next() % WORDS.length] ?? '')
    }
    const edit = await opened(pkg)
    try {
      await importT3d(edit, lines.join('\n'), { replace: i % 2 === 0 })
    } catch (error) {
      expect(error).toBeInstanceOf(T3dError)
      expect(edit.exports.map(({ name, body }) => [name, body.kind])).toEqual(
        pkg.exports.map(({ name }) => [name, 'stored']),
      )
      refused++
    }
  }
  expect(refused).toBeGreaterThan(MUTANTS / 2)
  expect(refused).toBeLessThan(2 * MUTANTS)
})

/** Small maps of each engine. */
const MAPS = CORPUS.filter(({ path }) => /(?:DM-DuckingZone\.unr|Auto0\.unr|BB-BettyLevelMenu\.udk)$/.test(path))

describeCorpus('levels of damaged packages', () => {
  it('give a T3D of what is left, or a typed error', async () => {
    let written = 0
    for (const { path } of MAPS) {
      const whole = corpusFile(path)
      const pkg = await openPackage(memorySource(whole), { fileName: path, codecs: nodeCodecs })
      const level = levelIn(await ObjectReader.open(pkg))
      const targets = pkg.exports.filter(({ entry, className }) => entry.size >= 8 && !/Texture|Sound/.test(className))
      const random = numbers(path.length)
      const next = () => random.next().value ?? 0
      for (let i = 0; i < MUTANTS; i++) {
        const bytes = whole.slice()
        for (let k = 0; k < 4; k++) {
          const { entry } = targets[next() % targets.length] ?? level
          bytes[entry.offset + (next() % entry.size)] = next() & 0xff
        }
        try {
          const damaged = await openPackage(memorySource(bytes), { fileName: path, codecs: nodeCodecs })
          expect(await textOf(damaged)).toMatch(/^Begin Map\n[\s\S]*\nEnd Map\n$/)
          written++
        } catch (error) {
          expect(error).toBeInstanceOf(UkitError)
        }
      }
    }
    expect(written).toBeGreaterThan(MAPS.length * (MUTANTS / 2))
  }, 120_000)
})
