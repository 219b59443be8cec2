import { crc32 } from 'node:zlib'
import type { Input } from '@ukit/batch'
import { ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { OutputFolder, presentAt, type Written } from '@ukit/files/node'
import {
  EXTRACT_DEFAULTS,
  EXTRACT_MANIFEST,
  type Extracted,
  type ExtractedFile,
  ExtractManifest,
  extractSteps,
  isManifestPiece,
  joinManifests,
  PICTURE_FORMATS,
  usedObjects,
} from '@ukit/media'
import { wellFormedJson } from '@ukit/text/internal'
import type { BatchVerb, Outcome, Settings } from '../../batch/batch-verb.js'
import { Claims } from '../../batch/claims.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'
import { BASE_OPTIONS } from '../script/base-packages.js'
import { MESH_OPTIONS, meshOptions } from './extract-meshes.js'
import { type Folders, folderName, folderOfPackage, foldersOf } from './extract-names.js'
import { SCENE_OPTIONS, sceneClasses, sceneOptions } from './extract-scene.js'
import { surroundingsOf } from './extract-surroundings.js'
import { notWritten } from './not-written.js'

/** Maximum number of problems of a package that are reported one by one; the manifest lists all. */
const MOST_PROBLEMS = 5

/**
 * Bytes of a package for which a further thread is worth starting, and the maximum number of threads for a
 * package: more would cost too much memory for the time that they save.
 */
const PART_BYTES = 12e6
const MOST_PARTS = 8

/** What to do about packages that are missing. */
const WHERE_TO_LOOK =
  'what refers to missing packages is in the manifest; --packages DIR and --game DIR say where to look for them'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write below this folder, which is created if it does not exist',
  },
  class: {
    takes: 'list',
    value: 'CLASS,…',
    does: 'Only objects of these classes and of those that extend them; Class takes source texts too',
    default: 'all that have a file format',
  },
  only: { takes: 'list', value: 'CLASS,…', does: 'The same as --class' },
  match: {
    takes: 'list',
    value: 'PATTERN',
    does: 'Only objects whose path matches, such as "Skins.*" or "*Rock*"; give it again for several patterns',
    read: (text: string) => [text],
  },
  used: {
    takes: 'list',
    value: 'MAP,…',
    does: 'Extract what these maps use, wherever in the game it is: their own objects and those of other packages',
  },
  mips: {
    takes: 'nothing',
    does: 'Every size of a picture, as Name.mip1.png …, not only the largest',
    default: EXTRACT_DEFAULTS.mips ? 'yes' : 'no',
  },
  wav: {
    takes: 'nothing',
    does:
      'Write sounds (ADPCM, Ogg Vorbis) and tracker modules as WAV files, instead of the files they were ' +
      'imported from',
  },
  ...MESH_OPTIONS,
  format: {
    takes: 'value',
    value: 'FORMAT',
    choices: PICTURE_FORMATS,
    does: 'File format of pictures; dds keeps compressed blocks as they are, with every size in one file',
    default: 'png',
  },
  ...SCENE_OPTIONS,
  sheet: {
    takes: 'nothing',
    does: 'Also write sheet.png: small pictures of all textures with their names, 64 on each sheet',
    default: EXTRACT_DEFAULTS.sheet ? 'yes' : 'no',
  },
  json: {
    takes: 'nothing',
    does: 'Write objects that have no file format of their own as JSON files',
    default: EXTRACT_DEFAULTS.json ? 'yes' : 'no',
  },
  page: {
    takes: 'nothing',
    does: 'Also write index.html, a page of everything in DIR with meshes in 3D, as ukit page does',
  },
  manifest: {
    takes: 'nothing',
    data: true,
    does: 'Print the manifests for programs: an array with one element per file',
  },
  ...FORCE_OPTION,
  ...BASE_OPTIONS,
  packages: {
    ...BASE_OPTIONS.packages,
    does: 'Look for packages that a file refers to, and for texture caches (.tfc), in these folders first',
  },
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** Packages of sounds and music, which are copied. */
const SOUNDS = /\.(?:uax|umx)$/i

/** What all threads share. */
type Prepared = Folders & {
  readonly claims: SharedArrayBuffer
  /** The words of the call. */
  readonly named: readonly string[]
}

