import { hex } from '@ukit/files'
import { type Manifest, openUmod, readManifest, readMember, type Umod } from '@ukit/umod'
import type { BatchVerb, FileProblem, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { JSON_OPTION, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { INSTALLER_BATCH, WRONG_CRC } from './inputs.js'
import { findText, umodCard, umodFlat, umodTree } from './text.js'

/** The checksum of installers up to this size, in bytes, is always checked: it takes no noticeable time. */
const CHECKED_UP_TO = 64e6

const OPTIONS = {
  flat: { takes: 'nothing', does: 'Files in the order of the directory, with offsets and flags, instead of a tree' },
  readme: { takes: 'nothing', does: 'Print the readme too' },
  language: { takes: 'value', value: 'EXT', does: 'Texts in this language (int, det, frt, …)', default: 'int' },
  crc: {
    takes: 'nothing',
    does: 'Compute the checksum, which means reading the whole file',
    default: 'up to 64 MB of local files',
  },
  ...JSON_OPTION,
} as const satisfies Options

/** `ukit umod ls FILE…` */
export const umodLs: BatchVerb<typeof OPTIONS> = {
  when: [
    'You have an installer (.umod, .ut2mod, .ut4mod, .rmod, or a program that installs itself) and ' +
      'want to know what it contains: its product, what it requires, its parts, its files.',
    'A FILE may also be an address (http://…): only the directory and the manifest are fetched. To ' +
      'look into a package inside: ukit info mod.umod!System/Foo.u',
  ],
  files: INSTALLER_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, version, crc (as 0x1234ABCD), crcOk (true, false; null when it was not computed), files ' +
        '[{name, size, offset, flags}], product, productVersion, requires [{product, version}], readme, ' +
        'logo, error.',
    ],
  ],
  examples: [
    ['ukit umod ls DropStuff.umod', 'what an installer contains'],
    ['ukit umod ls --readme "*.ut4mod"', 'with the readme of each'],
    ['ukit umod ls --json mod.umod', 'for a program'],
  ],
  ...INSTALLER_BATCH,
  run: (call) => runBatch(umodLs, call, call.options),
  between: () => '\n',

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { options, json, width } = settings
    const { source } = opened
    const umod = await openUmod(source)
    const isChecked = options.crc || (input.isRemote !== true && source.byteLength <= CHECKED_UP_TO)
    const crcOk = isChecked ? (await umod.computeCrc({ signal })) === umod.trailer.crc : null
    const found = { umod, crcOk, ...(await manifestOf(umod, options.language ?? 'int', options.readme)) }
    const failed = crcOk === false
    if (json) {
      yield* jsonElement(facts(input.path, found))
      return { failed, errors: [] }
    }
    const { manifest, manifestProblem, readme } = found
    yield umodCard(input.path, umod, manifest, crcOk, style)
    yield* options.flat ? umodFlat(umod, style) : umodTree(umod, width, style)
    if (readme !== undefined)
      yield `\n${readme
        .split(/\r\n|\r|\n/)
        .map(printable)
        .join('\n')
        .trimEnd()}\n`
    return {
      failed,
      errors: failed ? [WRONG_CRC] : [],
      notes: manifestProblem === undefined ? [] : [manifestProblem],
    }
  },

  failure: ({ path }, error, { json }) => (json ? [...jsonElement(problemFacts(path, error))].join('') : ''),
}

/** What was found in an installer. */
interface Found {
  readonly umod: Umod
  readonly crcOk: boolean | null
  readonly manifest: Manifest | undefined
  /** Why there is no manifest. */
  readonly manifestProblem: string | undefined
  readonly readme: string | undefined
}

async function manifestOf(umod: Umod, language: string, wantReadme: boolean): Promise<Omit<Found, 'umod' | 'crcOk'>> {
  try {
    const manifest = await readManifest(umod, language)
    const entry = wantReadme ? umod.find(findText(manifest, 'ReadMe') ?? '') : undefined
    const bytes = entry === undefined ? undefined : await readMember(umod, entry)
    const readme = bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1')
    return { manifest, manifestProblem: undefined, readme }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'PackageError') throw error
    return { manifest: undefined, manifestProblem: error.message, readme: undefined }
  }
}

function problemFacts(path: string, error: FileProblem): Record<string, unknown> {
  return { path, version: null, crc: null, crcOk: null, files: [], error }
}

function facts(path: string, { umod, crcOk, manifest }: Found): Record<string, unknown> {
  return {
    path,
    version: umod.trailer.version,
    crc: hex(umod.trailer.crc),
    crcOk,
    files: umod.entries.map(({ name, size, offset, flags }) => ({ name, size, offset, flags })),
    product: manifest?.product ?? null,
    productVersion: manifest?.version ?? null,
    requires: manifest?.requirements.map(({ product, version }) => ({ product, version })) ?? [],
    readme: manifest === undefined ? null : (findText(manifest, 'ReadMe') ?? null),
    logo: manifest === undefined ? null : (findText(manifest, 'Logo') ?? null),
    error: null,
  }
}
