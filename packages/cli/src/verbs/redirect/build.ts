import { BUILD_REDIRECT_DEFAULTS, type BuiltRedirect, buildRedirect, type LeftOut, UZ_FORMATS } from '@ukit/server'
import { problemOf } from '../../batch/one-file.js'
import { BATCH_OPTIONS, FORCE_OPTION, jsonOption, type Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonWithPath } from '../../inputs/reason.js'
import { EqualErrors } from '../../terminal/equal-errors.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable, shortBytes } from '../../terminal/text.js'
import { POLICY_OPTIONS, policyOf, withoutUndefined } from './options.js'

const FORMATS = ['auto', ...UZ_FORMATS, 'plain'] as const

const OPTIONS = {
  format: {
    takes: 'list',
    value: 'FORMATS',
    choices: FORMATS,
    does:
      'Files to make of each package, separated by commas: auto goes by its engine, plain is the ' +
      'package itself; any of',
    default: BUILD_REDIRECT_DEFAULTS.formats.join(','),
  },
  ...POLICY_OPTIONS,
  ...FORCE_OPTION,
  ...BATCH_OPTIONS,
  json: jsonOption(''),
} as const satisfies Options

/** `ukit redirect build DIR… OUT` */
export const redirectBuild: Verb<typeof OPTIONS> = {
  when: [
    'You have web space, S3 or a CDN and want to use it as the redirect of your game server: OUT gets ' +
      'every package of DIR that players may download, compressed as their game asks for it, all in one ' +
      'folder, with index.html and manifest.json.',
    'Run it again after changes: only what has changed is compressed.',
  ],
  options: OPTIONS,
  notes: [
    [
      'OUT',
      'Files that an earlier build made are removed when their package is gone. Nothing else in OUT is ever removed.',
    ],
    [
      'JSON',
      'out, packages [{name, size, guid, version, licensee, generations, engine, flags, sha256, ' +
        'source, modified, files [{name, size, sha256}]}], written, kept, removed, leftOut [{name, ' +
        'reason, cause}], failed [{name, reason}], collisions [{served, hidden}], grown, error.',
    ],
  ],
  examples: [
    ['ukit redirect build ~/UnrealTournament redirect', 'then copy the folder to the web server'],
    ['ukit redirect build System Maps redirect --format auto,plain', 'for players whose game cannot decompress'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const out = positionals.at(-1)
  const folders = positionals.slice(0, -1)
  if (out === undefined || folders.length === 0) {
    throw new UsageError(`redirect build needs folders to take packages from, and one to make`)
  }
  const { format: formats, jobs } = options
  const json = options.json
  try {
    const built = await buildRedirect(folders, out, {
      ...withoutUndefined({ formats, jobs }),
      ...(await policyOf(options, folders)),
      force: options.force,
      signal,
      onProgress: (done, total, name) => output.progress.update(done, total, name, 'packages'),
    })
    output.progress.clear()
    await report(out, built, json, call)
    return built.failed.length > 0 ? 1 : 0
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(problem.kind === 'io' ? reasonWithPath(error) : problem.message)
    if (json) await writeJson([{ out, error: problem }], output)
    return 1
  }
}

/** Whether a file is left out because it comes with the game: of those there are hundreds. */
function isStock({ cause }: LeftOut): boolean {
  return cause === 'stock'
}

async function report(
  out: string,
  built: BuiltRedirect,
  json: boolean,
  { output }: Call<typeof OPTIONS>,
): Promise<void> {
  const { packages, written, kept, removed, leftOut, failed, collisions, grown, notes } = built
  const errors = new EqualErrors(output)
  for (const { name, reason } of failed) errors.add(name, reason)
  errors.finish()
  for (const { served, hidden } of collisions) {
    output.note(`${hidden.path} is hidden by ${served.path}: a redirect has only one file of each name`)
  }
  for (const text of notes) output.note(printable(text))
  if (packages.length + leftOut.length + failed.length === 0) output.note('there is no package in these folders')
  for (const name of grown) {
    if (name.endsWith('.uz'))
      output.note(`${name} is larger than the package: clients of Unreal Tournament before 469 crash on it`)
  }
  if (json) {
    const pairs = collisions.map(({ served, hidden }) => ({ served: served.path, hidden: hidden.path }))
    const element = {
      out,
      packages,
      written,
      kept,
      removed,
      leftOut,
      failed,
      collisions: pairs,
      grown,
      notes,
      error: null,
    }
    await writeJson([element], output)
    return
  }
  const sizes = packages.flatMap(({ files }) => files.map(({ size }) => size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  for (const { name, reason } of leftOut.filter((one) => !isStock(one)))
    await output.write(`left out  ${printable(name)}: ${reason}\n`)
  const stock = leftOut.filter(isStock).length
  if (stock > 0)
    await output.write(`left out  ${plural(stock, 'package')} that players have from the game; --stock includes them\n`)
  await output.write(
    `${output.style.green('ok')}  ${out}: ${plural(packages.length, 'package')}, ${shortBytes(total)}; ` +
      `${plural(written.length, 'file')} made, ${kept.length} unchanged, ${removed.length} removed\n`,
  )
}
