import {
  AmbiguousPathError,
  ExportObject,
  type ImportObject,
  ObjectReader,
  openPackage,
  type PackageObject,
  type ResolvePackage,
} from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { describeObject, hexMap, presentFields } from '@ukit/inspect'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, jsonOption, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import type { Input } from '../../inputs/input.js'
import { closeContainers, openInput } from '../../inputs/open.js'
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
export const show: Verb<typeof OPTIONS> = {
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
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [word, ...paths] = positionals
  if (word === undefined) throw new UsageError('show needs a file, and the paths of objects in it')
  if (paths.length === 0 && (options.hex || options.effective))
    throw new UsageError(`show ${options.hex ? '--hex' : '--effective'} needs the path of an object in the file`)
  const game = await gameIdOf(options.game)
  const { inputs } = await expand([word])
  const json = options.json
  const settings: Settings = {
    json,
    effective: options.effective,
    classes: options.classes === undefined ? [] : [options.classes],
    hex: options.hex,
    all: options.all,
    width: output.width,
    style: output.style,
    many: inputs.length > 1,
  }
  let failed = false
  let any = false
  // What is between two objects is printed when the second one has something to print.
  let isNext = false
  if (json) await output.write('[\n')
  for (const input of inputs) {
    signal.throwIfAborted()
    try {
      for await (const shown of showIn(input, paths, game, settings)) {
        if (typeof shown === 'string') {
          if (isNext && any) await output.write(json ? ',\n' : '\n')
          any = true
          isNext = false
          await output.write(shown)
        } else if (shown.kind === 'note') output.note(shown.message)
        else if (shown.kind === 'error') {
          failed = true
          output.error(`${input.path}: ${shown.message}`)
        } else isNext = true
        if (output.isClosed) return failed ? 1 : 0
      }
    } catch (error) {
      if (signal.aborted) throw error
      failed = true
      output.error(`${input.path}: ${problemOf(error).message}`)
    }
  }
  if (json) await output.write(`${any ? '\n' : ''}]\n`)
  await closeContainers()
  return failed ? 1 : 0
}

interface Settings extends ShowSettings {
  readonly json: boolean
  readonly hex: boolean
  readonly effective: boolean
  /** Folders of other packages. */
  readonly classes: readonly string[]
  /** There are several files, so that each object is printed with its file. */
  readonly many: boolean
}

/** What is not part of an object's text: the start of the next object, and lines for standard error. */
type Message = { readonly kind: 'next' } | { readonly kind: 'error' | 'note'; readonly message: string }

async function* showIn(
  input: Input,
  paths: readonly string[],
  game: string | undefined,
  settings: Settings,
): AsyncGenerator<string | Message> {
  const opened = await openInput(input)
  const folders = settings.effective ? await openClassFolders(input.file, settings.classes) : undefined
  try {
    const pkg = await openPackage(opened.source, {
      fileName: opened.fileName,
      codecs: nodeCodecs,
      permissive: true,
      ...(game === undefined ? {} : { game }),
    })
    for (const { message } of pkg.recovered) yield { kind: 'error', message }
    if (paths.length === 0) {
      yield { kind: 'next' }
      yield* overview(input.path, opened, pkg, game, settings)
    }
    let reader: ObjectReader | undefined
    for (const path of paths) {
      let found: Found
      try {
        found = findObject(pkg, path)
      } catch (error) {
        if (!(error instanceof AmbiguousPathError)) throw error
        yield { kind: 'error', message: error.message }
        continue
      }
      const { object, suggestions } = found
      if (object === undefined) {
        const meant =
          suggestions.length === 0 ? 'ukit ls lists its objects' : `did you mean ${suggestions.join(' or ')}?`
        yield { kind: 'error', message: `there is no object "${path}" in it; ${meant}` }
        continue
      }
      yield { kind: 'next' }
      if (object instanceof ExportObject)
        reader ??= await ObjectReader.open(pkg, folders === undefined ? {} : { resolve: folders.resolve })
      const problem = yield* showOne(object, reader, input, settings, folders?.resolve)
      if (problem !== undefined) yield { kind: 'error', message: `${object.path}: ${problem}` }
    }
  } finally {
    await folders?.close()
    await opened.close()
  }
}

/** Maximum size, in bytes, of an object whose fields are traced one by one only to print it better. */
const MOST_TRACED = 0x20_0000

/** Yields the text of one object, and messages about what is wrong with it. */
async function* showOne(
  object: PackageObject,
  reader: ObjectReader | undefined,
  input: Input,
  settings: Settings,
  resolve: ResolvePackage | undefined,
): AsyncGenerator<string, string | undefined> {
  const { json, hex, style, many, all } = settings
  if (!json && many) yield `${style.dim(`${printable(input.path)}:`)}\n`
  if (!(object instanceof ExportObject) || reader === undefined) {
    yield* showImport(object, settings)
    return undefined
  }
  if (resolve !== undefined) {
    const read = await reader.read(object)
    if (json) yield* jsonElement(await effectiveFacts(read, resolve))
    else yield* effectiveText(read, resolve, settings)
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

function* showImport(object: PackageObject, settings: Settings): Generator<string> {
  if (object instanceof ExportObject) return
  const found: ImportObject = object
  const { path, className, index, classPackage } = found
  if (settings.json) yield* jsonElement({ path, class: className, import: index, classPackage })
  else yield* importText(found, settings)
}
