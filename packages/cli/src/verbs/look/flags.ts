import { openSummary, packageName } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { hex, PackageError } from '@ukit/files'
import {
  comesWithGame,
  engineOf,
  explainFlags,
  flagsOfUpkg,
  type NativeCode,
  nativeCodeOf,
  networkRole,
  PackageTables,
  parseUpkg,
  type Upkg,
  upkgOfFlags,
  writeUpkg,
} from '@ukit/game'
import type { BatchVerb, FileProblem, Outcome, Work } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { displayWidth, padEnd, printable, wrap } from '../../terminal/text.js'

const OPTIONS = {
  all: { takes: 'nothing', does: 'Explain every flag that packages of this engine have, set or not' },
  upkg: { takes: 'nothing', data: true, does: 'Print the .upkg file that would compile the package with these flags' },
  ...COMMON_OPTIONS,
} as const satisfies Options

/** `ukit flags FILE…` */
export const flags: BatchVerb<typeof OPTIONS> = {
  when: [
    'A player is told "Downloading … not allowed", or a package never reaches players: three flags in ' +
      'its header decide that. This explains what the flags of a package mean in its engine.',
    'A FILE may also be a .upkg file, which says what flags a package is compiled with.',
    'To change them: ukit edit FILE flags +AllowDownload,-ServerSideOnly. To see whether what players ' +
      'load needs something that they never get: ukit game DIR.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, engine (1, 2, 3; null for .upkg), value (as 0x21), flags [{name, bit, set, kind ' +
        '("network", "content", "running"), meaning, otherwise}], players ("needed", "optional", ' +
        '"never"), download, text, comesWithGame, native {classes, libraries} or null, problems, error.',
    ],
  ],
  result: 'Exit status 1 when a file cannot be read, or a .upkg file has lines that the compiler does not understand.',
  examples: [
    ['ukit flags MyMod.u', 'what its flags mean'],
    ['ukit flags --json Maps | jq ".[] | select(.download | not) | .path"', 'maps that cannot be downloaded'],
    ['ukit flags --upkg MyMod.u > MyMod/Classes/MyMod.upkg', 'the compiler’s file for it'],
  ],
  // Of most files, only the tables are read.
  worthThreads: 'never',
  repeats: true,
  run: (call) => runBatch(flags, call, call.options),
  // Other files of a folder are not mentioned.
  inputs: async ({ positionals }) => ({ inputs: (await expand(positionals)).inputs, skipped: [] }),
  prepare(inputs, { options }) {
    if (options.upkg && inputs.length !== 1) throw new UsageError('flags --upkg takes one package')
  },
  between: ({ options }) => (options.upkg ? '' : '\n'),

  async *report(work): AsyncGenerator<string, Outcome> {
    const { input, settings, style } = work
    const { json, width, options } = settings
    const found = await flagsOf(work)
    if (json) yield* jsonElement(facts(input.path, found, null, options.all))
    else if (options.upkg) yield Buffer.from(writeUpkg(upkgOfFlags(found.value))).toString('latin1')
    else yield flagsText(input.path, found, options.all, width, style)
    const errors = found.upkg?.problems.map(({ message }) => message) ?? []
    return { failed: errors.length > 0, errors }
  },

  failure: ({ path }, error, { json, options }) =>
    json ? [...jsonElement(facts(path, undefined, error, options.all))].join('') : '',
}

type FlagsWork = Work<typeof OPTIONS>

/** The flags of one file. */
interface Flagged {
  readonly value: number
  /** The package's version; `undefined` for a `.upkg` file. */
  readonly version: number | undefined
  readonly upkg: Upkg | undefined
  /** Native classes; `undefined` when there are none, or the tables cannot be read. */
  readonly native: NativeCode | undefined
  /** Whether every copy of the game has a package of this name: then nobody needs it from a server. */
  readonly stock: boolean
}

async function flagsOf(work: FlagsWork): Promise<Flagged> {
  const { opened, settings, signal } = work
  const { source, fileName } = opened
  if (/\.upkg$/i.test(fileName)) {
    const upkg = parseUpkg(await source.slice(0, source.byteLength))
    return { value: flagsOfUpkg(upkg.options), version: undefined, upkg, native: undefined, stock: false }
  }
  const { game } = settings
  const forced = { game }
  const { summary } = await openSummary(source, { fileName, codecs: nodeCodecs, signal, ...forced })
  const native = await nativeOf(work)
  const { flags: value, version } = summary
  const stock = await comesWithGame(packageName(fileName), { game, engine: engineOf(version) })
  return { value, version, upkg: undefined, native, stock }
}

/**
 * The native classes in a package's tables; damaged tables are ignored, since the flags can still be read.
 */
async function nativeOf(work: FlagsWork): Promise<NativeCode | undefined> {
  const { source, fileName } = work.opened
  try {
    const pkg = await workPackage(work)
    return nativeCodeOf(PackageTables.of(pkg, { path: fileName, size: source.byteLength, modified: 0 }))
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}

function facts(path: string, found: Flagged | undefined, error: FileProblem | null, all: boolean) {
  if (found === undefined) return { path, engine: null, value: null, flags: [], error }
  const { value, version, upkg, native, stock } = found
  return {
    path,
    engine: version === undefined ? null : engineOf(version),
    value: hex(value),
    flags: explainFlags(value, version ?? 0, { all }).map(({ otherwise = null, bit, ...rest }) => ({
      ...rest,
      bit: hex(bit),
      otherwise,
    })),
    ...networkRole(value),
    comesWithGame: stock,
    native: native === undefined ? null : { classes: native.classes, libraries: native.libraries },
    problems: upkg?.problems.map(({ message }) => message) ?? [],
    error: null,
  }
}

function flagsText(
  path: string,
  { value, version, native, stock }: Flagged,
  all: boolean,
  width: number,
  style: Style,
): string {
  const meanings = explainFlags(value, version ?? 0, { all })
  const engine = version === undefined ? 'flags to compile with' : `Unreal Engine ${engineOf(version)}`
  const lines = [`${style.bold(printable(path))}: ${hex(value)}, ${engine}`, `  ${networkRole(value).text}`]
  if (stock) lines.push('  it comes with the game: players have it from there, whatever its flags say')
  if (native !== undefined) lines.push(`  ${nativeText(native)}`)
  const label = Math.max(...meanings.map(({ name }) => displayWidth(name))) + 6
  for (const { name, set, meaning, otherwise } of meanings) {
    const mark = set ? style.green('yes') : style.dim('no ')
    const text = set ? meaning : (otherwise ?? meaning)
    const room = Math.max(30, Math.min(width, 110) - label - 3)
    for (const [i, line] of wrap(text, room).entries()) {
      const head = i === 0 ? `  ${mark} ${padEnd(name, label - 5)}` : ' '.repeat(label + 1)
      lines.push(`${head} ${line}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Native classes, and the library that contains their code. */
function nativeText({ classes, libraries }: NativeCode): string {
  const shown = classes.slice(0, 3).map(printable).join(', ')
  const more = classes.length > 3 ? ` and ${classes.length - 3} more` : ''
  const where = libraries.length === 0 ? "the game's program" : libraries.map(printable).join(' or ')
  return `native classes (${shown}${more}): their code is in ${where}, without which the package does not load`
}
