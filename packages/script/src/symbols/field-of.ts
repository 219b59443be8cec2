import type { ScriptSymbol } from './symbol.js'

/** The kind of symbol that objects of a class are, such as `variable` for `intproperty`; in lower case. */
export function kindOfClass(className: string): string {
  return className.endsWith('property') ? 'variable' : className === 'scriptstruct' ? 'struct' : className
}

/** What a symbol from source declares, by name; of that kind, where one is given. */
export function fieldOf(owner: ScriptSymbol, name: string, kind?: string): ScriptSymbol | undefined {
  const key = name.toLowerCase()
  const is = (one: ScriptSymbol) => (kind === undefined || one.kind === kind) && one.name.toLowerCase() === key
  if (owner.kind === 'class') {
    const { variables, functions, enums, structs, constants, states } = owner
    for (const map of [functions, variables, states, structs, enums, constants]) {
      const found = map.get(key)
      if (found !== undefined && is(found)) return found
    }
    // What no map has under its name is a function that source calls by another word.
    if (kind !== undefined && kind !== 'function') return undefined
    return [...owner.operators.values(), ...owner.overloads.values()].flat().find(is)
  }
  if (owner.kind === 'state') return owner.functions.get(key)
  if (owner.kind === 'struct') return owner.members.find(is) ?? owner.enums?.find(is)
  if (owner.kind !== 'function') return undefined
  const { returnValue } = owner
  return [...owner.parameters, ...owner.locals, ...(returnValue === null ? [] : [returnValue])].find(is)
}
