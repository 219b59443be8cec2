import { nodeCodecs } from '@ukit/core/node'
import { compareClassText, type ProofSkip, type TextDifference } from '@ukit/script/analysis'
import { environmentOf } from '@ukit/script/compile'
import { compareDeclarations, type DeclarationDifference, decompileClass, sourceText } from '@ukit/script/decompile'
import { parseSource } from '@ukit/script/syntax'
import type { Outcome } from '../../batch/batch-verb.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'
import type { DecompileWork } from './decompile-work.js'

/** The result of comparing the code of a package's classes with their text. */
interface PackageComparison {
  /** Functions and states. */
  scripts: number
  equal: number
  neutral: number
  readonly differences: TextDifference[]
  readonly declarations: { compared: number; equal: number; readonly differences: TextDifference[] }
  /** Functions and states that cannot be compared without a missing package. */
  readonly unjudged: ProofSkip[]
  /** Classes without a text. */
  skipped: number
}

/** Reports where the code of a package differs from the text that it contains. */
export async function* compareText(work: DecompileWork, json: boolean, style: Style): AsyncGenerator<string, Outcome> {
  const found = await comparePackage(work)
  const { differences, declarations } = found
  const { input, world } = work
  if (json) yield* jsonElement({ path: input.path, ...found, missing: world.missingPackages, error: null })
  else {
    const all = [...differences, ...declarations.differences]
    const mark = all.length === 0 ? style.green('equal') : style.red('different')
    yield `${mark}  ${style.bold(printable(input.path))}: ${summary(found)}\n`
    for (const { object, cause } of all) yield `  ${printable(object)}: ${printable(cause)}\n`
  }
  const counts = { scripts: found.scripts, equal: found.equal, skipped: found.skipped }
  return { failed: differences.length > 0, errors: [], counts }
}

async function comparePackage(work: DecompileWork): Promise<PackageComparison> {
  const { reader, world, names, print, classes } = work
  const env = environmentOf(reader.package, world)
  const zlib = await nodeCodecs.zlib()
  const sum: PackageComparison = {
    scripts: 0,
    equal: 0,
    neutral: 0,
    differences: [],
    declarations: { compared: 0, equal: 0, differences: [] },
    unjudged: [],
    skipped: 0,
  }
  for (const [index, exported] of classes.entries()) {
    work.signal.throwIfAborted()
    work.progress(index, classes.length, 'classes')
    const source = await sourceText(reader, exported, zlib, true)
    const symbol = world.symbolOf(exported)
    if (source === undefined || symbol?.kind !== 'class') {
      sum.skipped++
      continue
    }
    const compared = compareClassText(env, symbol, source.text)
    sum.scripts += compared.scripts
    sum.equal += compared.equal
    sum.neutral += compared.neutral
    sum.differences.push(...compared.differences)
    sum.unjudged.push(...compared.skipped)
    const { file } = await decompileClass(reader, exported, { print, names })
    const declared = compareDeclarations(file, parseSource(source.text).file, reader.package)
    const { declarations } = sum
    declarations.compared += declared.compared
    declarations.equal += declared.compared - declared.differences.length
    declarations.differences.push(...declared.differences.map((found) => withPath(exported.path, found)))
  }
  return sum
}

function withPath(path: string, { name, cause }: DeclarationDifference): TextDifference {
  return { object: name === '' ? path : `${path}.${name}`, cause }
}

function summary({ scripts, equal, neutral, declarations, unjudged, skipped }: PackageComparison): string {
  const apart = neutral === 0 ? '' : ` (${count(neutral)} in a different form with the same bytes)`
  const needed = [...new Set(unjudged.map((one) => one.package))].join(', ')
  const left = unjudged.length === 0 ? '' : `, ${count(unjudged.length)} skipped: they need ${printable(needed)}`
  const without = skipped === 0 ? '' : `; ${plural(skipped, 'class', 'classes')} without text`
  return (
    `${count(equal)} of ${plural(scripts, 'function or state', 'functions and states')} equal${apart}${left}, ` +
    `${count(declarations.equal)} of ${plural(declarations.compared, 'declaration')}${without}`
  )
}
