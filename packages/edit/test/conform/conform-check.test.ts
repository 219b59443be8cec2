import { Generation, Guid } from '@ukit/container'
import { openPackage, type Package } from '@ukit/core'
import { checkConform } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { type ExportSpec, fileOf, planOf } from '../../../../testing/packages.js'

const PAIRS = ['Core.u', 'UWeb.u', 'relics.u']

/**
 * Rows of the older file that are null in the newer one: counted with an independent reader of the tables.
 */
const NULLED: Readonly<Record<string, { exports: number; names: number }>> = {
  'Core.u': { exports: 0, names: 14 },
  'UWeb.u': { exports: 0, names: 0 },
  'relics.u': { exports: 17, names: 0 },
}

/** The last generation of the older file, from its summary's bytes. */
const COMMON: Readonly<Record<string, { generation: number; exports: number; names: number }>> = {
  'Core.u': { generation: 15, exports: 727, names: 363 },
  'UWeb.u': { generation: 14, exports: 170, names: 167 },
  'relics.u': { generation: 9, exports: 308, names: 434 },
}

describeCorpus('real releases', () => {
  it.each(PAIRS)('%s: the older and the newer one are compatible, in either order', async (name) => {
    const [older, newer] = [await openCorpus(`conform/older/${name}`), await openCorpus(`conform/newer/${name}`)]
    const expected = {
      compatible: true,
      common: COMMON[name],
      placeholders: NULLED[name],
      problems: [],
      problemCount: 0,
    }
    expect(await checkConform(older, newer)).toEqual({ ...expected, older: 'first' })
    expect(await checkConform(newer, older)).toEqual({ ...expected, older: 'second' })
    expect(await checkConform(older, older)).toMatchObject({
      compatible: true,
      older: null,
      placeholders: { exports: 0, names: 0 },
    })
  })

  it('two unrelated packages are not', async () => {
    const [core, web] = [await openCorpus('conform/older/Core.u'), await openCorpus('conform/newer/UWeb.u')]
    const report = await checkConform(core, web)
    expect(report).toMatchObject({ compatible: false, older: null, common: null, problemCount: 1 })
    expect(report.problems[0]).toMatchObject({ kind: 'guid', index: null })
    expect(report.problems[0]?.message).toContain('4770B88411D38E3E100067B9F6F8975A')
  })
})

const FIRST: readonly (readonly [number, number])[] = [[2, 4]]

async function release(
  names: readonly string[],
  exports: readonly string[],
  generations: readonly (readonly [exports: number, names: number])[],
  { guid = new Guid(1, 2, 3, 4), version = 69 } = {},
): Promise<Package> {
  const rows: ExportSpec[] = exports.map((objectName) =>
    objectName === 'None' ? { objectName } : { objectName, class: 0, flags: 4, body: Uint8Array.of(0) },
  )
  const summary = {
    guid,
    generations: generations.map(([exportCount, nameCount]) =>
      Object.assign(new Generation(), { exportCount, nameCount }),
    ),
  }
  const plan = planOf({ version }, { names, exports: rows, summary })
  const file = await fileOf(plan)
  return openPackage(memorySource(file), { fileName: 'Mine.u' })
}

describe('files written by hand', () => {
  const old = () => release(['None', 'A', 'B', 'C'], ['A', 'B'], FIRST)

  it('a release with everything in its place is compatible', async () => {
    const newer = await release(
      ['None', 'a', 'B', 'C', 'None', 'D'],
      ['a', 'B', 'D'],
      [
        [2, 4],
        [3, 6],
      ],
    )
    expect(await checkConform(await old(), newer)).toEqual({
      compatible: true,
      older: 'first',
      common: { generation: 1, exports: 2, names: 4 },
      placeholders: { exports: 0, names: 0 },
      problems: [],
      problemCount: 0,
    })
  })

  it('nulls instead of what was removed are allowed', async () => {
    const newer = await release(
      ['None', 'None', 'B', 'None', 'D'],
      ['None', 'B'],
      [
        [2, 4],
        [2, 5],
      ],
    )
    expect(await checkConform(await old(), newer)).toMatchObject({
      compatible: true,
      placeholders: { exports: 1, names: 2 },
    })
  })

  it('lists every name and export in a different row', async () => {
    const newer = await release(
      ['None', 'B', 'A', 'C', 'D'],
      ['B', 'A', 'D'],
      [
        [2, 4],
        [3, 5],
      ],
    )
    const { compatible, problems } = await checkConform(await old(), newer)
    expect(compatible).toBe(false)
    expect(problems).toEqual([
      { kind: 'name', index: 1, message: 'name 1 is "A" in the first file, "B" in the second' },
      { kind: 'name', index: 2, message: 'name 2 is "B" in the first file, "A" in the second' },
      { kind: 'export', index: 0, message: "export 0 is Class'A' in the first file, Class'B' in the second" },
      { kind: 'export', index: 1, message: "export 1 is Class'B' in the first file, Class'A' in the second" },
    ])
    expect(await checkConform(await old(), newer, { problemLimit: 1 })).toMatchObject({
      problemCount: 4,
      problems: [{ index: 1 }],
    })
  })

  it('the older generations must be the first of the newer ones', async () => {
    const newer = await release(
      ['None', 'A', 'B', 'C', 'D'],
      ['A', 'B', 'D'],
      [
        [1, 4],
        [3, 5],
      ],
    )
    const { problems } = await checkConform(newer, await old())
    expect(problems).toContainEqual({
      kind: 'generations',
      index: null,
      message: 'generation 1 has 1 export and 4 names in the first file, 2 exports and 4 names in the second',
    })
  })

  it('the same generations with different tables are not compatible', async () => {
    const other = await release(['None', 'A', 'B', 'X'], ['A', 'B'], FIRST)
    expect(await checkConform(await old(), other)).toMatchObject({ compatible: false, older: null, problemCount: 1 })
  })

  it('UE3 from 322 on: the net indices of objects decide, and without them nothing can be said', async () => {
    const [a, b] = [
      await release(['None', 'A'], ['A'], [], { version: 512 }),
      await release(['None', 'A'], ['A'], [], { version: 512 }),
    ]
    expect(await checkConform(a, b)).toMatchObject({ compatible: false, problems: [{ kind: 'unsupported' }] })
  })
})
