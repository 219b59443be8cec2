import type { Type } from './symbol.js'

/** The type that a keyword in small letters is in every engine; `undefined` for other words. */
export function plainType(word: string): Type | undefined {
  switch (word) {
    case 'byte':
      return { kind: 'byte', enum: null }
    case 'int':
    case 'bool':
    case 'float':
    case 'name':
    case 'string':
      return { kind: word }
  }
  return undefined
}
