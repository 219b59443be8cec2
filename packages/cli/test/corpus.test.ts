import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type CorpusRow, corpusFile, corpusPath, describeCorpus, PACKAGES } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { SWEEPS } from '../../../testing/sweep.js'
import { ukit } from './run-ukit.js'

const isOodle = (row: CorpusRow) => row.compressed.startsWith('oodle')
const readable = PACKAGES.filter((row) => !isOodle(row))

// biome-ignore lint/suspicious/noExplicitAny: a test reads JSON of any shape, and fails if it is a different one.
type Element = any

/** The element of each file, by its path in the index. */
async function elements(verb: string): Promise<Map<string, Element>> {
  const run = await ukit([verb, '--json', ...PACKAGES.map(({ path }) => corpusPath(path))])
  return new Map(JSON.parse(run.stdout).map((element: Element, i: number) => [PACKAGES[i]?.path, element]))
}

/** The index labels one file only by its flag word; flag 2 is LZO on every platform. */
function compressionOf({ compressed }: CorpusRow): string | null {
  if (compressed === '') return null
  return compressed === 'flag2-codec-unresolved' ? 'lzo' : (compressed.split(' ')[0] ?? null)
}

describeCorpus('the command on real packages', () => {
  let facts = new Map<string, Element>()
  let lists = new Map<string, Element>()
  beforeAll(async () => {
    facts = await elements('info')
    lists = await elements('ls')
  })

  it.each(PACKAGES)('info of $path agrees with the index', (row) => {
    const found = facts.get(row.path)
    expect(found).toMatchObject({
      path: corpusPath(row.path),
      bytes: row.bytes,
      kind: 'package',
      version: row.version,
      licensee: row.licensee,
      endian: row.endian === 'BE' ? 'big' : 'little',
      compression: compressionOf(row),
    })
    // The index lacks the counts of one file.
    if (row.names !== undefined) {
      expect(found).toMatchObject({ names: row.names, imports: row.imports, exports: row.exports })
    }
    expect(found.error).toBeNull()
  })

  it.each(readable)('ls of $path lists every name, import and export', (row) => {
    const found = lists.get(row.path)
    expect(found.error).toBeNull()
    const counts = facts.get(row.path)
    expect(found.names).toHaveLength(row.names ?? counts.names)
    expect(found.imports).toHaveLength(row.imports ?? counts.imports)
    expect(found.exports).toHaveLength(row.exports ?? counts.exports)
  })

  it('ls of a package in Oodle reports that Oodle is not available', async () => {
    for (const row of PACKAGES.filter(isOodle)) {
      expect(lists.get(row.path)).toMatchObject({ exports: [], error: { kind: 'compression' } })
      const run = await ukit(['ls', corpusPath(row.path)])
      expect(run).toMatchObject({ status: 1, stdout: '' })
      expect(run.stderr).toMatch(/Oodle, which is proprietary/)
    }
  })

  it('copy writes every uncompressed package byte for byte, and a compressed one with equal content', async () => {
    // Files of one name are not written to one folder.
    const nameOf = (path: string) => path.replace(/^.*\//, '').toLowerCase()
    const rows = PACKAGES.filter(({ path }, i) => PACKAGES.findIndex((one) => nameOf(one.path) === nameOf(path)) === i)
    const out = temporaryFolder()
    const run = await ukit(['copy', '--json', ...rows.map(({ path }) => corpusPath(path)), out, '--force'])
    const results: Element[] = JSON.parse(run.stdout)
    expect(results).toHaveLength(rows.length)
    rows.forEach((row, i) => {
      const { identical, equal, error, compression } = results[i]
      const found = { path: row.path, identical, equal, from: compression.from, error: error?.kind ?? null }
      const from = compressionOf(row)
      if (isOodle(row)) expect(found).toMatchObject({ identical: false, equal: false, error: 'compression' })
      else expect(found).toEqual({ path: row.path, identical: from === null, equal: true, from, error: null })
    })
    // The output of the command is not the only evidence: the last of the files exists under its name.
    const last = rows.filter((row) => !isOodle(row)).at(-1)
    if (last !== undefined && last.compressed === '') {
      const written = readFileSync(join(out, last.path.replace(/^.*\//, '')))
      expect(written.equals(corpusFile(last.path))).toBe(true)
    }
  })

  it('a folder gives the same result as its files, in one thread and in two', async () => {
    const folder = corpusPath(SWEEPS ? 'ue1' : 'ue1/adrak0')
    const one = await ukit(['verify', '--json', '--jobs', '1', folder])
    const two = await ukit(['verify', '--json', '--jobs', '2', folder])
    expect(two).toEqual(one)
    for (const report of JSON.parse(one.stdout)) {
      expect(report).toMatchObject({
        ok: expect.any(Boolean),
        objects: expect.any(Number),
        problems: expect.any(Array),
      })
    }
  })
})
