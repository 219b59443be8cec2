import type { Package } from '@ukit/core'
import { checkSources, type SourceCheck, type SourceCheckOptions } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { compilerTraits } from '../draft/traits.js'
import { preprocessedTexts, type SourceFileText } from './class-source.js'

/** How the texts of a package are checked. */
export interface CheckTextsOptions extends Omit<SourceCheckOptions, 'code'> {
  /** The package that they belong to. */
  readonly packageName: string
  /** The package whose compiler's rules count; the first of the bases by default. */
  readonly like?: Package | undefined
  /**
   * Code is compiled too; else only when something else is wrong, to say all at once: what builds the texts
   * compiles it anyway.
   */
  readonly code: boolean
}

/**
 * *Everything that is checked before texts are compiled*: the same for `make`, for classes that are put into
 * a finished package, and for `script check`.
 *
 * @param bases the packages that they may refer to.
 * @returns a check for each text, in their order.
 */
export async function checkTexts(
  files: readonly SourceFileText[],
  bases: readonly Package[],
  { packageName, like = bases[0], code, ...options }: CheckTextsOptions,
): Promise<SourceCheck[]> {
  const { packages, base } = options
  const isPreprocessed = like !== undefined && compilerTraits(like).preprocesses
  const known = isPreprocessed ? await loadWorld(bases, { packages, base }) : base
  const texts = isPreprocessed && known !== undefined ? preprocessedTexts(files, known) : files
  const sources = texts.map(({ file, text }) => ({ packageName, path: file, text }))
  const check = (withCode: boolean) => checkSources(sources, bases, { ...options, code: withCode })
  const checks = await check(code)
  // Cheap, and nearly always all that is wrong.
  return !code && checks.some(({ problems }) => problems.some(({ level }) => level === 'error')) ? check(true) : checks
}