/** `ukit extract FILE… -o DIR` */
export const extract: BatchVerb<typeof OPTIONS, Prepared> = {
  when: [
    'You want to look at, listen to or read what is in a package: textures as PNG, fonts with a map of ' +
      'their characters, meshes with their animations as glTF (.glb), sounds and music as ' +
      'the files they were imported from (WAV, OGG, IT, S3M, XM …), the source text of classes as .uc, ' +
      'other texts as .txt, films and Flash movies unchanged. A class whose text was stripped is decompiled.',
    'Files are named Package/Group/Name. A manifest.json beside them lists what was written, and what was not and why.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Names',
      'Characters that a file system refuses become _, and names that differ only in case get a number. ' +
        'Nothing is written outside DIR, whatever a package calls its objects.',
    ],
    [
      'Manifest',
      'package, path, version, licensee, game, written [{object, class, index, package, file, bytes, crc32, note, ' +
        'size, of}], ' +
        'skipped [{object, class, index, package, file, reason, message}], withoutForm {class: objects}, ' +
        'missing [{package, objects}], error. package is given only for an object of another package. Its pictures ' +
        'have no bytes, crc32 and note if several packages are extracted at once: any of them may have made the ' +
        'file, and each of them that refers to it lists and counts it. ' +
        'size and of are given for a picture that is smaller than its texture. ' +
        'reason is no-data (nothing in it), elsewhere (in another file), unsupported, broken, exists, ' +
        'io. The last three make the exit status 1.',
    ],
  ],
  examples: [
    ['ukit extract Botpack.u -o Botpack', 'everything in one package'],
    ['ukit extract Textures -o /tmp/tex --only Texture', 'the textures of a folder of packages'],
    ['ukit extract --used Maps/DM-Deck.unr -o Deck --class Texture,Mesh', 'the pictures and meshes that a map uses'],
    ['ukit extract Textures -o /tmp/dds --format dds --sheet', 'compressed textures as they are, and an overview'],
    ['ukit extract --scene --bake Maps/DM-Deck.unr -o Deck', 'a map with its light, for any viewer of glTF'],
    ['ukit extract --scene --used Maps/DM-Deck.unr -o Deck', 'a map, and all pictures and sounds that it uses'],
    ['ukit extract "Music/*.umx" -o Music', 'the tracker modules'],
    ['ukit extract Botpack.u -o Meshes --class Mesh --embed', 'meshes as .glb files that need no others'],
    ['ukit extract Maps.zip! -o Maps --json', 'maps in an archive, actors as JSON'],
    ['ukit extract Botpack.u -o Botpack --page', 'with a page to look at: open Botpack/index.html'],
  ],
  // 15 MB of pictures and sounds take half a second, as much code takes three.
  worthThreads: 'measured',
  between: () => '',

  // The option that is called --json in other verbs is --manifest here, since the files may be JSON.
  async run(call) {
    const { manifest: json, jobs, game, out, archives } = call.options
    const { used } = call.options
    const positionals = used ?? call.positionals
    if (used !== undefined && call.positionals.length > 0)
      throw new UsageError('extract takes files, or maps after --used, not both')
    if (positionals.length > 0 && out === undefined) throw new UsageError('extract needs a folder to write to: -o DIR')
    if (out !== undefined) await checkFolder(out)
    const status = await runBatch(extract, { ...call, positionals }, { json, jobs, game, archives })
    if (!call.options.page || out === undefined || call.signal.aborted) return status
    // No package could be opened, which was said.
    if ((await presentAt(out)) === undefined) return status
    const { pageAfterExtract } = await import('./page.js')
    return (await pageAfterExtract(out, call)) === 0 ? status : 1
  },

  prepare(inputs, { positionals }) {
    return { ...foldersOf(inputs), claims: new Claims().memory, named: positionals }
  },

  parts({ bytes, file, inner }, { sheet, scene, format = 'png', used, wav }, threads) {
    // Not divided: sheets, since they show textures in the order of the package; other formats, since PNG
    // files for meshes are beside them; compressed files, since each thread would have to decompress them.
    const isWhole =
      sheet || scene || format !== 'png' || used !== undefined || inner.length > 0 || /\.uz\d?$/i.test(file)
    // Sounds and music are copied, which takes less time than starting another thread.
    const isCopied = !wav && SOUNDS.test(file)
    return isWhole || isCopied ? 1 : Math.min(threads, MOST_PARTS, Math.floor(bytes / PART_BYTES))
  },

  async *report({ input, opened, settings, style, signal, part, progress }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const folder = folderOf(input, settings.prepared)
    const target = new OutputFolder(options.out ?? '.', { force: options.force, signal })
    const claims = new Claims(settings.prepared.claims)
    const manifest = new ExtractManifest(
      {
        package: pkg.name,
        path: input.path,
        version: pkg.version,
        licensee: pkg.licensee,
        game: pkg.game.id,
      },
      { isOneOfMany: settings.files > 1, crc32 },
    )
    const only = [...(options.class ?? []), ...(options.only ?? []), ...sceneClasses(options)]
    const { packages, openFile, classPackages } = surroundingsOf(input.file, options)
    const isMap = options.used !== undefined
    const others = isMap ? await usedObjects(await ObjectReader.open(pkg, { packages })) : []
    const steps = await extractSteps(pkg, {
      codecs: nodeCodecs,
      signal,
      folder,
      reserved: [EXTRACT_MANIFEST],
      mips: options.mips,
      wav: options.wav,
      format: options.format,
      sheet: options.sheet,
      json: options.json,
      ...sceneOptions(options),
      ...meshOptions(options),
      packages,
      others,
      openFile,
      classPackages,
      // Memory can be reused: each file is written before the next object is requested.
      reusesMemory: true,
      share: part,
      claim: (path) => claims.take(path),
      folderOf: (other) => folderOfPackage(other, settings.prepared),
      match: options.match,
      onProgress: (done, total) => progress(done, total, 'objects'),
      ...(only.length === 0 ? {} : { only }),
    })
    await writeAll(steps, target, manifest)
    manifest.addMissing(packages.missing)
    if (part !== undefined) return { failed: false, errors: [], piece: manifest.piece }
    return yield* finish(input, manifest, target, settings, style)
  },

  async *join(input, pieces, settings, style): AsyncGenerator<string, Outcome> {
    const manifest = ExtractManifest.join(pieces.filter(isManifestPiece))
    if (manifest === undefined) return { failed: true, errors: [] }
    const { out = '.', force } = settings.options
    const target = new OutputFolder(out, { force })
    return yield* finish(input, manifest, target, settings, style)
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const facts = { package: folderName(input), path: input.path, version: null, licensee: null, game: null }
    return [...jsonElement({ ...facts, written: [], skipped: [], withoutForm: {}, missing: [], error })].join('')
  },

  tail(files, failed, counts, style): string {
    if (files < 2) return ''
    const mark = failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))
    const what = failed === 0 ? plural(files, 'package') : `${count(failed)} of ${plural(files, 'package')}`
    return `\n${mark}  ${what}: ${summary(counts)}\n`
  },
}

