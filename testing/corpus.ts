import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenOptions, openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, memorySource } from '@ukit/files'
import { describe, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))

/** Whether the folder of real files stands beside the repository. */
const CORPUS_IS_PRESENT = existsSync(join(ROOT, 'INDEX.tsv'))

const REASON = 'needs the real files of ../shared/corpus, which is absent'

/** One line of the corpus's index; blank columns of numbers are `undefined`. */
export interface CorpusRow {
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

/** Every line of the index; none when the corpus is absent. */
export const CORPUS: readonly CorpusRow[] = CORPUS_IS_PRESENT ? readIndex() : []

/** The lines of kind `package`. */
export const PACKAGES: readonly CorpusRow[] = CORPUS.filter((row) => row.kind === 'package')

/** A file of the corpus, by its path in the index. */
export function corpusPath(path: string): string {
  return join(ROOT, path)
}

/** The bytes of a file of the corpus. */
export function corpusFile(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(ROOT, path)))
}

/** A file of the corpus as a source. */
export function corpusSource(path: string): ByteSource {
  return memorySource(corpusFile(path))
}

/** Opens a file of the corpus, strictly. */
export function openCorpus(path: string, options: OpenOptions = {}): Promise<Package> {
  return openPackage(corpusSource(path), { fileName: basename(path), codecs: nodeCodecs, ...options })
}

/** As `describe`; without the corpus one skipped test that says why. */
export function describeCorpus(name: string, body: () => void): void {
  if (CORPUS_IS_PRESENT) {
    describe(name, body)
    return
  }
  process.stdout.write(`skipped: ${name}: ${REASON}\n`)
  describe(name, () => {
    it('runs over the real files', (context) => context.skip(REASON))
  })
}

function readIndex(): CorpusRow[] {
  const [head = '', ...lines] = readFileSync(join(ROOT, 'INDEX.tsv'), 'utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const text = (column: string) => cells[columns.indexOf(column)] ?? ''
    const number = (column: string) => (text(column) === '' ? undefined : Number(text(column)))
    return {
      path: text('path'),
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
