import { openPackage, type Package, savePackage } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import {
  applyEdits,
  buildPackage,
  createPackage,
  type EditOutside,
  type EditStep,
  PackageEdit,
  parseEdits,
} from '@ukit/edit'
import { sameBytes } from '@ukit/files'
import { fileState, onDisk, readWhole } from '@ukit/files/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { ALL_CHANGES_OPTION, COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { suggest } from '../../command/suggest.js'
import { CallError, InputError, UsageError } from '../../command/usage-error.js'
import { packageVersion } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { reasonOf } from '../../inputs/reason.js'
import { oneOutput, STANDARD, standardInput } from '../../inputs/standard.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { TRANSFER_CHOICES, transferOf } from '../package/options.js'
import { basePackages } from '../script/base-packages.js'
import { COMPRESSIONS } from './copy-one.js'
import { ALL_EDITS, editCommands } from './edit-commands.js'
import { compressionOf, freshPackage, packagesIn, withPathInErrors } from './edit-files.js'
import { saveEdited } from './edit-save.js'
import { keptGuid } from './kept-guid.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'OUT',
    short: 'o',
    does: 'Write the changed package to OUT, and leave FILE alone',
  },
  new: {
    takes: 'value',
    value: 'VERSION',
    does:
      'Start with an empty package of this file version (69, or 128/29 with a licensee version) ' +
      'and write it to FILE',
    read: packageVersion,
  },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Print what would change, and write nothing' },
  ...ALL_CHANGES_OPTION,
  'no-backup': { takes: 'nothing', does: 'Do not keep the original as FILE.bak' },
  edits: {
    takes: 'value',
    value: 'LIST',
    does: 'Read edits from a text file, one per line, before those of the command line',
  },
  packages: {
    takes: 'value',
    value: 'DIR',
    does: 'Look in DIR for packages that declare the classes of objects in FILE, and that classes are compiled against',
  },
  ...TRANSFER_CHOICES,
  compress: {
    takes: 'value',
    value: 'CODEC',
    choices: ['none', ...COMPRESSIONS],
    does: 'Store the package compressed; none stores it uncompressed',
    default: 'as FILE is',
  },
  ...FORCE_OPTION,
  ...COMMON_OPTIONS,
} as const satisfies Options

