import type { Package, PackageSet } from '@ukit/core'
import { SourceError } from '@ukit/files'
import { type SourceFileText, type VerifiedMake, verifyMake } from '@ukit/make'
import { sourcesForVerify } from '@ukit/make/node'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { workPackage } from '../../batch/work-package.js'
import { InputError } from '../../command/usage-error.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'
import { basePackages } from '../script/base-packages.js'
import type { MAKE_OPTIONS } from './options.js'

/** Maximum number of differences that are printed for one file. */
const MOST_DIFFERENCES = 5

/** How `ukit make --verify` processes files. */
export const verifyReport: Pick<
  BatchVerb<typeof MAKE_OPTIONS>,
  'worthThreads' | 'between' | 'report' | 'failure' | 'tail'
> = {
  worthThreads: { files: 2, bytes: 4e6 },
  between: () => '',

  async *report({ input, opened, settings, style, signal }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const packages = await basePackages(input.file, options)
    const sources = options.sources === undefined ? undefined : await sourcesOf(options.sources, pkg, packages)
    const verified = await verifyMake(pkg, {
      packages,
      signal,
      ...(sources === undefined ? {} : { sources }),
      defaults: options.defaults,
    })
    const { classes, identicalClasses, differences, problems } = verified
    if (json) yield* jsonElement({ path: input.path, ...verified, error: null })
    else {
      yield headText(input.path, verified, style)
      yield* otherBases(verified)
      const lines = [
        ...problems
          .filter(({ missingPackage }) => missingPackage === undefined)
          .map(({ file, line, message }) => `${file}(${line}): ${message}`),
        ...differences.map(({ object, field, message }) => `${[object, field].filter(Boolean).join(': ')}: ${message}`),
      ]
      for (const line of options.all ? lines : lines.slice(0, MOST_DIFFERENCES)) yield `        ${printable(line)}\n`
      const left = lines.length - MOST_DIFFERENCES
      if (left > 0 && !options.all) yield `        and ${count(left)} more (--all)\n`
    }
    const failed = identicalClasses < classes || isUnknown(verified)
    return { failed, errors: [], counts: { classes, identicalClasses } }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const nothing = { classes: 0, identicalClasses: 0, identical: false, differences: [] }
    return [...jsonElement({ path: input.path, ...nothing, error })].join('')
  },

  tail: (files, failed, { classes = 0, identicalClasses = 0 }, style) => {
    const what =
      `${plural(files, 'file')}, ${count(identicalClasses)} of ` + `${plural(classes, 'class', 'classes')} identical`
    return `\n${failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))}  ${what}\n`
  },
}

/** Whether the package has classes that were compiled, and none of them could be compared. */
function isUnknown({ unverified }: VerifiedMake): boolean {
  return unverified !== undefined && unverified !== 'no classes' && unverified !== 'not compiled'
}

function headText(path: string, verified: VerifiedMake, style: Style): string {
  const { classes, identicalClasses, skipped, uncompiled, unverified, againstOthers } = verified
  const packagesOf = (list: readonly { readonly package: string }[]) =>
    printable([...new Set(list.map((one) => one.package))].join(', '))
  const needs = skipped.length === 0 ? '' : `${count(skipped.length)} skipped: they need ${packagesOf(skipped)}`
  if (unverified !== undefined) {
    const mark = isUnknown(verified) ? style.red('failed') : style.green('ok    ')
    return `${mark}  nothing verified: ${WHY_NONE[unverified]}${needs && `, ${needs}`}  ${printable(path)}\n`
  }
  const mark = identicalClasses === classes ? style.green('ok    ') : style.red('failed')
  const others =
    againstOthers.length === 0
      ? ''
      : `, ${count(againstOthers.length)} compiled against a different ${packagesOf(againstOthers)} than the one available`
  const missing = needs && `, ${needs}`
  const editor = uncompiled.length === 0 ? '' : `, ${count(uncompiled.length)} skipped: not made by a compiler`
  return (
    `${mark}  ${count(identicalClasses)} of ${plural(classes, 'class', 'classes')} ` +
    `identical${others}${missing}${editor}  ${printable(path)}\n`
  )
}

/**
 * A line for each base package that is mostly a different revision: the differences then say nothing about
 * the package.
 */
function* otherBases({ baseRevisions, identicalClasses, classes }: VerifiedMake): Generator<string> {
  if (identicalClasses === classes) return
  for (const { package: name, same, other } of baseRevisions) {
    if (other <= same) continue
    const counts =
      `${count(other)} of the ${plural(same + other, 'class', 'classes')} that it uses ` +
      `${other === 1 ? 'differs' : 'differ'}`
    yield `        ${printable(name)} is not the package that it was compiled with: ${counts} (--packages)\n`
  }
}

const WHY_NONE: Readonly<Record<NonNullable<VerifiedMake['unverified']>, string>> = {
  'no classes': 'it has no classes',
  'no text': 'its classes have no text',
  'not compiled': 'its classes were made by the editor, not by a compiler',
  'missing packages': 'no class can be compiled without the missing packages',
}

/** The sources in a folder, or why there are none. */
async function sourcesOf(folder: string, pkg: Package, packages: PackageSet): Promise<readonly SourceFileText[]> {
  try {
    return await sourcesForVerify(folder, pkg, packages)
  } catch (error) {
    if (error instanceof SourceError) throw new InputError(`--sources: ${error.message}`, { cause: error })
    throw error
  }
}
