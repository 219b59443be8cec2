import { maxNameLength } from '@ukit/edit'
import type { SourceFileText } from '../build.js'
import type { ProjectProblem, ProjectTexts } from './project-problem.js'

const NOT_NAMES = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?|^[ \t]*#[^\n]*|\b\w{64,}/gm

/** *Names that are longer than the engine's names*: no package can have them. */
export function longNames(
  packageName: string,
  files: readonly SourceFileText[],
  texts: ProjectTexts,
  engine: number,
): ProjectProblem[] {
  const most = maxNameLength(engine)
  const long = new RegExp(`\\b\\w{${most + 1}}`)
  return files.flatMap(({ file, text }) => {
    // Nearly no text has one, and looking for that is quick.
    if (!long.test(text)) return []
    const names = [...text.matchAll(NOT_NAMES)].filter(([found]) => /^[a-z_]/i.test(found) && found.length > most)
    return names.map(({ 0: name, index: start }): ProjectProblem => {
      const message = `the name '${name}' has ${name.length} characters: expected at most ${most}`
      return { severity: 'error', package: packageName, message, ...texts.span(file, start, start + name.length) }
    })
  })
}