/** `ukit edit FILE EDIT…` */
export const edit: Verb<typeof OPTIONS> = {
  when: [
    'You want to change what is in a package. Several edits in one call are one transaction: all of ' +
      'them are made, or none. An edit that would break something (a reference, a name that is taken, a ' +
      'cycle of groups) is refused with the reason, and the file stays as it was.',
    'Bytes that no edit touches stay as they are. The original is kept as FILE.bak. An object that ' +
      'ukit does not understand to its last byte is not moved or renumbered where that could break it; ' +
      'ukit says which one it is.',
  ],
  files: ['FILE and OUT may be - for standard input and standard output.'],
  options: OPTIONS,
  notes: [
    ['Edits', ...Object.entries(ALL_EDITS).map(([name, { words, does }]) => `${[name, ...words].join(' ')}: ${does}`)],
    [
      'Values',
      'As in T3D: 12, 0.5, True, None, Texture\'Group.Name\', a name, "text", (X=1,Y=2) for members of ' +
        'a struct, (1,2,3) for all elements of an array. In a shell they need quotes.',
    ],
    ['JSON', 'path, output, bytes, written, backup, edits, notes, error.'],
  ],
  examples: [
    ['ukit edit MyMap.unr set MyLevel.LevelInfo0.Title "Old Mill"', 'a property'],
    ["ukit edit MyMap.unr set MyLevel.Light3.Location '(Z=128)' set MyLevel.Light3.LightBrightness 200", 'two at once'],
    ['ukit edit Sounds.uax rename Ambient.Wnd1 Wind1 move Wind1 Weather', 'a name and a group'],
    ['ukit edit -n Mod.u guid new drop-unused', 'what would change'],
    ['ukit edit Mod.u script Classes/Gun.uc', 'a class, compiled again'],
    [
      'ukit edit --new 69 Hum.uax guid 0123456789ABCDEF0123456789ABCDEF add Ambient.Hum Engine.Sound hum.bin',
      'a package from scratch',
    ],
    ['ukit edit --compress none -o Plain.upk Startup.upk flags +AllowDownload', 'and decompressed'],
  ],
  unknownOption(name) {
    const found = Object.entries(ALL_EDITS).find(([known]) => known === name)
    if (found === undefined) return undefined
    return `edits are words without dashes: ukit edit FILE ${[name, ...found[1].words].join(' ')}`
  },
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [file, ...words] = positionals
  if (file === undefined) throw new UsageError(`edit needs a file`)
  const steps = await stepsOf(words, options.edits)
  const compress = options.compress
  const game = await gameIdOf(options.game)
  const fresh = options.new === undefined ? undefined : freshPackage(file, { ...options.new, game })
  if (fresh !== undefined && options.out !== undefined)
    throw new UsageError('--new writes FILE itself: leave out --out')
  if (steps.length === 0 && compress === undefined && fresh === undefined)
    throw new UsageError(`edit needs at least one edit`)
  const out = fresh !== undefined ? file : options.out
  const dryRun = options['dry-run']
  oneOutput(out, options.json)
  if (file === STANDARD && (out === undefined || fresh !== undefined) && !dryRun)
    throw new UsageError('edit - reads standard input: name the file to write with -o OUT (-o - for standard output)')
  const { style, width, progress } = output
  let error: FileProblem | null = null
  let notes: string[] = []
  let text = ''
  let saved: { output: string; written: number; backup: string | null } | undefined
  let bytes: number | null = null
  const folder = options.packages === undefined ? undefined : await packagesIn(options.packages)
  const sources: Package[] = []
  try {
    const around = folder === undefined ? {} : { packages: folder }
    const { packages, game: place } = options
    const bases = () => basePackages(file, { game: place, packages: packages === undefined ? undefined : [packages] })
    const made = fresh === undefined ? undefined : await createPackage(fresh, around)
    // Taken before the file is read, so that changes by other programs from now on are noticed.
    const state = made === undefined && file !== STANDARD ? await fileState(file) : undefined
    const pkg = made?.package ?? (await openPlace(file, game, signal))
    try {
      bytes = pkg.file.byteLength
      const document = made ?? (await PackageEdit.open(pkg, around))
      const outside: EditOutside = {
        readFile: readBytes,
        random: (array) => crypto.getRandomValues(array),
        openPackage: async (path) => {
          const source = await withPathInErrors(path, openFile(path, { signal, game }))
          sources.push(source)
          return source
        },
        findPackage: async (name) => (await bases()).package(name),
        ...around,
        transfer: transferOf(options),
      }
      const commands = editCommands(bases)
      notes = await applyEdits(document, steps, outside, commands)
      const built = await buildPackage(document)
      const isSame = made === undefined && (await sameBytes(pkg.image, built.image, signal))
      if (made === undefined && steps.length > 0 && !isSame)
        notes.push(...keptGuid(out ?? file, pkg, built, 'the edit "guid new" or "new-package"'))
      if (dryRun) {
        const { previewEdit } = await import('./edit-preview.js')
        text = await previewEdit(file, pkg, built, { style, width, all: options.all }, signal)
      } else if (isSame && out === undefined && compress === undefined) {
        notes.push(`${pkg.name} stays as it is: nothing in it would be different`)
      } else {
        const pieces = savePackage(built, { codecs: nodeCodecs, compress: compressionOf(pkg, compress), reuse: true })
        saved = await saveEdited(pieces, {
          file,
          state,
          out,
          backup: !options['no-backup'],
          force: options.force,
          target: output,
          signal,
          onProgress: (done) => progress.update(done, Math.max(done, built.image.byteLength), file, 'bytes'),
        })
      }
    } finally {
      for (const opened of [pkg, ...sources]) await opened.file.close?.()
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof CallError) throw thrown
    error = problemOf(thrown)
    output.error(`${printable(file)}: ${error.message}`)
  } finally {
    await folder?.close()
  }
  progress.clear()
  const written = saved?.written ?? null
  if (options.json) {
    const facts = {
      path: file,
      output: saved?.output ?? null,
      bytes,
      written,
      backup: saved?.backup ?? null,
      edits: steps.length,
      notes,
      error,
    }
    await writeJson([facts], output)
    return error === null ? 0 : 1
  }
  if (error !== null) return 1
  if (out === STANDARD && !dryRun) {
    for (const note of notes) output.note(note)
    return 0
  }
  for (const note of notes) await output.write(`${printable(note)}\n`)
  await output.write(text)
  if (saved !== undefined) {
    const kept = saved.backup === null ? '' : `; the original is ${printable(saved.backup)}`
    await output.write(
      `${style.green('ok')}  ${style.bold(printable(saved.output))}: ${plural(steps.length, 'edit')}, ` +
        `${plural(saved.written, 'byte')}${kept}\n`,
    )
  }
  return 0
}

async function stepsOf(words: readonly string[], list: string | undefined): Promise<EditStep[]> {
  const fromFile = list === undefined ? [] : wordsOf(await listText(list))
  try {
    return parseEdits([...fromFile, ...words], ALL_EDITS)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const word = /^unknown edit "([^"]*)"/.exec(error.message)?.[1] ?? ''
    throw new UsageError(error.message + hintFor(word), { cause: error })
  }
}

/** What may have been meant by a word that is not an edit. */
function hintFor(word: string): string {
  if (Object.hasOwn(OPTIONS, word)) return `; ${word} is an option: --${word}`
  // Other programs say delete.
  const meant = word === 'delete' ? 'remove' : suggest(word, Object.keys(ALL_EDITS))
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** Opens the package in a file, or on standard input if the path is `-`. */
async function openPlace(path: string, game: string | undefined, signal: AbortSignal): Promise<Package> {
  const options = { signal, game }
  if (path !== STANDARD) return openFile(path, options)
  return openPackage(await standardInput(), { ...options, fileName: 'stdin', codecs: nodeCodecs })
}

async function listText(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readWhole(path))
  } catch (error) {
    throw new InputError(`cannot read the edits in "${path}": ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** The words in a list of edits: quoted as in a shell; lines that start with # are comments. */
function wordsOf(text: string): string[] {
  const plain = text.replace(/^[^\S\n]*#.*$/gm, '')
  return [...plain.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )
}

async function readBytes(path: string): Promise<Uint8Array> {
  return withPathInErrors(
    path,
    onDisk(() => readWhole(path)),
  )
}
