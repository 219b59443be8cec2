import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { makeFolders, saveFile } from '@ukit/files/node'
import { cppTexts, cppType, HEADER_DEFAULTS, type PackageHeader, packageHeader } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { refuseSameName, type SameNames, sameNames } from '../../batch/same-names.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write PackageClasses.h into DIR, which is created if it does not exist',
    default: 'printed',
  },
  all: { takes: 'nothing', does: 'Every class, not only native ones', default: HEADER_DEFAULTS.all ? 'yes' : 'no' },
  'no-structs': { takes: 'nothing', does: 'Leave out structs: UE1 has them in headers written by hand' },
  offsets: { takes: 'nothing', does: 'Print sizes and offsets as comments' },
  includes: {
    takes: 'value',
    value: 'DIR',
    does: 'Include AActor.h into the class AActor if DIR has such a file',
  },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...FORCE_OPTION,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit headers PACKAGE` */
export const headers: BatchVerb<typeof OPTIONS, SameNames> = {
  when: [
    'You write C++ code for a native class, and want the header that the engine’s "make -h" writes: enums, ' +
      'structs, classes with their variables in memory order, parameters and calls of events, native ' +
      'functions with their numbers, names.',
    'It is made from the compiled package, in the form that UE1 and UE2 have. Only the blocks of cpptext come ' +
      'from the source, if the package carries it.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Sizes',
      'Those of 32-bit builds. They are exact if the packages of all supers and structs are found: name ' +
        'their folder with --packages.',
    ],
    [
      'JSON',
      'path, file, classes [{name, cpp, super, start, size, exact, variables [{name, type, offset, size, bit, ' +
        'dimension}]}], natives [{class, name, index}], names, missing (packages), error.',
    ],
  ],
  examples: [
    ['ukit headers Engine.u -o Engine/Inc', 'EngineClasses.h'],
    ['ukit headers --all --offsets MyMod.u', 'where every variable is'],
  ],
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 32e6 },
  async run(call) {
    if (call.options.out !== undefined && call.options.json)
      throw new UsageError('headers -o writes headers: leave out --json')
    if (call.options.out !== undefined) await checkFolder(call.options.out)
    return runBatch(headers, call, call.options)
  },
  between: ({ options }) => (options.out === undefined ? '\n' : ''),

  prepare: sameNames,

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const packages = await basePackages(input.file, options)
    const world = await loadWorld([pkg], { packages })
    const texts = await cppTexts(await ObjectReader.open(pkg, { packages }), await nodeCodecs.zlib())
    const includes = options.includes === undefined ? undefined : new Set(await readdir(options.includes))
    const header = packageHeader(pkg, world, {
      all: options.all,
      structs: !options['no-structs'],
      offsets: options.offsets,
      cppTexts: texts,
      ...(includes === undefined ? {} : { includes }),
    })
    const missing = world.missingPackages
    const errors = missing.length === 0 ? [] : [`sizes may be too small: ${missing.join(', ')} not found (--packages)`]
    if (json) yield* jsonElement({ path: input.path, ...facts(header, pkg.context.engine), missing, error: null })
    else if (options.out === undefined) yield header.text
    else {
      const path = join(options.out, header.fileName)
      refuseSameName(settings.prepared, input.path, path)
      await makeFolders(options.out)
      await saveFile(path, [new TextEncoder().encode(header.text)], { force: options.force, signal })
      const { classes, natives } = header
      const what = `${plural(classes.length, 'class', 'classes')}, ${plural(natives.length, 'native function')}`
      yield `${style.green('ok')}  ${style.bold(printable(path))}: ${what}\n`
    }
    if (header.classes.length === 0) errors.push('it has no native classes; --all takes every class')
    return { failed: false, errors }
  },

  failure(input, error, { json }): string {
    if (!json) return ''
    return [
      ...jsonElement({ path: input.path, file: null, classes: [], natives: [], names: [], missing: [], error }),
    ].join('')
  },
}

function facts({ fileName, classes, natives, names }: PackageHeader, engine: number) {
  return {
    file: fileName,
    classes: classes.map(({ symbol, name, superName, layout }) => ({
      name: symbol.name,
      cpp: name,
      super: superName,
      start: layout.start,
      size: layout.size,
      exact: layout.isExact,
      variables: layout.variables.map(({ symbol: variable, offset, size, bit }) => ({
        name: variable.name,
        type: cppType(variable.type, 'class', engine),
        offset,
        size,
        bit: bit < 0 ? null : bit,
        dimension: variable.dimension,
      })),
    })),
    natives: natives.map(({ className, name, index }) => ({ class: className, name, index })),
    names,
  }
}
