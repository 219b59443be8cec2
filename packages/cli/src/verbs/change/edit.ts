import { readFile, stat } from 'node:fs/promises'
import { type NewPackage, type Package, packageName, type SaveOptions, savePackage } from '@ukit/core'
import { type FolderPackages, folderPackages, nodeCodecs, openFile } from '@ukit/core/node'
import {
  applyEdits,
  buildPackage,
  createPackage,
  EDIT_COMMANDS,
  type EditStep,
  newGuid,
  PackageEdit,
  parseEdits,
} from '@ukit/edit'
import { PackageError, SourceError } from '@ukit/files'
import { onDisk } from '@ukit/files/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { gameOf } from '../../batch/run.js'
import { COMMON_OPTIONS } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { TRANSFER_CHOICES, transferOf } from '../package/options.js'
import { COMPRESSIONS } from './copy-one.js'
import { saveEdited } from './edit-save.js'

/** `ukit edit FILE EDIT…` */
export const edit: Verb = {
  name: 'edit',
  summary: 'Change a package: properties, names, groups, flags, GUID, and more',
  usage: 'edit FILE EDIT…',
  when: [
    'You want to change what is in a package. Several edits in one call are one transaction: all of them, or none. What an edit would break (a reference, a name that is taken, a cycle of groups) is refused with the reason, and the file stays as it was.',
    'Bytes that no edit touches stay as they are. The original is kept as FILE.bak. An object that ukit does not understand to its last byte is not moved or renumbered where that could break it; ukit says which one it is.',
  ],
  options: {
    output: {
      takes: 'value',
      value: 'OUT',
      short: 'o',
      does: 'Write the changed package to OUT, and leave FILE alone',
    },
    new: {
      takes: 'value',
      value: 'VERSION',
      does: 'Start with an empty package of a file version (69, or 128/29 with a licensee version) and write it to FILE',
    },
    'dry-run': { takes: 'nothing', short: 'n', does: 'Print what would change, and write nothing' },
    'no-backup': { takes: 'nothing', does: 'Do not keep the original as FILE.bak' },
    edits: {
      takes: 'value',
      value: 'LIST',
      does: 'Take edits from a text file, one a line, before those of the command line',
    },
    packages: {
      takes: 'value',
      value: 'DIR',
      does: 'Look in DIR for packages that declare classes of objects in FILE',
    },
    ...TRANSFER_CHOICES,
    compress: {
      takes: 'value',
      value: 'CODEC',
      choices: ['none', ...COMPRESSIONS],
      does: 'Store the package compressed, or with none uncompressed',
      default: 'as FILE is',
    },
    force: { takes: 'nothing', short: 'f', does: 'Replace OUT (with --new, FILE) when it exists' },
    ...COMMON_OPTIONS,
  },
  notes: [
    [
      'Edits',
      ...Object.entries(EDIT_COMMANDS).map(([name, { words, does }]) => `${[name, ...words].join(' ')}: ${does}`),
    ],
    [
      'Values',
      'As in T3D: 12, 0.5, True, None, Texture\'Group.Name\', a name, "text", (X=1,Y=2) for members of a struct, (1,2,3) for all elements of an array. In a shell they need quotes.',
    ],
    ['JSON', 'path, output, bytes, written, backup, edits, notes, error.'],
  ],
  examples: [
    ['ukit edit MyMap.unr set MyLevel.LevelInfo0.Title "Old Mill"', 'a property'],
    ["ukit edit MyMap.unr set MyLevel.Light3.Location '(Z=128)' set MyLevel.Light3.LightBrightness 200", 'two at once'],
    ['ukit edit Sounds.uax rename Ambient.Wnd1 Wind1 move Wind1 Weather', 'a name and a group'],
    ['ukit edit -n Mod.u guid new drop-unused', 'what would change'],
    [
      'ukit edit --new 69 Hum.uax guid 0123456789ABCDEF0123456789ABCDEF add Ambient.Hum Engine.Sound hum.bin',
      'a package from nothing',
    ],
    ['ukit edit --compress none -o Plain.upk Startup.upk flags +AllowDownload', 'and decompressed'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call): Promise<ExitStatus> {
  const [file, ...words] = positionals
  if (file === undefined) throw new UsageError(`edit needs a file: ukit ${edit.usage}`)
  const steps = await stepsOf(words, options['edits'])
  const compress = typeof options['compress'] === 'string' ? options['compress'] : undefined
  const fresh = freshOf(file, options['new'], options['game'])
  if (fresh !== undefined && options['output'] !== undefined)
    throw new UsageError('--new writes FILE itself: leave --output out')
  if (steps.length === 0 && compress === undefined && fresh === undefined)
    throw new UsageError(`edit needs to know what to do: ukit ${edit.usage}`)
  const game = gameOf(options['game'])
  const out = fresh !== undefined ? file : typeof options['output'] === 'string' ? options['output'] : undefined
  const dryRun = options['dry-run'] === true
  const { style, width, progress } = output
  let error: FileProblem | null = null
  let notes: string[] = []
  let text = ''
  let saved: { output: string; written: number; backup: string | null } | undefined
  let bytes: number | null = null
  const folder = typeof options['packages'] === 'string' ? await packagesIn(options['packages']) : undefined
  const sources: Package[] = []
  try {
    const resolving = folder === undefined ? {} : { resolve: (name: string) => folder.resolve(name) }
    const made = fresh === undefined ? undefined : await createPackage(fresh, resolving)
    const pkg = made?.package ?? (await openFile(file, { signal, ...(game === undefined ? {} : { game }) }))
    try {
      bytes = pkg.file.byteLength
      const document = made ?? (await PackageEdit.open(pkg, resolving))
      notes = await applyEdits(document, steps, {
        readFile: readBytes,
        random: (array) => crypto.getRandomValues(array),
        openPackage: async (path) => {
          const source = await named(path, openFile(path, { signal, ...(game === undefined ? {} : { game }) }))
          sources.push(source)
          return source
        },
        ...resolving,
        transfer: transferOf(options),
      })
      const built = await buildPackage(document)
      if (dryRun) {
        const { previewEdit } = await import('./edit-preview.js')
        text = await previewEdit(file, pkg, built, { style, width }, signal)
      } else {
        const pieces = savePackage(built, { codecs: nodeCodecs, compress: compressionOf(pkg, compress), reuse: true })
        saved = await saveEdited(pieces, {
          file,
          out,
          backup: options['no-backup'] !== true,
          force: options['force'] === true,
          signal,
          onProgress: (done) => progress.update(done, Math.max(done, built.image.byteLength), file, 'bytes'),
        })
      }
    } finally {
      for (const opened of [pkg, ...sources]) await opened.file.close?.()
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof UsageError) throw thrown
    error = problemOf(thrown)
    output.error(`${printable(file)}: ${error.message}`)
  } finally {
    await folder?.close()
  }
  progress.clear()
  const written = saved?.written ?? null
  if (options['json'] === true) {
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
    await output.write('[\n')
    for (const part of jsonElement(facts)) await output.write(part)
    await output.write('\n]\n')
    return error === null ? 0 : 1
  }
  if (error !== null) return 1
  for (const note of notes) await output.write(`${printable(note)}\n`)
  await output.write(text)
  if (saved !== undefined) {
    const kept = saved.backup === null ? '' : `; the original is ${printable(saved.backup)}`
    await output.write(
      `${style.green('ok')}  ${style.bold(printable(saved.output))}: ${plural(steps.length, 'edit')}, ${plural(saved.written, 'byte')}${kept}\n`,
    )
  }
  return 0
}

async function stepsOf(words: readonly string[], list: string | true | undefined): Promise<EditStep[]> {
  const fromFile = typeof list === 'string' ? wordsOf(await listText(list)) : []
  try {
    return parseEdits([...fromFile, ...words])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(error.message, { cause: error })
  }
}

/** What `--new` asks for: a version, or one and a licensee version behind a slash. Its GUID is a new one, until an edit gives another. */
function freshOf(
  file: string,
  wish: string | true | undefined,
  game: string | true | undefined,
): NewPackage | undefined {
  if (typeof wish !== 'string') return undefined
  const [, version, licensee] = /^(\d{1,5})(?:\/(\d{1,5}))?$/.exec(wish) ?? []
  if (version === undefined)
    throw new UsageError(`expected a file version such as 69 or 128/29 behind --new, found "${wish}"`)
  const known = gameOf(game)
  return {
    name: packageName(file),
    version: Number(version),
    licensee: Number(licensee ?? 0),
    guid: newGuid((words) => crypto.getRandomValues(words)),
    ...(known === undefined ? {} : { game: known }),
  }
}

async function listText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read the edits in "${path}": ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** Words of a list of edits: quoted as in a shell; a line that starts with # is a remark. */
function wordsOf(text: string): string[] {
  const plain = text.replace(/^\s*#.*$/gm, '')
  return [...plain.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )
}

export async function packagesIn(folder: string): Promise<FolderPackages> {
  try {
    return await folderPackages([folder])
  } catch (error) {
    throw new UsageError(`cannot read the folder "${folder}"`, { cause: error })
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = onDisk(async () => {
    // What is no file may never end.
    if (!(await stat(path)).isFile()) throw new SourceError('io', 'expected a file', { path })
    return readFile(path)
  })
  return new Uint8Array(await named(path, bytes))
}

/** Of several files the message has to say which. @throws {PackageError} with the path in front of the message. */
export async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) throw inFile(path, error)
    throw error
  }
}

function inFile(path: string, cause: PackageError | SourceError): PackageError {
  const kind = cause instanceof PackageError ? cause.kind : 'io'
  return new PackageError(kind, `${path}: ${problemOf(cause).message}`, { cause })
}

/** As the file was stored, unless told otherwise: its chunks are cut anew. */
export function compressionOf(pkg: Package, wish: string | undefined): NonNullable<SaveOptions['compress']> {
  if (wish === 'none') return 'none'
  const codec = COMPRESSIONS.find((name) => name === wish)
  return codec ?? pkg.chunked?.codec.name ?? 'keep'
}
