import { ObjectReader } from '@ukit/core'
import { searchCode } from '@ukit/script'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse, writeJson } from './analysis.js'

const OPTIONS = {
  bytecode: { takes: 'nothing', does: 'Search the bytecode of classes with source, too' },
  case: { takes: 'nothing', short: 'c', does: 'Tell upper from lower case' },
  ...ANALYSIS_OPTIONS,
} as const satisfies Options

/** `ukit script grep PATTERN FILE…` */
export const scriptGrep: Verb<typeof OPTIONS> = {
  when: [
    'You look for code: the lines of the source in packages that match; of classes without source, the ' +
      'statements of their bytecode (as ukit disasm prints them).',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    ['PATTERN', 'A regular expression, as JavaScript has them; what is none is searched as it is.'],
    ['JSON', 'path, matches [{object, line, text, isSource}]; in bytecode, line is the position of the statement.'],
  ],
  result: 'Exit status 1 when nothing matches or a file cannot be read.',
  examples: [
    ['ukit script grep "TakeDamage\\(" System/*.u', 'who writes it'],
    ['ukit script grep --bytecode GotoState Mod.u', 'in the bytecode'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output, signal } = call
  const [word, ...files] = call.positionals
  if (word === undefined || files.length === 0) throw new UsageError('script grep needs a pattern and a file')
  const pattern = patternOf(word, options.case ? '' : 'i')
  let matches = 0
  const status = await analyse(files, options, call, async ({ packages }) => {
    const all: { path: string; matches: unknown[] }[] = []
    for (const { path, pkg } of packages) {
      const found: unknown[] = []
      for await (const match of searchCode(await ObjectReader.open(pkg), pattern, { bytecode: options.bytecode })) {
        signal.throwIfAborted()
        matches++
        if (options.json) {
          found.push(match)
          continue
        }
        const { object, line, text, isSource } = match
        const place = isSource ? `${line}` : `0x${line.toString(16).toUpperCase().padStart(4, '0')}`
        const name = `${printable(pkg.name)}.${printable(object)}:${place}:`
        await output.write(`${output.style.dim(name)} ${printable(text)}\n`)
      }
      all.push({ path, matches: found })
    }
    if (options.json) await writeJson(all, call)
  })
  return matches === 0 ? 1 : status
}

function patternOf(word: string, flags: string): RegExp {
  try {
    return new RegExp(word, flags)
  } catch {
    return new RegExp(word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags)
  }
}
