import type { Input } from '@ukit/batch'
import {
  AmbiguousPathError,
  ExportObject,
  type ImportObject,
  ObjectReader,
  openPackage,
  type PackageObject,
  type PackageSet,
} from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { describeObject, hexMap, presentFields } from '@ukit/inspect'
import { type BatchVerb, NEXT, type Outcome, type Piece, type Work } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, jsonOption, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { effectiveFacts, effectiveText, openClassFolders } from './show-effective.js'
import { type Found, findObject } from './show-find.js'
import { hexFacts, hexHead, hexLines } from './show-hex.js'
import { importText, objectText, type ShowSettings } from './show-object.js'
import { overview } from './show-overview.js'

const OPTIONS = {
  hex: { takes: 'nothing', does: 'Print every byte: offset, bytes, path of the field, value' },
  all: { takes: 'nothing', does: 'Print arrays and bytes in full' },
  effective: {
    takes: 'nothing',
    does: 'Print every value that the object has, and which class or archetype sets it',
  },
  classes: {
    takes: 'value',
    value: 'DIR',
    does: "Also look here for the classes of other packages, besides the file's folder and ../System",
  },
  ...COMMON_OPTIONS,
  json: jsonOption(' per object'),
} as const satisfies Options

/** `ukit show FILE [PATH…]` */
export const show: BatchVerb<typeof OPTIONS, readonly string[]> = {
  when: [
    'You want to know what an object is: its properties and everything that its class stores, with ' +
      'references as paths, flags and enums as names. Long arrays and bytes are summarised.',
    'Without a path it shows the package: what it is, and how much of which class is in it.',
    'Or you want to know what a byte means: --hex prints every byte of the object once, with the field ' +
      'that it belongs to.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'PATH',
      'An object by its path in the package, ignoring case: Group.Name (ukit ls prints the ' +
        "tree); a reference as it is printed: Texture'Group.Name'; or its number in ukit ls --flat: #12. " +
        'An import shows what it refers to.',
    ],
    [
      'JSON',
      'path, class, index, offset, size, flags [names], outer, super, archetype, opaqueBytes, error, ' +
        'properties {name: value}, fields {name: value}, rest. Long bytes as {bytes, starts} unless ' +
        '--all is given. With --effective: path, class, index, effective [{name, value, from, own}], ' +
        'missing (the class whose defaults are not available, or null). With --hex: path, class, index, ' +
        'offset, size, rows [{offset, length, hex, field, value, opaque}]. An import: path, class, ' +
        'import (index), classPackage. Without a path, the keys of ukit info and classes [{class, objects, bytes}].',
    ],
  ],
  examples: [
    ['ukit show Botpack.u', 'what the package is and what is in it'],
    ['ukit show Botpack.u Pickups.HealthVial', 'a texture'],
    ['ukit show DM-Deck16.unr LevelInfo0', 'the settings of a map'],
    ['ukit show --effective DM-Deck16.unr Light3', 'all its values, including inherited ones'],
    ['ukit show --hex Botpack.u "#12" | less', 'what each byte of export 12 means'],
    ['ukit show --json --all Skins.utx Skins.Palette3', 'everything, for a program'],
  ],
  worthThreads: 'never',
  repeats: true,
  onlyPrints: true,
  async run(call) {
    const { positionals, options } = call
    if (positionals.length === 0) throw new UsageError('show needs a file, and the paths of objects in it')
    if (positionals.length === 1 && (options.hex || options.effective))
      throw new UsageError(`show ${options.hex ? '--hex' : '--effective'} needs the path of an object in the file`)
    return runBatch(show, call, options)
  },
  inputs: async ({ positionals }) => ({ inputs: (await expand(positionals.slice(0, 1))).inputs, skipped: [] }),
  prepare: (_inputs, { positionals }) => positionals.slice(1),
  between: () => '\n',

  async *report(work): AsyncGenerator<Piece, Outcome> {
    const errors: string[] = []
    try {
      yield* showIn(work, work.settings.prepared, errors)
    } catch (error) {
      if (work.signal.aborted) throw error
      // What is printed already stays, with what was wrong with it.
      errors.push(problemOf(error).message)
    }
    return { failed: errors.length > 0, errors }
  },

  failure: () => '',
}

