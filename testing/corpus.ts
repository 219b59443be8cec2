import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenOptions, openPackage, type Package, PackageSet } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, memorySource } from '@ukit/files'
import { describe, it } from 'vitest'

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url))

/** The folders of real files, if they exist next to the repository. Each has an index in the same format. */
const FOLDERS = ['corpus', 'corpus-2', 'corpus-3'].filter((folder) => existsSync(join(SHARED, folder, 'INDEX.tsv')))

const REASON = 'needs the real files of ../shared/corpus, corpus-2 and corpus-3, which are absent'

/** One line of an index; numeric columns that are blank are `undefined`. */
export interface CorpusRow {
  /**
   * Path within its folder; paths in the other folders begin with `corpus-2/` or `corpus-3/`, so that no two
   * files have the same path.
   */
  readonly path: string
  readonly bytes: number
  readonly kind: string
  readonly version: number | undefined
  readonly licensee: number | undefined
  readonly endian: string
  readonly flags: number | undefined
  readonly names: number | undefined
  readonly exports: number | undefined
  readonly imports: number | undefined
  /** As in the index: codec, number of chunks and flag word, or blank. */
  readonly compressed: string
  readonly note: string
}

/** Every line of every index; empty if the corpus is absent. */
export const CORPUS: readonly CorpusRow[] = FOLDERS.flatMap(readIndex)

/** The lines of kind `package`. */
export const PACKAGES: readonly CorpusRow[] = CORPUS.filter((row) => row.kind === 'package')

/** Only those of the first folder, for tests that state why they leave out the others. */
export const FIRST_PACKAGES: readonly CorpusRow[] = PACKAGES.filter(({ path }) => !/^corpus-\d/.test(path))

/**
 * Packages of script that compile against each other, in one folder per game: `code/ut99/Core.u`. Empty if
 * they are absent.
 */
export const CODE: readonly CorpusRow[] = readCode('code')

/** As `CODE`: the packages of Raven Shield, `code-2/raven-shield/Core.u`. */
export const MORE_CODE: readonly CorpusRow[] = readCode('code-2')

/** A file of the corpus, by its path in `CORPUS` or `CODE`; or of a folder in it. */
export function corpusPath(path: string): string {
  return join(SHARED, /^(?:corpus-\d|code(?:-\d)?)\//.test(path) ? path : `corpus/${path}`)
}

/** The bytes of a file of the corpus. */
export function corpusFile(path: string): Uint8Array {
  return new Uint8Array(readFileSync(corpusPath(path)))
}

/** A file of the corpus as a source. */
export function corpusSource(path: string): ByteSource {
  return memorySource(corpusFile(path))
}

/** Opens a file of the corpus, strictly. */
export function openCorpus(path: string, options: OpenOptions = {}): Promise<Package> {
  return openPackage(corpusSource(path), { fileName: basename(path), codecs: nodeCodecs, ...options })
}

/** The packages in the folder of a package, by name. */
export function packagesBeside(path: string): PackageSet {
  const folder = dirname(path)
  const names = new Map<string, string>()
  for (const name of readdirSync(corpusPath(folder))) names.set(basename(name, extname(name)).toLowerCase(), name)
  return new PackageSet(async (name) => {
    const found = names.get(name.toLowerCase())
    return found === undefined ? undefined : openCorpus(`${folder}/${found}`)
  })
}

/** As `describe`; without the corpus, a single skipped test that says why. */
export function describeCorpus(name: string, body: () => void): void {
  if (FOLDERS.length > 0) {
    describe(name, body)
    return
  }
  process.stdout.write(`skipped: ${name}: ${REASON}\n`)
  describe(name, () => {
    it('runs over the real files', (context) => context.skip(REASON))
  })
}

function readCode(folder: string): CorpusRow[] {
  if (!existsSync(join(SHARED, folder, 'INDEX.tsv'))) return []
  return readIndex(folder).map((row) => ({ ...row, kind: 'package' }))
}

function readIndex(folder: string): CorpusRow[] {
  const [head = '', ...lines] = readFileSync(join(SHARED, folder, 'INDEX.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const text = (column: string) => cells[columns.indexOf(column)] ?? ''
    const number = (column: string) => (text(column) === '' ? undefined : Number(text(column)))
    return {
      path: folder === 'corpus' ? text('path') : `${folder}/${text('path')}`,
      bytes: number('bytes') ?? 0,
      kind: text('kind'),
      version: number('version'),
      licensee: number('licensee'),
      endian: text('endian'),
      flags: number('flags'),
      names: number('nNames'),
      exports: number('nExports'),
      imports: number('nImports'),
      compressed: text('compressed'),
      note: text('note'),
    }
  })
}
