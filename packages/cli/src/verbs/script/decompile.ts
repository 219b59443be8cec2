import { join } from 'node:path'
import type { Input } from '@ukit/batch'
import { ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { decompileClass, hasLogMacros, memberProblems, ReadableNames } from '@ukit/script/decompile'
import { loadWorld, type World } from '@ukit/script/symbols'
import { type ClassText, htmlPage, markdownPage, type PrintOptions } from '@ukit/script/syntax'
import type { BatchVerb, Outcome, Settings } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { refuseSameName, type SameNames, sameNames } from '../../batch/same-names.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { NO_CLASSES } from './analysis.js'
import { baseNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'
import { compareText } from './decompile-compare.js'
import { type ClassWanted, classesWanted, memberText, missingMember } from './decompile-members.js'
import { projectText } from './decompile-project.js'
import { carriedText, type DecompileWork, firstProblems, sourceLines } from './decompile-work.js'
import { scriptWords } from './script-words.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write a project to build from: Package/Classes/*.uc, pictures, sounds, .upkg, .int and a manifest',
  },
  source: { takes: 'nothing', does: 'Print the text that the package carries instead of decompiling its code' },
  compare: { takes: 'nothing', does: 'Compare the code with the text that the package carries' },
  html: { takes: 'nothing', does: 'Print an HTML page, highlighted, in which names link to their declarations' },
  markdown: { takes: 'nothing', does: 'Print a Markdown page' },
  names: { takes: 'nothing', does: 'List the names that were replaced because the language cannot write them' },
  tabs: { takes: 'nothing', does: 'Indent with tabs instead of spaces' },
  indent: { takes: 'value', value: 'N', does: 'Spaces per level', default: '4', read: wholeNumber(0, 16) },
  braces: {
    takes: 'value',
    value: 'own|same',
    does: 'Put { on a line of its own, or on the same line as what it belongs to',
    default: 'own',
    read: readBraces,
  },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...FORCE_OPTION,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** Reads the option for the position of opening braces. */
function readBraces(text: string, option: string): 'own' | 'same' {
  if (text === 'own' || text === 'same') return text
  throw new UsageError(`${option} takes own or same, not "${text}"`)
}

/** What all files of a run share. */
interface Prepared {
  /** The classes and members that were named. */
  readonly names: readonly string[]
  readonly same: SameNames
}

type DecompileSettings = Settings<typeof OPTIONS, Prepared>

/** `ukit decompile FILE [CLASS…]` */
export const decompile: BatchVerb<typeof OPTIONS, Prepared> = {
  when: [
    'You want to read or rebuild the classes of a package: this gives UnrealScript as a person would have ' +
      'written it, from the compiled code alone. Variables, functions and states have all of their modifiers, ' +
      'and classes their default properties.',
    'Names of functions, constants and enums of other packages are known when these are found: in the folder ' +
      'of the file, in the game around it, or where --packages and --game say. Where they are not found, ' +
      'built-in declarations of Core, Engine and other packages of six games stand in, and a note says so.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, classes [{class, member (if one was named), text, scripts, gotos, problems [{object, message}]}], ' +
        'names {old: new}, notes (packages that were not found, and what stood in), error. ' +
        'With --compare: path, scripts (functions and states that were compared), equal, neutral (equal except ' +
        'for choices that leave no trace in the bytes, such as for or while), differences [{object, cause}], ' +
        'declarations {compared, equal, differences [{object, cause}]}, unjudged [{object, package}] (that cannot ' +
        'be compared without a missing package), skipped (classes without text), missing ' +
        '(packages that were not found), error. With -o: path, folder, manifest, error.',
    ],
    [
      'Projects',
      'Pictures and sounds are beside the classes, with the #exec lines that import them in the first class. ' +
        'manifest.json lists what the project lacks: objects that have no file format, code that is only a ' +
        'comment, packages that were not found. With --source, classes have the text that the package carries, and ' +
        'each object is in the file that its #exec line names; manifest.json lists lines that had to be changed.',
    ],
  ],
  result:
    'Exit status 1 when a file cannot be read, when part of a class could only be written as a comment (not if ' +
    'only because a package is missing), and with --compare when code and text disagree.',
  examples: [
    ['ukit decompile Botpack.u Enforcer', 'one class'],
    ['ukit decompile Botpack.u Enforcer.Fire', 'one function; a function of a state is Class.State.Function'],
    ['ukit decompile MyMod.u -o Source', 'the whole package as a project'],
    ['ukit decompile --source Engine.u Pawn', 'the text that the package carries'],
    ['ukit decompile --html UWeb.u > UWeb.html', 'a page to read, with links'],
    ['ukit decompile --compare --json System > compared.json', 'where code and text disagree'],
  ],
  worthThreads: { files: 3, bytes: 2e7 },
  between: (settings) => (settings.options.compare || settings.options.out !== undefined ? '' : '\n'),

  async run(call) {
    const { files, names } = scriptWords(call.positionals)
    const { compare, source, out } = call.options
    if (out === '-') throw new UsageError('decompile -o takes a folder; without -o, the text goes to standard output')
    if (compare && (source || out !== undefined)) throw new UsageError('decompile --compare is used by itself')
    checkPage(call.options, files)
    if (out !== undefined) await checkFolder(out)
    const verb = { ...decompile, prepare: (inputs: readonly Input[]) => ({ names, same: sameNames(inputs) }) }
    const game = call.options.game
    return runBatch(verb, { ...call, positionals: files }, { ...call.options, game })
  },

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const packages = await basePackages(input.file, options)
    const reader = await ObjectReader.open(pkg, { packages })
    const world = await loadWorld([pkg], { packages, standIns: true })
    const names = new ReadableNames(pkg)
    const wanted = classesWanted(pkg, settings.prepared.names)
    const classes = wanted.map(({ exported }) => exported)
    const work = { input, reader, world, names, classes, print: printOptions(settings, world), signal, progress }
    const member = wanted.find((one) => one.member !== undefined)
    if (member !== undefined && (options.compare || options.out !== undefined)) {
      const option = options.compare ? '--compare' : '-o'
      throw new PackageError('refused', `${option} takes whole classes, not "${member.word}"`)
    }
    if (options.out !== undefined) refuseSameName(settings.prepared.same, input.path, join(options.out, pkg.name))
    if (options.compare) return yield* compareText(work, settings.json, style)
    if (options.out !== undefined)
      return yield* projectText(work, {
        out: options.out,
        force: options.force,
        source: options.source,
        json: settings.json,
      })
    return yield* classTexts(work, wanted, settings)
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const { compare, out } = settings.options
    const facts = compare
      ? { scripts: 0, equal: 0, neutral: 0, differences: [], declarations: null, unjudged: [], skipped: 0, missing: [] }
      : out === undefined
        ? { classes: [], names: {}, notes: [] }
        : { folder: null, manifest: null }
    return [...jsonElement({ path: input.path, ...facts, error })].join('')
  },
}

