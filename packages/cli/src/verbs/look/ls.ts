import type { Package } from '@ukit/core'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import { joinPieces, plural, printable } from '../../terminal/text.js'
import { classFilter, noneOfClass } from './ls-class.js'
import { exportFacts, importFacts } from './ls-facts.js'
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
    'Only header and tables are read.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, exports [{index, path, class, size, offset, flags}], imports [{index, path, class}], ' +
        'names [text], error. Indices count from 0. All three lists are always present.',
    ],
  ],
  examples: [
    ['ukit ls Botpack.u', 'the exports as a tree'],
    ['ukit ls --imports DM-Deck16.unr', 'what a map needs'],
    ['ukit ls --class Texture --flat Botpack.u', 'its textures, one line per object'],
    ['ukit ls --json Botpack.u > botpack.json', 'everything, for a program'],
  ],
  // Listing is fast, and printing takes most of the time: starting a second thread and transferring its text
  // takes longer than it saves.
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
  run: (call) => runBatch(ls, call, call.options),
  between: () => '\n',

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const pkg = await workPackage({ opened, settings, signal }, options.permissive)
    const { class: classes = [] } = options
    const filter = classes.length === 0 ? undefined : await classFilter(pkg, classes)
    const errors = pkg.recovered.map(({ message }) => message)
    if (settings.json) {
      const first = pkg.recovered[0]
      const error =
        first === undefined ? null : { kind: first.kind, message: first.message, offset: first.offset ?? null }
      const facts = { exports: exportFacts(pkg, filter), imports: importFacts(pkg, filter), names: pkg.names }
      yield* joinPieces(jsonElement({ path: input.path, ...facts, error }))
    } else {
      yield `${style.bold(printable(input.path))}  ${style.dim(countsOf(pkg))}\n`
      const imports = options.imports
      const names = options.names
      const flat = options.flat
      if (imports || !names)
        yield* joinPieces(
          flat ? flatLines(pkg, imports, style, filter) : treeLines(pkg, imports, settings.width, style, filter),
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

function countsOf({ counts }: Package): string {
  return [plural(counts.exports, 'export'), plural(counts.imports, 'import'), plural(counts.names, 'name')].join(', ')
}
