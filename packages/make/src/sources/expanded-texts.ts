import { expandMacros, LineStarts, type MacroOptions } from '@ukit/script/syntax'
import type { SourceFileText } from './class-source.js'

/** A text as it is compiled. */
export interface ExpandedSource extends SourceFileText {
  /** Where a place of the text was before macros were replaced. */
  placeBefore(line: number, column: number): { readonly line: number; readonly column: number }
}

/**
 * *Texts with the macros of UE3 replaced*; those of other engines as they are.
 *
 * @param classNames what `` `{ClassName} `` is in each.
 */
export function expandedTexts(
  files: readonly SourceFileText[],
  engine: number,
  macros: MacroOptions | undefined,
  classNames: readonly string[],
): ExpandedSource[] {
  return files.map(({ file, text }, index) => {
    if (engine !== 3) return { file, text, placeBefore: (line, column) => ({ line, column }) }
    const expanded = expandMacros(text, { ...macros, className: classNames[index] ?? '' })
    let lines: { readonly after: LineStarts; readonly before: LineStarts } | undefined
    return {
      file,
      text: expanded.text,
      placeBefore(line, column) {
        lines ??= { after: new LineStarts(expanded.text), before: new LineStarts(text) }
        const { after, before } = lines
        const offset = expanded.sourceOffset(after.startOf(line) + column - 1)
        return { line: before.lineOf(offset), column: before.columnOf(offset) }
      },
    }
  })
}
