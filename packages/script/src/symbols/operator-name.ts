import type { Type, VariableSymbol } from './symbol.js'

const SPELLED: Readonly<Record<string, string>> = {
  '!': 'Not',
  '%': 'Percent',
  '&': 'And',
  '*': 'Multiply',
  '+': 'Add',
  '-': 'Subtract',
  '/': 'Divide',
  '<': 'Less',
  '=': 'Equal',
  '>': 'Greater',
  '^': 'Xor',
  '|': 'Or',
  '~': 'Complement',
  $: 'Concat',
  '@': 'At',
  '\\': 'Backslash',
  '#': 'Hash',
}

/**
 * The name of an operator's object: its symbol spelled out and the types of its parameters, `Add_IntInt`
 * (104 of 104 operators of UE1).
 */
export function operatorName(symbol: string, isPrefix: boolean, parameters: readonly VariableSymbol[]): string {
  const word = [...symbol].map((character) => SPELLED[character] ?? character).join('')
  return `${word}_${isPrefix ? 'Pre' : ''}${parameters.map(({ type }) => typeWord(type)).join('')}`
}

const SYMBOLS = new Map(Object.entries(SPELLED).map(([symbol, word]) => [word, symbol]))

/**
 * The symbol of an operator whose object does not say it, as in cooked packages of Mass Effect 3: `==` of
 * `EqualEqual_BoolBool`, `Dot` of `Dot_VectorVector`.
 */
export function operatorSymbol(name: string): string {
  const word = name.split('_', 1)[0] ?? name
  const symbols = (word.match(/[A-Z][a-z]*/g) ?? []).map((one) => SYMBOLS.get(one))
  const isSpelled = symbols.length > 0 && symbols.every((one) => one !== undefined)
  return isSpelled ? symbols.join('') : word
}

/** The name of an overloaded function of SWAT 4: `construct_NameName`, `Construct_Void` (45 of 45). */
export function overloadName(name: string, parameters: readonly VariableSymbol[]): string {
  return `${name}_${parameters.length === 0 ? 'Void' : parameters.map(({ type }) => typeWord(type)).join('')}`
}

function typeWord(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'Str'
    case 'int':
      return type.isStringRef === true ? 'StringRef' : 'Int'
    case 'object':
      return type.class?.name ?? 'Object'
    case 'interface':
      return type.class?.name ?? 'Interface'
    case 'struct':
      return type.struct?.name ?? 'Struct'
    default:
      return type.kind.charAt(0).toUpperCase() + type.kind.slice(1)
  }
}