/**
 * Writes the files of each object and adds the results to the manifest. Work that can be done synchronously
 * is: promises for a sound would take longer than the sound itself.
 */
async function writeAll(
  steps: Awaited<ReturnType<typeof extractSteps>>,
  target: OutputFolder,
  manifest: ExtractManifest,
): Promise<void> {
  for (const step of steps) {
    if (!(step instanceof Promise)) {
      const writing = writeFiles(step, target, manifest)
      if (writing !== undefined) await writing
      continue
    }
    for (const extracted of await step) await writeFiles(extracted, target, manifest)
  }
}

/** Writes the files of one object, starting at index `from`; `undefined` if there is nothing to wait for. */
function writeFiles(
  extracted: Extracted,
  target: OutputFolder,
  manifest: ExtractManifest,
  from = 0,
): Promise<void> | undefined {
  const { files, skipped, sharedFile } = extracted
  if (from === 0 && skipped !== null) manifest.addSkipped(extracted, skipped.reason, skipped.message)
  if (from === 0 && sharedFile !== null && files.length === 0) manifest.addShared(extracted, sharedFile)
  for (let i = from; i < files.length; i++) {
    const file = files[i] as ExtractedFile
    const written = target.writeNow(file.path, file.bytes)
    if (written === undefined) {
      return target.write(file.path, file.bytes, extracted.package !== null).then((late) => {
        addFile(manifest, extracted, file, late)
        return writeFiles(extracted, target, manifest, i + 1)
      })
    }
    addFile(manifest, extracted, file, written)
  }
  return undefined
}

function addFile(manifest: ExtractManifest, extracted: Extracted, file: ExtractedFile, written: Written): void {
  if (written.ok) manifest.addFile(extracted, file)
  else manifest.addSkipped(extracted, written.reason === 'io' ? 'io' : 'exists', notWritten(written), file.path)
}

/** Writes the manifest of a package, and yields the text for the package. */
async function* finish(
  input: Input,
  manifest: ExtractManifest,
  target: OutputFolder,
  settings: Settings<typeof OPTIONS, Prepared>,
  style: Style,
): AsyncGenerator<string, Outcome> {
  const folder = folderOf(input, settings.prepared)
  const saved = await saveManifest(
    `${folder}/${EXTRACT_MANIFEST}`,
    { ...manifest.toJSON(), error: null },
    target,
    settings,
  )
  const errors = manifest.problems
    .slice(0, MOST_PROBLEMS)
    .map(({ object, file, message }) => `${file ?? object}: ${message}`)
  const more = manifest.problems.length - errors.length
  if (more > 0)
    errors.push(`and ${count(more)} more, which ${saved.ok ? `${folder}/${EXTRACT_MANIFEST}` : '--manifest'} lists`)
  if (!saved.ok) errors.push(`${folder}/${EXTRACT_MANIFEST}: ${notWritten(saved)}`)
  const { counts } = manifest
  const { class: classes = [], only = [], match = [], scene } = settings.options
  const why = scene ? whyNoScene(counts) : []
  // In a folder of a game there are other packages than maps, and one may choose objects of a map by name.
  const isMeantAsMap = match.length === 0 && settings.prepared.named.includes(input.path)
  if (isMeantAsMap) errors.push(...why)
  if (settings.json) yield* jsonElement({ ...manifest.toJSON(), error: null })
  else yield fileLine(input.path, `${settings.options.out ?? '.'}/${folder}`, counts, errors.length > 0, style)
  const missing = manifest.missing.map(({ package: name }) => name)
  const notes = missing.length > 0 ? [WHERE_TO_LOOK] : []
  notes.push(...reducedNotes(manifest.reduced))
  if (Object.keys(counts).length === 0 && classes.length + only.length + match.length > 0)
    notes.push('no object in it was chosen: ukit ls shows its classes and paths')
  else if (!isMeantAsMap) notes.push(...why)
  if (scene) notes.push(...sceneNotes(manifest))
  return { failed: errors.length > 0, errors, missing, notes, counts }
}

