import { type CachedFile, cacheKeyText, type InferredName, type PackageCache } from '@ukit/game'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Style } from '../../terminal/style.js'
import { displayWidth, padEnd, padStart, plural, printable, shortBytes } from '../../terminal/text.js'
import { CACHE_DIR_NOTE, CACHE_OPTIONS, namesOf, onlyDir, readOpened, withCache } from './folder.js'

const OPTIONS = CACHE_OPTIONS

/** `ukit cache ls DIR` */
export const cacheLs: Verb<typeof OPTIONS> = {
  when: [
    'You want to know what servers have put into your cache: each file with its real name, GUID, size, ' +
      'version and last use; names that come in several versions; lines of cache.ini without a file, and ' +
      'files without a line.',
    'Games before UT 436 keep no cache.ini. Names are then worked out from the packages themselves and ' +
      'from what other packages need from them.',
  ],
  options: OPTIONS,
  notes: [
    [...CACHE_DIR_NOTE],
    [
      'Names',
      'A name without a mark is from cache.ini. * marks a name that is certain: the package states it, ' +
        'or another package needs exactly these objects from a missing package. ? marks a guess from the ' +
        'title of the level, the only class or the only group.',
    ],
    [
      'JSON',
      'path, folder, extension, style ("ue1", "ue2.5" or null), ini (path or null), files [{file, ' +
        'guid, generation, name, realName, inferred {fileName, content, evidence, sure, why} or null, ' +
        'size, modified, version, licensee, packageGuid, generations [{exports, names}], flags, error}], ' +
        'dangling [{key, name}], unnamed [files], temporary, unknown, versions [{name, files}], error.',
    ],
  ],
  examples: [
    ['ukit cache ls ~/.utpg/Cache', 'what is in it'],
    ['ukit cache ls ~/UnrealTournament', 'the cache of a game'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output } = call
  const dir = onlyDir(call)
  const json = options.json
  const found = await withCache(dir, call, async (opened) => {
    const cache = await readOpened(opened, call)
    return { cache, names: await namesOf(opened, cache, call) }
  })
  if ('problem' in found) {
    if (json) await writeJson([{ path: dir, error: found.problem }], output)
    return 1
  }
  const { cache, names } = found
  if (json) await writeJson([cacheFacts(dir, cache, names)], output)
  else for (const text of cacheTable(cache, names, output.style)) await output.write(text)
  return 0
}

/** A cache as JSON. */
function cacheFacts(path: string, cache: PackageCache, names: ReadonlyMap<string, InferredName>) {
  return {
    path,
    folder: cache.folder,
    extension: cache.extension,
    style: cache.style ?? null,
    ini: cache.iniPath ?? null,
    files: cache.files.map((file) => {
      const { package: pkg, error } = file
      const inferred = names.get(file.path) ?? null
      return {
        file: file.fileName,
        guid: file.guid.toString(),
        generation: file.generation,
        name: file.realName ?? inferred?.fileName ?? null,
        realName: file.realName ?? null,
        inferred,
        size: file.size,
        modified: new Date(file.modified).toISOString(),
        version: pkg?.version ?? null,
        licensee: pkg?.licensee ?? null,
        packageGuid: pkg?.guid.toString() ?? null,
        generations:
          pkg?.generations.map(({ exportCount, nameCount }) => ({ exports: exportCount, names: nameCount })) ?? [],
        flags: pkg?.flags ?? null,
        error: error?.message ?? pkg?.damage ?? null,
      }
    }),
    dangling: cache.dangling.map(({ key, name }) => ({ key, name })),
    unnamed: cache.iniPath === undefined ? [] : unnamedOf(cache).map(({ fileName }) => fileName),
    temporary: cache.temporary.map(({ name }) => name),
    unknown: cache.unknown.map(({ name }) => name),
    versions: [...cache.versions.values()].map((files) => ({
      name: files[0]?.realName ?? '',
      files: files.map(({ fileName }) => fileName),
    })),
    error: null,
  }
}

function unnamedOf({ files }: PackageCache): readonly CachedFile[] {
  return files.filter(({ realName }) => realName === undefined)
}

function* cacheTable(cache: PackageCache, names: ReadonlyMap<string, InferredName>, style: Style): Generator<string> {
  const rows = cache.files
    .map((file) => ({ file, name: markedName(file, names.get(file.path)) }))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const width = Math.min(40, Math.max(4, ...rows.map(({ name }) => displayWidth(name))))
  for (const { file, name } of rows) {
    const { package: pkg, error } = file
    const facts =
      pkg === undefined ? style.red('unreadable') : `v${pkg.version}${generationsText(pkg.generations.length)}`
    const date = new Date(file.modified).toISOString().slice(0, 10)
    const wrong = error ?? (pkg !== undefined && !pkg.guid.equals(file.guid) ? 'another GUID in it' : pkg?.damage)
    const mark = wrong === undefined ? '' : `  ${style.red(pkg === undefined ? '' : 'damaged')}`
    yield `${padEnd(name, width)}  ${padStart(shortBytes(file.size), 9)}  ${date}  ${style.dim(cacheKeyText(file))}  ${facts}${mark}`.trimEnd() +
      '\n'
  }
  const total = cache.files.reduce((sum, { size }) => sum + size, 0)
  yield `${rows.length === 0 ? '' : '\n'}${style.bold(plural(rows.length, 'package'))}, ` +
    `${shortBytes(total)} in ${printable(cache.folder)}\n`
  yield* problemLines(cache, style)
}

function* problemLines(cache: PackageCache, style: Style): Generator<string> {
  const { iniPath, dangling, temporary, unknown, versions } = cache
  if (iniPath === undefined && cache.files.length > 0) yield '  no cache.ini: names are worked out from the packages\n'
  const unnamed = iniPath === undefined ? [] : unnamedOf(cache)
  if (unnamed.length > 0) yield `  ${plural(unnamed.length, 'file')} that cache.ini does not name\n`
  if (dangling.length > 0) {
    const some = dangling
      .slice(0, 5)
      .map(({ name }) => printable(name))
      .join(', ')
    const more = dangling.length > 5 ? `, and ${dangling.length - 5} more` : ''
    yield `  ${plural(dangling.length, 'line')} of cache.ini without a file: ${style.dim(some + more)}\n`
  }
  for (const files of versions.values()) {
    const guids = files.map((file) => cacheKeyText(file)).join(', ')
    yield `  ${plural(files.length, 'version')} of ${printable(files[0]?.realName ?? '')}: ${style.dim(guids)}\n`
  }
  if (temporary.length > 0) yield `  ${plural(temporary.length, 'temporary file')} of downloads that stopped\n`
  if (unknown.length > 0) {
    yield `  ${plural(unknown.length, 'other file')}: ${style.dim(
      unknown
        .slice(0, 5)
        .map(({ name }) => printable(name))
        .join(', '),
    )}\n`
  }
}

function markedName(file: CachedFile, inferred: InferredName | undefined): string {
  if (file.realName !== undefined) return printable(file.realName)
  if (inferred === undefined || inferred.evidence === 'guid') return '?'
  return `${printable(inferred.fileName)}${inferred.sure ? ' *' : ' ?'}`
}

function generationsText(count: number): string {
  return count > 1 ? `, ${plural(count, 'generation')}` : ''
}
