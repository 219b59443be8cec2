import { ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { searchCode } from '@ukit/script/analysis'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable, printableLines } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse } from './analysis.js'
import { basePackages } from './base-packages.js'

const OPTIONS = {
  bytecode: { takes: 'nothing', does: 'Search the bytecode instead of source' },
  case: { takes: 'nothing', short: 'c', does: 'Match upper and lower case' },
  ...ANALYSIS_OPTIONS,
} as const satisfies Options

/** `ukit script grep PATTERN FILE…` */
export const scriptGrep: Verb<typeof OPTIONS> = {
  when: [
    'You look for code: the lines of source that match, with the class, the function and the line. Classes that ' +
      'carry no text are decompiled for it (as ukit decompile prints them), default properties included.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    ['PATTERN', 'A regular expression of JavaScript; anything else is searched for literally.'],
    [
      'JSON',
      'path, matches [{object, line, text, in}]; object is the function, state or class; in is text (of the ' +
        'package), decompiled or bytecode, where line is the position of the statement.',
    ],
  ],
  result: 'Exit status 1 when nothing matches or a file cannot be read.',
  examples: [
    ['ukit script grep "TakeDamage\\(" System/*.u', 'every line that has it'],
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
  const status = await analyse(files, options, call, async ({ packages, world }) => {
    const codec = await nodeCodecs.zlib()
    const all: { path: string; matches: unknown[] }[] = []
    for (const { path, pkg } of packages) {
      const found: unknown[] = []
      const reader = await ObjectReader.open(pkg, { packages: await basePackages(path, options) })
      for await (const match of searchCode(reader, pattern, { world, codec, signal, bytecode: options.bytecode })) {
        matches++
        if (options.json) {
          found.push(match)
          continue
        }
        const { object, line, text } = match
        const place = match.in === 'bytecode' ? `0x${line.toString(16).toUpperCase().padStart(4, '0')}` : `${line}`
        const name = `${printable(pkg.name)}.${printable(object)}:${place}:`
        await output.write(`${output.style.dim(name)} ${printableLines(text)}\n`)
      }
      all.push({ path, matches: found })
    }
    if (options.json) await writeJson(all, call.output)
  })
  if (matches === 0 && status === 0 && !options.json) call.output.note('no line matches')
  return matches === 0 ? 1 : status
}

function patternOf(word: string, flags: string): RegExp {
  try {
    return new RegExp(word, flags)
  } catch {
    return new RegExp(word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags)
  }
}