/**
 * Writes a manifest; when only some objects were asked for, one of the same package that is there is
 * extended.
 */
async function saveManifest(
  path: string,
  json: Record<string, unknown>,
  target: OutputFolder,
  { options }: Settings<typeof OPTIONS, Prepared>,
): Promise<Written> {
  const bytesOf = (value: Record<string, unknown>) => new TextEncoder().encode(`${wellFormedJson(value)}\n`)
  const isSelection = options.scene || [options.class, options.only, options.match].some((list) => list !== undefined)
  const earlier = isSelection ? await target.read(path) : undefined
  const joined = earlier && joinManifests(new TextDecoder().decode(earlier), json)
  return joined === undefined ? target.write(path, bytesOf(json)) : target.replace(path, bytesOf(joined))
}

/** What a scene leaves out, which its user would miss; the manifest has all of it. */
function sceneNotes(manifest: ExtractManifest): string[] {
  const all = manifest.sceneNotes
  const more = all.length - MOST_PROBLEMS
  return [...all.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`and ${count(more)} more, which the manifest lists`] : [])]
}

/** Why a package gave no scene: nothing of it was chosen, or its level has no file format. */
function whyNoScene(counts: Counts): string[] {
  const kinds = Object.keys(counts)
  if (kinds.length === 0) return ['it has no level: it is not a map']
  return kinds.every((kind) => kind === 'skipped no-form') ? ['its level is of a class that ukit does not read'] : []
}

/** Tells which pictures are smaller than their textures: importing them would shrink those. */
function reducedNotes(reduced: readonly string[]): string[] {
  if (reduced.length === 0) return []
  const more = reduced.length - MOST_PROBLEMS
  const pictures = plural(
    reduced.length,
    'picture is smaller than its texture',
    'pictures are smaller than their textures',
  )
  return [
    `${pictures}: larger sizes are in a texture cache (.tfc) that was not found (--packages DIR says where to look), ` +
      'or in no file',
    ...reduced.slice(0, MOST_PROBLEMS).map((line) => `${line} pixels`),
    ...(more > 0 ? [`and ${count(more)} more, which the manifest lists`] : []),
  ]
}

function folderOf(input: Input, { byInput }: Folders): string {
  return byInput.get(input.path) ?? folderName(input)
}

function fileLine(path: string, folder: string, counts: Counts, failed: boolean, style: Style): string {
  const mark = failed ? style.red('failed') : style.green('ok')
  return `${mark}  ${style.bold(printable(path))} → ${printable(folder)}: ${summary(counts)}\n`
}

type Counts = Readonly<Record<string, number>>

/** Words for reasons, as they follow a number. */
const REASONS: Readonly<Record<string, string>> = {
  'no-data': 'empty',
  elsewhere: 'whose data is not in the file',
  unsupported: 'of formats that ukit does not know',
  broken: 'damaged',
  exists: 'already there',
  io: 'not writable',
}

/** `12 png, 3 wav; skipped: 4 empty; 120 objects without a file format`. */
function summary(counts: Counts): string {
  const entries = Object.entries(counts)
  const parts = (prefix: string, word: (key: string) => string | undefined) =>
    entries
      .filter(([key]) => key.startsWith(prefix) && word(key.slice(prefix.length)) !== undefined)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([key, value]) => `${count(value)} ${word(key.slice(prefix.length))}`)
  const written = parts('wrote ', (kind) => kind)
  const skipped = parts('skipped ', (reason) => REASONS[reason])
  const silent = counts['skipped no-form'] ?? 0
  return [
    written.length === 0 ? 'no files' : written.join(', '),
    ...(skipped.length === 0 ? [] : [`skipped: ${skipped.join(', ')}`]),
    ...(silent === 0 ? [] : [`${plural(silent, 'object')} without a file format`]),
  ].join('; ')
}