/** Checks that a page is asked for one package only, and not together with other forms of output. */
function checkPage(options: DecompileSettings['options'], files: readonly string[]): void {
  const { html, markdown, compare, out, names } = options
  if (!html && !markdown) return
  if (html && markdown) throw new UsageError('decompile takes --html or --markdown, not both')
  if (compare || names || out !== undefined)
    throw new UsageError(`decompile ${html ? '--html' : '--markdown'} is not used with --compare, --names or -o`)
  if (files.length > 1) throw new UsageError(`decompile ${html ? '--html' : '--markdown'} takes one file`)
}

function printOptions({ options }: DecompileSettings, world: World): PrintOptions {
  return {
    macros: hasLogMacros(world),
    indent: options.tabs ? '\t' : ' '.repeat(options.indent ?? 4),
    braces: options.braces === 'same' ? 'same-line' : 'own-line',
  }
}

async function* classTexts(
  work: DecompileWork,
  wanted: readonly ClassWanted[],
  settings: DecompileSettings,
): AsyncGenerator<string, Outcome> {
  const { reader, world, names, print, input } = work
  const { json, options } = settings
  const errors: string[] = []
  const facts: object[] = []
  const page: ClassText[] = []
  let [scripts, resisted, damaged] = [0, 0, 0]
  for (const [index, { exported, member }] of wanted.entries()) {
    work.signal.throwIfAborted()
    work.progress(index, wanted.length, 'classes')
    const carried = options.source ? await carriedText(work, exported) : undefined
    if (options.source && carried === undefined) {
      damaged++
      errors.push(`${exported.name} has no text: it was stripped`)
    }
    const found = options.source ? undefined : await decompileClass(reader, exported, { world, print, names })
    scripts += found?.scripts ?? 0
    resisted += found?.resisted.length ?? 0
    const problems = found === undefined ? [] : memberProblems(found)
    damaged += problems.filter(({ isBaseMissing }) => isBaseMissing !== true).length
    errors.push(...problems.map(({ object, message }) => `${object}: ${message}`))
    const whole = found?.text ?? carried ?? ''
    const text = member === undefined ? whole : memberText(member, whole, found?.file, print)
    if (text === undefined) {
      damaged++
      errors.push(missingMember(exported, member ?? '', whole, found?.file))
      continue
    }
    if (json)
      facts.push({
        class: exported.name,
        ...(member === undefined ? {} : { member }),
        text,
        scripts: found?.scripts ?? 0,
        gotos: found?.gotos ?? 0,
        problems: problems.map(({ object, message }) => ({ object, message })),
      })
    else if (options.html || options.markdown) page.push({ name: exported.name, text: sourceLines(text) })
    else if (text !== '') yield `${index === 0 ? '' : '\n'}${sourceLines(text)}`
  }
  if (json)
    yield* jsonElement({
      path: input.path,
      classes: facts,
      names: Object.fromEntries(names.mapping),
      notes: baseNotes(world),
      error: null,
    })
  else if (options.html) yield htmlPage(reader.package.name, page)
  else if (options.markdown) yield markdownPage(reader.package.name, page)
  else if (options.names) for (const [old, made] of names.mapping) yield `// ${printable(old)} is written ${made}\n`
  const counts = { classes: wanted.length, scripts, resisted }
  const notes = wanted.length === 0 ? [NO_CLASSES] : baseNotes(world)
  return { failed: damaged > 0, errors: firstProblems(errors), notes, counts }
}
