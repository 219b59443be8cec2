import { join } from 'node:path'
import { makeFolders, saveFile } from '@ukit/files/node'
import { cacheText } from '@ukit/make'
import { loadWorld } from '@ukit/script/symbols'
import { encodeSource } from '@ukit/script/syntax'
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
import { standInNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write Name.ucl into DIR, which is created if it does not exist',
    default: 'printed',
  },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...FORCE_OPTION,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit ucl FILE…` */
export const ucl: BatchVerb<typeof OPTIONS, SameNames> = {
  when: [
    'You have a compiled package for UT2004 or a game like it, and its mutators, games, weapons, crosshairs or ' +
      'announcers are to appear in the game’s menus: this is the file (.ucl) that "ucc exportcache" writes. ' +
      'ukit make --ucl writes it when it builds a package.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Texts',
      'Names and descriptions refer to the package’s .int file (see ukit int); the texts of the package itself are ' +
        'beside them as fallbacks. Lines for vehicles are not written.',
    ],
    ['JSON', 'path, file, lines, missing (packages), error.'],
  ],
  examples: [
    ['ukit ucl MyMod.u', 'the lines of a mod'],
    ['ukit ucl MyMod.u -o System', 'System/MyMod.ucl'],
  ],
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 32e6 },
  async run(call) {
    const { out, json } = call.options
    if (out !== undefined && json) throw new UsageError('ucl -o writes files: leave out --json')
    if (out !== undefined) await checkFolder(out)
    return runBatch(ucl, call, call.options)
  },
  between: () => '',

  prepare: sameNames,

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const world = await loadWorld([pkg], { packages: await basePackages(input.file, options), standIns: true })
    const text = cacheText(pkg, world)
    const lines = text === '' ? [] : text.split('\n')
    const target = options.out === undefined || lines.length === 0 ? undefined : join(options.out, `${pkg.name}.ucl`)
    if (target !== undefined) refuseSameName(settings.prepared, input.path, target)
    const missing = world.missingPackages
    const notes = standInNotes(world.standIns)
    if (notes.length > 0 && lines.length > 0)
      notes.push('values that are only inherited from those are not in the lines')
    if (missing.length > 0) notes.push(`lines may be missing: ${missing.join(', ')} not found (--packages)`)
    if (lines.length === 0) notes.push('it has nothing that a game lists')
    const { engine } = pkg.context
    const instead = engine === 1 ? ': its menus list what [Public] of the .int file has (ukit int)' : ''
    if (engine !== 2) notes.push(`no game of Unreal Engine ${engine} reads .ucl files${instead}`)
    if (json) yield* jsonElement({ path: input.path, file: null, lines, missing, error: null })
    else if (target === undefined) yield lines.map((line) => `${printable(line)}\n`).join('')
    else {
      await makeFolders(options.out ?? '')
      await saveFile(target, [encodeSource(text)], { force: options.force, signal })
      yield `${style.green('ok')}  ${style.bold(printable(target))}: ${plural(lines.length, 'line')}\n`
    }
    return { failed: false, errors: [], notes }
  },

  failure(input, error, { json }): string {
    return json ? [...jsonElement({ path: input.path, file: null, lines: [], missing: [], error })].join('') : ''
  },
}
