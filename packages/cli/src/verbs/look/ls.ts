import { type ContentHash, contentHash, ObjectReader, type Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { jsonElement } from '../../terminal/json.js'
import { joinPieces, plural, printable } from '../../terminal/text.js'
import { classFilter, noneOfClass, type ObjectFilter } from './ls-class.js'
import { type Contents, exportFacts, importFacts } from './ls-facts.js'
import { flatLines, nameLines } from './ls-flat.js'
import { treeLines } from './ls-tree.js'

const OPTIONS = {
  imports: { takes: 'nothing', does: 'List the imports instead of the exports' },
  names: { takes: 'nothing', does: 'List the names instead of the exports' },
  class: {
    takes: 'list',
    value: 'CLASS,…',
    does: 'Only objects of these classes and of those that extend them',
    default: 'all objects',
  },
  flat: { takes: 'nothing', does: 'In the order of the table, with full paths and indices, instead of a tree' },
  content: {
    takes: 'nothing',
    does:
      'With a hash of what each object is, whatever its name and package are: equal objects have the same (implies ' +
      '--flat; reads all objects)',
  },
  permissive: {
    takes: 'nothing',
    does: 'List what can be listed of tables that refer out of range; the errors are still reported',
  },
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit ls FILE…` */
export const ls: BatchVerb<typeof OPTIONS> = {
  when: [
    'You want to see what a package contains (its exports), what it needs from other packages (its ' +
      'imports), or the names that both are made of. Exports are listed below the objects that contain them.',
    'Only header and tables are read, unless --content is given.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, exports [{index, path, class, size, offset, flags}], imports [{index, path, class}], ' +
        'names [text], error. Indices count from 0. All three lists are always present. With --content an export ' +
        'also has content {all, data}: SHA-256 of all that it holds, and of what its class stores beside the ' +
        'properties (null if nothing).',
    ],
  ],
  examples: [
    ['ukit ls Botpack.u', 'the exports as a tree'],
    ['ukit ls --imports DM-Deck16.unr', 'what a map needs'],
    ['ukit ls --class Texture --flat Botpack.u', 'its textures, one line per object'],
    ['ukit ls --content --class Texture Pack.utx', 'which of its textures another package has, too'],
    ['ukit ls --json Botpack.u > botpack.json', 'everything, for a program'],
  ],
  // Listing is fast, and printing takes most of the time: starting a second thread and transferring its text
  // takes longer than it saves.
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
  run(call) {
    const { content, imports } = call.options
    if (content && imports) throw new UsageError('--content is of exports, and --imports lists others: leave out one')
    return runBatch(ls, call, call.options)
  },
  between: () => '\n',

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const pkg = await workPackage({ opened, settings, signal }, options.permissive)
    const { class: classes = [] } = options
    const filter = classes.length === 0 ? undefined : await classFilter(pkg, classes)
    const errors = pkg.recovered.map(({ message }) => message)
    const contents = options.content ? await contentsOf(pkg, filter, signal) : undefined
    if (settings.json) {
      const first = pkg.recovered[0]
      const error =
        first === undefined ? null : { kind: first.kind, message: first.message, offset: first.offset ?? null }
      const facts = { exports: exportFacts(pkg, filter, contents), imports: importFacts(pkg, filter), names: pkg.names }
      yield* joinPieces(jsonElement({ path: input.path, ...facts, error }))
    } else {
      yield `${style.bold(printable(input.path))}  ${style.dim(countsOf(pkg))}\n`
      const imports = options.imports
      const names = options.names
      const flat = options.flat || contents !== undefined
      if (imports || !names)
        yield* joinPieces(
          flat
            ? flatLines(pkg, imports, style, filter, contents)
            : treeLines(pkg, imports, settings.width, style, filter),
        )
      if (names) yield* joinPieces(nameLines(pkg, style))
    }
    const listed = options.imports ? pkg.imports : pkg.exports
    const isNone = filter !== undefined && !listed.some(filter)
    return { failed: errors.length > 0, errors, notes: isNone ? [noneOfClass(listed, classes)] : [] }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    return [...jsonElement({ path: input.path, exports: [], imports: [], names: [], error })].join('')
  },
}

/** What the listed exports are; one whose bytes cannot be read has none. */
async function contentsOf(pkg: Package, filter: ObjectFilter | undefined, signal: AbortSignal): Promise<Contents> {
  const reader = await ObjectReader.open(pkg)
  const found = new Map<number, ContentHash>()
  for (const exported of pkg.exports) {
    signal.throwIfAborted()
    if (filter?.(exported) === false || exported.entry.size === 0) continue
    try {
      found.set(exported.index, await contentHash(reader, exported))
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
    }
  }
  return found
}

function countsOf({ counts }: Package): string {
  return [plural(counts.exports, 'export'), plural(counts.imports, 'import'), plural(counts.names, 'name')].join(', ')
}
