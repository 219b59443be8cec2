import { ObjectReader } from '@ukit/core'
import { comesWithGame } from '@ukit/game'
import { MediaError } from '@ukit/media'
import {
  checkLevel,
  LEVEL_RULES,
  type LevelFinding,
  type LevelSeverity,
  levelFacts,
  levelOf,
  type MissingUse,
  missingInLevel,
} from '@ukit/media/level'
import type { BatchVerb, FileProblem, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { padEnd, plural, printable, wrap } from '../../terminal/text.js'
import { surroundingsOf } from '../change/extract-surroundings.js'
import { BASE_OPTIONS } from '../script/base-packages.js'
import { passedOver, passedOverText } from './passed-over.js'

const RULE_NAMES = LEVEL_RULES.map(({ name }) => name)

const OPTIONS = {
  rules: {
    takes: 'list',
    value: 'RULES',
    choices: RULE_NAMES,
    does: 'Apply only these rules, separated by commas: any of',
    default: 'all',
  },
  errors: { takes: 'nothing', does: 'Leave out hints and warnings' },
  all: { takes: 'nothing', does: 'List every finding, not only the first five of each rule' },
  ...BASE_OPTIONS,
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** Findings of one rule that are listed without `--all`. */
const MOST_LISTED = 5
/** Width of the names of rules. */
const NAME_WIDTH = Math.max(...RULE_NAMES.map((name) => name.length))
/** Maximum width of a line. */
const MAX_WIDTH = 110

/** `ukit level check MAP…` */
export const levelCheck: BatchVerb<typeof OPTIONS, readonly string[]> = {
  when: [
    'You are about to release a map and want to know what players and bots would stumble over: player starts in ' +
      'walls, textures that players will not have, places that bots cannot reach, surfaces without light or ' +
      'texture, zones that leak, and more.',
    'Errors do not work; warnings are most likely mistakes; hints may be meant so.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    ['Rules', `${LEVEL_RULES.map(({ name, severity, looksFor }) => `${name} (${severity}): ${looksFor}`).join('; ')}.`],
    [
      'What it cannot see',
      'Whether a place is solid is known of the built geometry (Unreal Engine 1 and 2), and not of static meshes. ' +
        'Packages that come with the game are not listed as missing where the game is not there.',
    ],
    [
      'JSON',
      'path, errors, warnings, hints (numbers), findings [{rule, severity ("error", "warning", "hint"), message, ' +
        'advice, actor, surface, place [x, y, z]; null where it is about none}], notes [text], error.',
    ],
  ],
  result: 'Exit status 1 when a map has errors, or cannot be read.',
  examples: [
    ['ukit level check DM-MyMap.unr', 'before a release'],
    ['ukit level check --errors Maps', 'every map in a folder'],
    ['ukit level check --rules unreachable,no-link CTF-MyMap.ut2 --all', 'what bots miss'],
    ['ukit level check --json Maps > findings.json', 'for a program'],
  ],
  worthThreads: 'measured',
  between: () => '\n',
  tail: passedOverText,
  prepare: (_, call) => call.positionals,
  run: (call) => {
    const unknown = call.options.rules?.find((name) => !RULE_NAMES.includes(name))
    if (unknown !== undefined) throw new UsageError(`there is no rule "${unknown}"; rules are ${RULE_NAMES.join(', ')}`)
    return runBatch(levelCheck, call, call.options)
  },

  async *report({ input, opened, settings, signal, style, progress }): AsyncGenerator<string, Outcome> {
    const { options, json, width } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const { packages } = surroundingsOf(input.file, options)
    const reader = await ObjectReader.open(pkg, { packages })
    let findings: LevelFinding[]
    let notes: readonly string[]
    let isWithoutGame = false
    try {
      const level = await levelOf(reader, undefined, {
        signal,
        withoutLight: true,
        onProgress: (_, done, total) => progress(done, total, 'actors'),
      })
      const { game, context } = reader.package
      const missing: MissingUse[] = []
      for (const use of await missingInLevel(reader)) {
        const [name = ''] = use.path.split('.')
        // Everybody has it, but it is not here.
        if (use.missing === 'package' && (await comesWithGame(name, { game: game?.id, engine: context.engine })))
          isWithoutGame = true
        else missing.push(use)
      }
      findings = checkLevel(level, { facts: await levelFacts(reader), missing, rules: options.rules })
      notes = isWithoutGame ? [WITHOUT_GAME] : []
    } catch (error) {
      const other = passedOver(error, input.path, settings.prepared)
      if (other !== undefined) return other
      if (!(error instanceof MediaError)) throw error
      const problem = { kind: 'media', message: error.message, offset: null }
      if (json) yield* jsonElement(facts(input.path, [], [], problem))
      return { failed: true, errors: [error.message] }
    }
    const shown = options.errors ? findings.filter(({ severity }) => severity === 'error') : findings
    if (json) yield* jsonElement(facts(input.path, shown, notes, null))
    else yield findingsText(input.path, shown, { all: options.all, width, style })
    return { failed: findings.some(({ severity }) => severity === 'error'), errors: [], notes }
  },

  failure: ({ path }, error, { json }) => (json ? [...jsonElement(facts(path, [], [], error))].join('') : ''),
}

const WITHOUT_GAME =
  'packages of the game are not there (--game DIR, or --packages): what is missing of them is not listed, and many ' +
  'actors are known by the names of their classes only'

const SEVERITIES: readonly LevelSeverity[] = ['error', 'warning', 'hint']

function facts(path: string, findings: readonly LevelFinding[], notes: readonly string[], error: FileProblem | null) {
  const [errors, warnings, hints] = SEVERITIES.map((severity) => countOf(findings, severity))
  return {
    path,
    errors,
    warnings,
    hints,
    findings: findings.map(({ actor = null, surface = null, place = null, rule, severity, message, advice }) => ({
      rule,
      severity,
      message,
      advice,
      actor,
      surface,
      place,
    })),
    notes,
    error,
  }
}

function countOf(findings: readonly LevelFinding[], severity: LevelSeverity): number {
  return findings.filter((one) => one.severity === severity).length
}

function findingsText(
  path: string,
  findings: readonly LevelFinding[],
  { all, width, style }: { readonly all: boolean; readonly width: number; readonly style: Style },
): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = countOf(findings, severity)
    return count === 0 ? [] : [plural(count, severity)]
  })
  const lines = [
    `${style.bold(printable(path))}: ${counts.length === 0 ? style.green('nothing found') : counts.join(', ')}`,
  ]
  const room = Math.max(30, Math.min(width, MAX_WIDTH) - NAME_WIDTH - 13)
  const paint = { error: style.red, warning: style.yellow, hint: style.dim }
  for (const severity of SEVERITIES) {
    for (const { name } of LEVEL_RULES) {
      const own = findings.filter((one) => one.rule === name && one.severity === severity)
      const [first] = own
      if (first === undefined) continue
      const listed = all ? own : own.slice(0, MOST_LISTED)
      const texts = listed.map(lineOf)
      if (own.length > listed.length) texts.push(`and ${own.length - listed.length} more (--all)`)
      texts.push(`→ ${first.advice}`)
      const wrapped = texts.flatMap((text) => wrap(printable(text), room))
      for (const [i, line] of wrapped.entries()) {
        const head =
          i === 0 ? `${paint[severity](padEnd(severity, 8))} ${padEnd(name, NAME_WIDTH)}` : ' '.repeat(NAME_WIDTH + 9)
        lines.push(`  ${head}  ${line}`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

function lineOf({ actor, surface, place, message }: LevelFinding): string {
  const what = actor ?? (surface === undefined ? '' : `surface ${surface}`)
  const where = place === undefined ? '' : ` (${place.map((value) => Math.round(value)).join(', ')})`
  return what === '' && where === '' ? message : `${what}${where}: ${message}`.replace(/^ /, 'at ')
}