type ShowWork = Work<typeof OPTIONS, readonly string[]>

/** How the objects of a file are printed. */
interface ObjectSettings extends ShowSettings {
  readonly json: boolean
  readonly hex: boolean
  /** There are several files, so that each object is printed with its file. */
  readonly many: boolean
}

async function* showIn(
  { input, opened, settings: { json, width, game, options, files }, style }: ShowWork,
  paths: readonly string[],
  errors: string[],
): AsyncGenerator<Piece> {
  const classes = options.classes === undefined ? [] : [options.classes]
  const folders = options.effective ? await openClassFolders(input.file, classes) : undefined
  try {
    const pkg = await openPackage(opened.source, {
      fileName: opened.fileName,
      codecs: nodeCodecs,
      permissive: true,
      game,
    })
    for (const { message } of pkg.recovered) errors.push(message)
    const { hex, all } = options
    const show: ObjectSettings = { json, width, hex, all, style, many: files > 1 }
    if (paths.length === 0) yield* overview(input.path, opened, pkg, game, show)
    let reader: ObjectReader | undefined
    for (const path of paths) {
      let found: Found
      try {
        found = findObject(pkg, path)
      } catch (error) {
        if (!(error instanceof AmbiguousPathError)) throw error
        errors.push(error.message)
        continue
      }
      const { object, suggestions } = found
      if (object === undefined) {
        const meant =
          suggestions.length === 0 ? 'ukit ls lists its objects' : `did you mean ${suggestions.join(' or ')}?`
        errors.push(`there is no object "${path}" in it; ${meant}`)
        continue
      }
      yield NEXT
      if (object instanceof ExportObject) reader ??= await ObjectReader.open(pkg, { packages: folders })
      const problem = yield* showOne(object, reader, input, show, folders)
      if (problem !== undefined) errors.push(`${object.path}: ${problem}`)
    }
  } finally {
    await folders?.close()
  }
}

/** Maximum size, in bytes, of an object whose fields are traced one by one only to print it better. */
const MOST_TRACED = 0x20_0000

/** Yields the text of one object, and messages about what is wrong with it. */
async function* showOne(
  object: PackageObject,
  reader: ObjectReader | undefined,
  input: Input,
  settings: ObjectSettings,
  packages: PackageSet | undefined,
): AsyncGenerator<string, string | undefined> {
  const { json, hex, style, many, all } = settings
  if (!json && many) yield `${style.dim(`${printable(input.path)}:`)}\n`
  if (!(object instanceof ExportObject) || reader === undefined) {
    yield* showImport(object, settings)
    return undefined
  }
  if (packages !== undefined) {
    const read = await reader.read(object)
    if (json) yield* jsonElement(await effectiveFacts(read, packages))
    else yield* effectiveText(read, packages, settings)
    return read.error?.message
  }
  if (hex) {
    const map = await hexMap(reader, object)
    if (json) {
      const { offset, size } = object.entry
      const place = { path: object.path, class: object.className, index: object.index, offset, size }
      yield* jsonElement({ ...place, rows: map.rows.map(hexFacts) })
    } else {
      yield `${style.bold(printable(object.toString()))}\n${hexHead(style)}`
      yield* hexLines(map, style)
    }
    return map.read.error?.message
  }
  const traced = object.entry.size <= MOST_TRACED ? await reader.trace(object) : undefined
  const read = traced?.read ?? (await reader.read(object))
  if (json) {
    // Fields that the object's version or game does not have are left out.
    const present = traced === undefined ? {} : { present: presentFields(traced.fields) }
    yield* jsonElement({
      ...describeObject(read, { ...present, ...(all ? { bytesLimit: Number.POSITIVE_INFINITY } : {}) }),
    })
    return read.error?.message
  }
  yield* objectText(read, traced?.fields, settings)
  return undefined
}

function* showImport(object: PackageObject, settings: ObjectSettings): Generator<string> {
  if (object instanceof ExportObject) return
  const found: ImportObject = object
  const { path, className, index, classPackage } = found
  if (settings.json) yield* jsonElement({ path, class: className, import: index, classPackage })
  else yield* importText(found, settings)
}
