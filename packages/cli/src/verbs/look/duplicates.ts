import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Input } from '@ukit/batch'
import { nodeCodecs } from '@ukit/core/node'
import { systemPath } from '@ukit/files/node'
import { type DuplicateGroup, findDuplicates, type PileFile } from '@ukit/inspect'
import { PLAIN_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { skippedText } from '../../inputs/skipped-text.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

const OPTIONS = {
  hashes: { takes: 'nothing', does: 'Print the SHA-256 of each file' },
  ...JSON_OPTION,
  ...ARCHIVES_OPTION,
} as const satisfies Options

/** `ukit duplicates FILE…` */
export const duplicates: Verb<typeof OPTIONS> = {
  when: [
    'You have a pile of packages and want to know what is there more than once: the same bytes, the same package ' +
      'compressed otherwise (.uz, .uz2, .uz3, or in chunks), and one GUID with different contents: conformed ' +
      'versions of a package, stripped copies for servers, or a build that was not given a new GUID.',
    'Nothing is changed or removed.',
  ],
  files: PLAIN_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'One element: files (number), wasted (bytes of further copies), groups [{kind ("same", "content", "guid"), key, ' +
        'files [{path, bytes, sha256, compression, guid}]}], problems [{path, message}]. Of "content" and "guid", one ' +
        'file of each set of copies is listed.',
    ],
  ],
  result: 'Exit status 1 only when a file cannot be read: duplicates are not a problem.',
  examples: [
    ['ukit duplicates ~/Downloads Maps', 'in two folders'],
    ['ukit duplicates --archives /srv/archive', 'in archives and installers, too'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  if (positionals.length === 0) throw new UsageError('duplicates needs at least one file or folder')
  const expanded = await expand(positionals, { others: true, archives: options.archives, backups: true })
  const found = await findDuplicates((await eachOnce(expanded.inputs)).map(pileFile), {
    codecs: nodeCodecs,
    sha256: async (pieces) => {
      const hash = createHash('sha256')
      for await (const piece of pieces) hash.update(piece)
      return hash.digest('hex')
    },
    signal,
    onProgress: (done, total, path) => output.progress.update(done, total, path, 'files'),
  })
  output.progress.clear()
  await closeContainers()
  const missing = expanded.inputs.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ path, message: problem }],
  )
  const problems = [...missing, ...found.problems]
  if (options.json) await writeJson([{ ...found, problems }], output)
  else {
    for (const group of found.groups) await output.write(groupText(group, options.hashes, output.style))
    await output.write(`${summary(found.files, found.groups, found.wasted)}\n`)
  }
  for (const { path, message } of problems) output.error(`${path}: ${message}`)
  const skipped = skippedText(expanded, { mayOpen: true })
  if (skipped !== undefined) output.note(skipped)
  return problems.length > 0 ? 1 : 0
}

/**
 * The inputs that can be read, each file once: what was named twice, or is below two folders that were named,
 * is not a copy of itself, and who deleted "the other" would lose it.
 */
async function eachOnce(inputs: readonly Input[]): Promise<Input[]> {
  const found = new Map<string, Input>()
  for (const input of inputs) {
    if (input.problem !== undefined) continue
    const real = await realpath(systemPath(input.file)).catch(() => resolve(input.file))
    const key = [real, ...input.inner].join('\0')
    if (!found.has(key)) found.set(key, input)
  }
  return [...found.values()]
}

function pileFile(input: Input): PileFile {
  return {
    path: input.path,
    open: () => openInput(input, { asIs: true }),
    openInside: () => openInput(input),
  }
}

const HEADINGS: Readonly<Record<DuplicateGroup['kind'], string>> = {
  same: 'the same bytes',
  content: 'the same package, compressed otherwise',
  guid: 'one GUID, different contents',
}

function groupText({ kind, key, files }: DuplicateGroup, hashes: boolean, style: Style): string {
  const size = kind === 'same' ? `: ${plural(files[0]?.bytes ?? 0, 'byte')} each` : kind === 'guid' ? `: ${key}` : ''
  const lines = files.map(({ path, bytes, compression, sha256 }) => {
    const facts = [
      ...(kind === 'same' ? [] : [plural(bytes, 'byte')]),
      ...(compression === null ? [] : [compression]),
      ...(hashes ? [sha256] : []),
    ]
    return `  ${printable(path)}${facts.length === 0 ? '' : `  ${style.dim(facts.join(', '))}`}\n`
  })
  return `${style.bold(`${HEADINGS[kind]}${size}`)}\n${lines.join('')}\n`
}

function summary(files: number, groups: readonly DuplicateGroup[], wasted: number): string {
  const of = (kind: DuplicateGroup['kind']) => groups.filter((group) => group.kind === kind).length
  const parts = [
    `${plural(of('same'), 'group')} of copies (${plural(wasted, 'byte')} could be saved)`,
    `${count(of('content'))} of the same package compressed otherwise`,
    `${count(of('guid'))} of one GUID with different contents`,
  ]
  return `${plural(files, 'file')}: ${parts.join(', ')}`
}
