import { nodeCodecs } from '@ukit/core/node'
import { verifyCache } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import type { Options } from '../../command/option.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { CACHE_DIR_NOTE, CACHE_OPTIONS, onlyDir, readOpened, withCache } from './folder.js'

const OPTIONS = {
  deep: { takes: 'nothing', does: 'Decode every object too, as ukit verify does' },
  ...CACHE_OPTIONS,
} as const satisfies Options

/** `ukit cache verify DIR` */
export const cacheVerify: Verb<typeof OPTIONS> = {
  when: [
    'A server kicks you, or the game downloads the same file again and again: a file in the cache may ' +
      'be cut off, damaged, or a different package than its name says. This checks every file and every ' +
      'line of cache.ini.',
  ],
  options: OPTIONS,
  notes: [
    [...CACHE_DIR_NOTE],
    [
      'Problems',
      'unreadable: not a package. guid, generation: the file is named after a different package than it ' +
        'contains. damaged: cut off, or its tables are broken. objects (with --deep): some do not decode, ' +
        'because they are damaged or were hidden by their author. unsafe-name: the real name is not a valid file ' +
        'name. dangling: a line of cache.ini without a file. unnamed: a file without a line. unknown: a file ' +
        'that no game puts there.',
    ],
    ['JSON', 'path, folder, ok, files, problems [{kind, file, name, message}], error.'],
  ],
  result: 'Exit status 0 when everything is in order, 1 when something is not, 2 for wrong usage.',
  examples: [
    ['ukit cache verify ~/UnrealTournament', 'the cache of a game'],
    ['ukit cache verify --deep Cache', 'with every object'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output, signal } = call
  const dir = onlyDir(call)
  const json = options.json
  const found = await withCache(dir, call, async (opened) => {
    const cache = await readOpened(opened, call)
    const problems = await verifyCache(folderFiles, cache, {
      deep: options.deep,
      codecs: nodeCodecs,
      signal,
      onProgress: (done, total) => output.progress.update(done, total, cache.folder, 'files'),
    })
    return { cache, problems }
  })
  if ('problem' in found) {
    if (json) await writeJson([{ path: dir, ok: false, error: found.problem }], output)
    return 1
  }
  const { cache, problems } = found
  const ok = problems.length === 0
  if (json) {
    const facts = {
      path: dir,
      folder: cache.folder,
      ok,
      files: cache.files.length,
      problems: problems.map(({ name = null, ...rest }) => ({ ...rest, name })),
      error: null,
    }
    await writeJson([facts], output)
    return ok ? 0 : 1
  }
  const { style } = output
  for (const { kind, file, name, message } of problems) {
    const called = name === undefined || kind === 'dangling' ? '' : ` (${printable(name)})`
    await output.write(`${style.red(kind)}  ${printable(file)}${called}: ${printable(message)}\n`)
  }
  const result = ok ? style.green('ok') : style.red(plural(problems.length, 'problem'))
  await output.write(`${result}  ${plural(cache.files.length, 'package')} in ${printable(cache.folder)}\n`)
  return ok ? 0 : 1
}
