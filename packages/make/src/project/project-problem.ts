import { LineStarts, problemExcerpt } from '@ukit/script/syntax'

/** *Something that is wrong in a project*, and where. */
export interface ProjectProblem {
  /** An error keeps the package from being written. */
  readonly severity: 'error' | 'warning'
  /** Name of the package. */
  readonly package: string
  /** As the project calls it; that of the package's folder when it is about no file. */
  readonly file: string
  /** Counted from 1; 0 when it is about the whole file. */
  readonly line: number
  /** Counted from 1; 0 when it is about the whole line. */
  readonly column: number
  readonly message: string
  /** The line, and under it a caret; `''` without one. */
  readonly excerpt: string
  /** A package that is missing, if the problem may come from that. */
  readonly missingPackage?: string | undefined
}

/** The texts of a package, with their lines once they are asked for. */
export class ProjectTexts {
  readonly #texts: ReadonlyMap<string, string>
  readonly #lines = new Map<string, LineStarts>()

  constructor(files: readonly { readonly file: string; readonly text: string }[]) {
    this.#texts = new Map(files.map(({ file, text }) => [file, text]))
  }

  textOf(file: string): string {
    return this.#texts.get(file) ?? ''
  }

  linesOf(file: string): LineStarts {
    let lines = this.#lines.get(file)
    if (lines === undefined) {
      lines = new LineStarts(this.textOf(file))
      this.#lines.set(file, lines)
    }
    return lines
  }

  /** A place by offsets. */
  span(file: string, start: number, end: number): Pick<ProjectProblem, 'file' | 'line' | 'column' | 'excerpt'> {
    const lines = this.linesOf(file)
    const excerpt = problemExcerpt({ start, end }, this.textOf(file), lines)
    return { file, line: lines.lineOf(start), column: lines.columnOf(start), excerpt }
  }

  /** A place by its line and column, and how many characters it has. */
  place(
    file: string,
    line: number,
    column: number,
    length = 1,
  ): Pick<ProjectProblem, 'file' | 'line' | 'column' | 'excerpt'> {
    const start = this.linesOf(file).startOf(line) + Math.max(column - 1, 0)
    return { ...this.span(file, start, start + Math.max(1, length)), line, column }
  }
}
