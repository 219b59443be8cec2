import { basename, join } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { makeFolders, readWhole, saveFile } from '@ukit/files/node'
import {
  compareTranslation,
  type IntFile,
  intFile,
  intText,
  markedTranslation,
  type TranslatedText,
  type TranslationState,
} from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { encodeSource } from '@ukit/script/syntax'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { refuseSameName, type SameNames, sameNames } from '../../batch/same-names.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { reasonOf } from '../../inputs/reason.js'
import { refusePackage } from '../../inputs/refuse-package.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { standInNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write Name.int into DIR, which is created if it does not exist; with --compare the marked translation',
    default: 'printed',
  },
  compare: {
    takes: 'value',
    value: 'FILE',
    does: 'Compare with a translation (Mod.det, Mod.frt …): what is new in the package, gone from it, not translated',
  },
  old: {
    takes: 'value',
    value: 'FILE',
    does: 'With --compare: the .int from which the translation was made, to find texts that have changed since',
    goesWith: ['compare'],
  },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...FORCE_OPTION,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit int FILE…` */
export const int: BatchVerb<typeof OPTIONS, SameNames> = {
  when: [
    'You want the texts of a compiled package as a file to translate (.int), as the game’s "ucc dumpint" writes ' +
      'it: what classes and objects set of variables that are localized, and in [Public] what games list ' +
      'without loading the package: mutators, games, entries of menus, skins and faces.',
    'Or you have a translation of an older version, and want to know what is new, gone or changed: --compare. ' +
      'With -o, the translation is written with its gaps filled in the original language and marked.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Superclasses',
      'Which variables are localized is declared by the superclass, so its package has to be found: in the folder of ' +
        'the file, in the game around it, or where --packages and --game say. Packages that are missing are named.',
    ],
    [
      'JSON',
      'path, file, public [lines], sections [{name, entries [{key, value}]}], missing (packages), error. With ' +
        '--compare also texts [{section, key, state ("translated", "same", "new", "changed", "gone"), original, ' +
        'translation, before}].',
    ],
  ],
  result: 'Exit status 1 when a file cannot be read, and with --compare when texts are new, changed or gone.',
  examples: [
    ['ukit int MyMod.u', 'the texts of a mod'],
    ['ukit int MyMod.u -o System', 'System/MyMod.int'],
    ['ukit int MyMod.u --compare MyMod.det', 'what the German translation lacks'],
    ['ukit int MyMod.u --compare MyMod.det --old MyMod.int -o New', 'New/MyMod.det, with what is to be done marked'],
  ],
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 32e6 },
  async run(call) {
    const { out, json, compare } = call.options
    for (const path of [compare, call.options.old])
      if (path !== undefined) refusePackage(path, 'a translation, such as Mod.det, or the .int that it was made from')
    if (out !== undefined && json) throw new UsageError('int -o writes files: leave out --json')
    if (compare !== undefined && call.positionals.length > 1) throw new UsageError('int --compare takes one package')
    if (out !== undefined) await checkFolder(out)
    return runBatch(int, call, call.options)
  },
  between: ({ options }) => (options.out === undefined ? '\n' : ''),

  prepare: sameNames,

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const { out, compare, old } = options
    const pkg = await workPackage({ opened, settings, signal })
    const packages = await basePackages(input.file, options)
    const world = await loadWorld([pkg], { packages, standIns: true })
    const name = compare === undefined ? `${pkg.name}.int` : basename(compare)
    const target = out === undefined ? undefined : join(out, name)
    if (target !== undefined) refuseSameName(settings.prepared, input.path, target)
    // Descriptions in an existing file were written by people, and stay.
    const existing =
      target === undefined || compare !== undefined ? undefined : await readWhole(target).catch(() => undefined)
    const file = await intFile(await ObjectReader.open(pkg, { packages }), world, existing)
    const texts =
      compare === undefined
        ? undefined
        : compareTranslation(file, await bytesOf(compare), old === undefined ? undefined : await bytesOf(old))
    const missing = world.missingPackages
    const notes = standInNotes(world.standIns)
    if (missing.length > 0) notes.push(`texts may be missing: ${missing.join(', ')} not found (--packages)`)
    const failed = texts?.some(({ state }) => TO_DO.has(state)) ?? false
    if (json) {
      const facts = { path: input.path, file: target ?? null, ...file, ...(texts === undefined ? {} : { texts }) }
      yield* jsonElement({ ...facts, missing, error: null })
    } else if (target === undefined) yield texts === undefined ? shown(intText(file)) : comparisonText(texts)
    else {
      const text = texts === undefined ? intText(file) : markedTranslation(texts)
      await makeFolders(out ?? '')
      await saveFile(target, [encodeSource(text)], { force: options.force, signal })
      yield `${style.green('ok')}  ${style.bold(printable(target))}: ${summary(file, texts)}\n`
    }
    if (file.sections.length + file.public.length === 0) notes.push('it has no texts for such a file')
    return { failed, errors: [], notes }
  },

  failure(input, error, { json }): string {
    if (!json) return ''
    return [...jsonElement({ path: input.path, file: null, public: [], sections: [], missing: [], error })].join('')
  },
}

/** What a translator has to look at. */
const TO_DO: ReadonlySet<TranslationState> = new Set(['new', 'changed', 'gone'])

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readWhole(path)
  } catch (error) {
    throw new InputError(`cannot read "${path}": ${reasonOf(error)}`, { cause: error })
  }
}

function shown(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** What is to be done, section by section, and how much is in order. */
function comparisonText(texts: readonly TranslatedText[]): string {
  const lines: string[] = []
  let section = ''
  for (const { section: name, key, state, original, translation, before } of texts) {
    if (!TO_DO.has(state)) continue
    if (name !== section) lines.push(`[${printable(name)}]`)
    section = name
    const what =
      state === 'gone'
        ? `${key}=${translation}`
        : state === 'new'
          ? `${key}=${original}`
          : `${key}: ${before} → ${original}`
    lines.push(`  ${state.padEnd(7)}  ${printable(what)}`)
  }
  return `${lines.map((line) => `${line}\n`).join('')}${lines.length === 0 ? '' : '\n'}${countsText(texts)}\n`
}

const WORDS: Readonly<Record<TranslationState, string>> = {
  translated: 'translated',
  same: 'the same in both',
  new: 'new',
  changed: 'changed',
  gone: 'gone',
}

function countsText(texts: readonly TranslatedText[]): string {
  const counts = (Object.keys(WORDS) as TranslationState[]).map(
    (state) => [state, texts.filter((text) => text.state === state).length] as const,
  )
  return counts
    .filter(([state, number]) => number > 0 || state === 'translated')
    .map(([state, number]) => `${number} ${WORDS[state]}`)
    .join(', ')
}

function summary({ public: listed, sections }: IntFile, texts: readonly TranslatedText[] | undefined): string {
  if (texts !== undefined) return countsText(texts)
  const entries = sections.reduce((sum, section) => sum + section.entries.length, 0)
  return `${plural(entries, 'text')} in ${plural(sections.length, 'section')}, ${plural(listed.length, 'listed object')}`
}
