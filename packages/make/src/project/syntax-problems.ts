import { expandMacros, type MacroOptions } from '@ukit/script/syntax'
import type { SourceFileText } from '../build.js'
import type { ParsedTexts } from '../sources/parsed-texts.js'
import type { ProjectProblem, ProjectTexts } from './project-problem.js'
import { classNameOf } from './source-facts.js'

/**
 * *What is wrong with texts by themselves*: all that can be said of them while the classes of their package
 * do not fit together.
 *
 * @param macros of UE3, whose texts have them; `undefined` for texts without.
 */
export function syntaxProblems(
  packageName: string,
  files: readonly SourceFileText[],
  texts: ProjectTexts,
  parsed: ParsedTexts,
  macros: MacroOptions | undefined,
): ProjectProblem[] {
  return files.flatMap(({ file, text }) => {
    const expanded = macros === undefined ? undefined : expandMacros(text, { ...macros, className: classNameOf(file) })
    const { file: tree, problems } = parsed.parse(expanded?.text ?? text)
    // A text without a class is one mistake, not one for each of its lines.
    if (tree.header === null) return []
    const at = (offset: number) => expanded?.sourceOffset(offset) ?? offset
    return problems.map(({ level, message, start, end }) => {
      const place = texts.span(file, at(start), Math.max(at(start), at(end)))
      return { severity: level, package: packageName, message, ...place }
    })
  })
}
