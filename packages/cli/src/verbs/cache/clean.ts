import { type CleanPlan, planClean } from '@ukit/game'
import { type CleanedCache, cleanCache } from '@ukit/game/node'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable, shortBytes } from '../../terminal/text.js'
import { CACHE_DIR_NOTE, CACHE_OPTIONS, type OpenedCache, onlyDir, readOpened, withCache } from './folder.js'

const OPTIONS = {
  days: {
    takes: 'value',
    value: 'N',
    does: 'Days without use; 0 means never',
    default: 'PurgeCacheDays of the game’s ini',
    read: wholeNumber(0, 999_999),
  },
  dangling: { takes: 'nothing', does: 'Also remove lines of cache.ini whose file is missing' },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Only print what would be removed' },
  ...CACHE_OPTIONS,
} as const satisfies Options

/** `ukit cache clean DIR` */
export const cacheClean: Verb<typeof OPTIONS> = {
  when: [
    'The cache grows and grows. This removes what the game itself would remove when it starts: ' +
      'leftover temporary files, then packages that have not been used for a number of days, and their ' +
      'lines in cache.ini. Nothing else is ever touched.',
    'The number of days comes from --days, or from PurgeCacheDays in the ini if DIR is a game. 0 means ' +
      'never: then only temporary files are removed. Use --dry-run first to see what would be removed.',
  ],
  options: OPTIONS,
  notes: [
    [...CACHE_DIR_NOTE],
    ['Temporary files', 'A file that was written to within the last hour stays: it may be a download in progress.'],
    [
      'JSON',
      'path, folder, days, dryRun, temporary [names], expired [{file, name, size, modified}], entries ' +
        '(lines removed from cache.ini), bytes, error.',
    ],
  ],
  examples: [
    ['ukit cache clean ~/UnrealTournament --dry-run', 'what the game would remove'],
    ['ukit cache clean Cache --days 90', 'what was not used for 90 days'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output, signal } = call
  const dir = onlyDir(call)
  const json = options.json
  const dryRun = options['dry-run']
  const wanted = options.days
  const found = await withCache(dir, call, async (opened) => {
    const days = wanted ?? fromIni(opened)
    const cache = await readOpened(opened, call)
    const plan = planClean(cache, { days, now: Date.now(), dangling: options.dangling })
    return { cache, days, plan, cleaned: dryRun ? planned(plan) : await cleanCache(cache, plan, signal) }
  })
  if ('problem' in found) {
    if (json) await writeJson([{ path: dir, error: found.problem }], output)
    return 1
  }
  const { cache, days, plan, cleaned } = found
  if (json) {
    const facts = {
      path: dir,
      folder: cache.folder,
      days,
      dryRun,
      temporary: plan.temporary.map(({ name }) => name),
      expired: cleaned.expired.map(({ fileName, realName = null, size, modified }) => ({
        file: fileName,
        name: realName,
        size,
        modified: new Date(modified).toISOString(),
      })),
      entries: cleaned.entries,
      bytes: cleaned.bytes,
      error: null,
    }
    await writeJson([facts], output)
    return 0
  }
  const verb = dryRun ? 'would be removed' : 'removed'
  for (const { name } of plan.temporary) await output.write(`${verb}  ${printable(name)}\n`)
  for (const { fileName, realName, modified } of cleaned.expired) {
    const called = realName === undefined ? '' : ` ${printable(realName)}`
    await output.write(`${verb}  ${fileName}${called}, last used ${new Date(modified).toISOString().slice(0, 10)}\n`)
  }
  if (dryRun)
    for (const { key, name } of plan.dangling) await output.write(`${verb}  the line ${key}=${printable(name)}\n`)
  const kept = cache.files.length - cleaned.expired.length
  const rule = days === 0 ? 'packages never expire' : `${plural(days, 'day')} without use`
  await output.write(
    `${plural(cleaned.expired.length, 'package')} and ${plural(cleaned.temporary, 'temporary file')} ` +
      `${verb} (${rule}), ${shortBytes(cleaned.bytes)}; ${plural(cleaned.entries, 'line')} of cache.ini; ` +
      `${plural(kept, 'package')} kept\n`,
  )
  return 0
}

/** The age set in the game's ini; without an ini, no file is removed by an age that nobody set. */
function fromIni({ install }: OpenedCache): number {
  if (install?.iniPath !== undefined) return install.settings.purgeCacheDays
  throw new UsageError('cache clean needs a number of days: --days N, or a game with an ini as DIR')
}

function planned(plan: CleanPlan): CleanedCache {
  return {
    temporary: plan.temporary.length,
    expired: plan.expired,
    entries: plan.dangling.length + plan.expired.filter(({ realName }) => realName !== undefined).length,
    bytes: plan.bytes,
  }
}
