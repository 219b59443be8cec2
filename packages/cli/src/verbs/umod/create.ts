import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { filesBelow } from '@ukit/batch'
import { SourceError } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import { readWhole, saveFile } from '@ukit/files/node'
import { type Built, buildUmod, describeFolder, openUmod, PACK_DEFAULTS, packUmod } from '@ukit/umod'
import { lazyFile, masterFolder } from '@ukit/umod/node'
import { problemOf } from '../../batch/one-file.js'
import { FORCE_OPTION, jsonOption, type Options, type OptionValues } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { DESCRIBE_OPTIONS, describe } from './describe.js'
import { stockNotes } from './stock-notes.js'

const OPTIONS = {
  ...DESCRIBE_OPTIONS,
  master: { takes: 'value', value: 'DIR', does: 'Where the files of a manifest are', default: 'its MasterPath' },
  ref: { takes: 'value', value: 'DIR', does: 'Where the old files for deltas are', default: 'its RefPath' },
  align: {
    takes: 'value',
    value: 'N',
    does: 'Start every file at a multiple of N bytes',
    default: `16 for .ut2mod and .ut4mod, else ${PACK_DEFAULTS.align}`,
    read: wholeNumber(1, 0x1_0000),
  },
  stub: { takes: 'value', value: 'FILE', does: 'Make a program that installs itself, based on this one' },
  ...FORCE_OPTION,
  json: jsonOption(''),
} as const satisfies Options

/** `ukit umod create IN OUT` */
export const umodCreate: Verb<typeof OPTIONS> = {
  when: [
    'You have a mod and want an installer for it. IN is a Manifest.ini, written as for the games’ own ' +
      'master tool, or a folder with the files where they belong below the game folder (System, ' +
      'Textures, Maps, …), together with a short description in options or in a file.',
    'The same files give the same bytes, so that two people can check that they built the same thing.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Description',
      'A JSON file with product, version, title, developer, developerUrl, url, requires [{product, ' +
        'version}], serverPackages, gameIni, readme, license, logo, parts [{title, description, files, ' +
        'optional, selected}]. Options take precedence over it.',
    ],
    ['JSON', 'path, output, bytes, crc, product, version, files [{name, size, offset, flags}], notes, error.'],
  ],
  examples: [
    ['ukit umod create System/Manifest.ini MyMod.umod', 'from a manifest'],
    ['ukit umod create MyMod/ MyMod.umod --product MyMod --product-version 100', 'from a folder'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [input, out, ...more] = positionals
  if (input === undefined || out === undefined || more.length > 0) {
    throw new UsageError(`umod create needs a manifest or folder, and a file to write`)
  }
  const json = options.json
  const align = options.align ?? (/\.ut[24]mod$/i.test(out) ? 16 : PACK_DEFAULTS.align)
  const facts: Record<string, unknown> = { path: input, output: out }
  try {
    const built = await gather(input, options)
    const notes = [...built.notes, ...(await stockNotes(built, out))]
    for (const note of notes) output.note(note)
    const { stub } = options
    const packing = { align, reuse: true, ...(stub === undefined ? {} : { stub: await fileAt(stub) }) }
    const pieces = packUmod(built.members, packing)
    const bytes = await saveFile(out, pieces, {
      force: options.force,
      signal,
      onProgress: (done) => output.progress.update(done, done, out, 'bytes'),
    })
    const { product, version } = built.manifest
    const umod = await openUmod(await fileAt(out))
    const files = umod.entries.map(({ name, size, offset, flags }) => ({ name, size, offset, flags }))
    const crc = `0x${umod.trailer.crc.toString(16).toUpperCase()}`
    Object.assign(facts, { bytes, crc, product, version, files, notes, error: null })
    if (!json) {
      const what = `${printable(product)} ${printable(version)}, ${plural(files.length, 'file')}, ${plural(bytes, 'byte')}`
      await output.write(`${output.style.green('ok')}  ${output.style.bold(printable(out))}: ${what}\n`)
    }
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(`${input}: ${problem.message}`)
    Object.assign(facts, { bytes: null, crc: null, product: null, version: null, files: [], notes: [], error: problem })
  }
  if (json) await writeJson([facts], output)
  return facts['error'] === null ? 0 : 1
}

async function gather(input: string, options: OptionValues<typeof OPTIONS>): Promise<Built> {
  const stats = await stat(input).catch((cause: unknown) => {
    throw new SourceError('io', 'there is no such file or folder', { path: input, cause })
  })
  const ref = options.ref === undefined ? {} : { refPath: resolve(options.ref) }
  if (stats.isDirectory()) {
    const files = [...filesBelow(input)].map(({ below }) => below)
    const { ini, strings } = describeFolder(files, await describe(options))
    return buildUmod(ini, masterFolder(input), { strings: { int: strings }, masterPath: '', ...ref })
  }
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined))
  for (const name of Object.keys(DESCRIBE_OPTIONS)) {
    if (given.has(name)) throw new UsageError(`--${name} describes a folder; a manifest already contains it`)
  }
  const folder = dirname(input)
  const master = options.master === undefined ? {} : { masterPath: resolve(options.master) }
  return buildUmod(await readWhole(input), masterFolder(folder), {
    strings: await stringsBeside(input),
    ...master,
    ...ref,
  })
}

/**
 * The texts beside a manifest: `Manifest.int`, `Manifest.det`. A package's texts may have the same file name,
 * but they have no [Setup].
 */
async function stringsBeside(path: string): Promise<Record<string, Uint8Array>> {
  const stem = basename(path)
    .replace(/\.\w+$/, '')
    .toLowerCase()
  const found: Record<string, Uint8Array> = {}
  for (const name of (await readdir(dirname(path))).sort()) {
    const [, start = '', language = ''] = /^(.*)\.([a-z]{3})$/.exec(name.toLowerCase()) ?? []
    if (start !== stem || language === 'ini') continue
    const bytes = await readWhole(join(dirname(path), name))
    if (bytes.length < 0x10_0000 && IniFile.parse(bytes).has('Setup')) found[language] = bytes
  }
  return found
}

async function fileAt(path: string) {
  return lazyFile(path, (await stat(path)).size)
}
