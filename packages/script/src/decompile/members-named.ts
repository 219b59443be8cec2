import { declaredNames } from '../syntax/declared-names.js'
import type { Declaration, SourceFile } from '../syntax/nodes.js'

/**
 * *The declarations of a class that a path names*, ignoring case: `Fire`, or `Firing.Fire` for a function of
 * a state; `defaultproperties` and `replication` name those blocks. A function has several declarations where
 * states declare it too: the path without a state names the one of the class, or, if there is none, all of
 * those of its states.
 */
export function membersNamed(file: SourceFile, path: string): Declaration[] {
  const [name = '', inner, ...more] = path.toLowerCase().split('.')
  if (more.length > 0) return []
  const own = file.declarations.filter((declaration) => namesOf(declaration).includes(name))
  const states = file.declarations.flatMap((declaration) => (declaration.kind === 'State' ? [declaration] : []))
  const functionsOf = (state: (typeof states)[number], wanted: string) =>
    state.functions.filter((declared) => declared.name.toLowerCase() === wanted)
  if (inner !== undefined)
    return states.flatMap((state) => (state.name.toLowerCase() === name ? functionsOf(state, inner) : []))
  return own.length > 0 ? own : states.flatMap((state) => functionsOf(state, name))
}

/** The names of all members of a class, for suggestions; those of states' functions as `State.Function`. */
export function memberNames(file: SourceFile): string[] {
  return file.declarations.flatMap((declaration) => [
    ...spelledNames(declaration),
    ...(declaration.kind === 'State' ? declaration.functions.map(({ name }) => `${declaration.name}.${name}`) : []),
  ])
}

function namesOf(declaration: Declaration): string[] {
  return spelledNames(declaration).map((name) => name.toLowerCase())
}

/** The names that a declaration declares, or that of its block. */
function spelledNames(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case 'Replication':
      return ['replication']
    case 'DefaultProperties':
      return ['defaultproperties']
    default:
      return declaredNames(declaration)
  }
}
