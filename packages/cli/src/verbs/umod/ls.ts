import { hex } from '@ukit/files'
import { type Manifest, openUmod, readManifest, readMember, type Umod } from '@ukit/umod'
import type { FileProblem } from '../../batch/batch-verb.js'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { closeContainers } from '../../inputs/open.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { umodInputs, withUmod } from './inputs.js'
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
export const umodLs: Verb<typeof OPTIONS> = {
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
  run,
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

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  if (positionals.length === 0) throw new UsageError(`umod ls needs at least one file`)
  const json = options.json
  const { language = 'int' } = options
  const inputs = await umodInputs(positionals, signal)
  let failed = false
  if (json) await output.write('[\n')
  for (const [index, input] of inputs.entries()) {
    signal.throwIfAborted()
    const found = await withUmod(input, call, async ({ source }) => {
      const umod = await openUmod(source)
      const isLocal = !/^https?:/i.test(input.path)
      const check = options.crc || (isLocal && source.byteLength <= CHECKED_UP_TO)
      const crcOk = check ? (await umod.computeCrc({ signal })) === umod.trailer.crc : null
      return { umod, crcOk, ...(await manifestOf(umod, language, options.readme)) }
    })
    const problem = 'problem' in found ? found.problem : null
    if (problem !== null) output.error(`${input.path}: ${problem.message}`)
    if (problem !== null || ('crcOk' in found && found.crcOk === false)) failed = true
    if (json) {
      await output.write(index === 0 ? '' : ',\n')
      for (const text of jsonElement(facts(input.path, found))) await output.write(text)
    } else if (!('problem' in found)) {
      await output.write(index === 0 ? '' : '\n')
      const { umod, manifest, crcOk, readme, manifestProblem } = found
      await output.write(umodCard(input.path, umod, manifest, crcOk, output.style))
      if (manifestProblem !== undefined) output.note(`${input.path}: ${manifestProblem}`)
      const files = options.flat ? umodFlat(umod, output.style) : umodTree(umod, output.width, output.style)
      for (const text of files) await output.write(text)
      if (readme !== undefined)
        await output.write(
          `\n${readme
            .split(/\r\n|\r|\n/)
            .map(printable)
            .join('\n')
            .trimEnd()}\n`,
        )
      if (crcOk === false) output.error(`${input.path}: the checksum is wrong: the file was damaged or changed`)
    }
  }
  if (json) await output.write('\n]\n')
  await closeContainers()
  return failed ? 1 : 0
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

function facts(path: string, found: Found | { problem: FileProblem }): Record<string, unknown> {
  if ('problem' in found) {
    return { path, version: null, crc: null, crcOk: null, files: [], error: found.problem }
  }
  const { umod, crcOk, manifest } = found
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
