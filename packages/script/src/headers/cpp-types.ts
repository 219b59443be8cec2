import type { Type, VariableSymbol } from '../symbols/symbol.js'
import { cppClass, cppName, cppStruct } from './cpp-names.js'

/** Where a type is written: in a class, in a struct or the parameters of an event, or as an argument. */
export type CppPlace = 'class' | 'struct' | 'argument'

/** A type as the headers of UE1 and UE2 have it. */
export function cppType(type: Type, place: CppPlace, engine: number): string {
  switch (type.kind) {
    case 'byte':
      return 'BYTE'
    case 'int':
      return 'INT'
    case 'bool':
      return 'BITFIELD'
    case 'float':
      return 'FLOAT'
    case 'name':
      return 'FName'
    case 'string':
      // What the engine's object constructor has cleared already is not cleared again.
      return place === 'class' ? 'FStringNoInit' : 'FString'
    case 'object':
      return `class ${cppClass(type.class)}*`
    case 'class':
      return 'class UClass*'
    case 'interface':
      return `TScriptInterface<class I${cppClass(type.class).slice(1)}>`
    case 'struct':
      return cppStruct(type.struct)
    case 'array':
      return `${place === 'class' && engine > 1 ? 'TArrayNoInit' : 'TArray'}<${cppType(type.inner, 'struct', engine)}>`
    case 'delegate':
      return 'FScriptDelegate'
    case 'map':
      return 'FMap_Mirror'
    default:
      return 'void*'
  }
}

/**
 * A parameter of an event: text by reference, what comes back by reference, static arrays by their first
 * element; UE2 has dynamic arrays by value.
 */
export function cppArgument(symbol: VariableSymbol, isOut: boolean, engine: number): string {
  const type = cppType(symbol.type, 'argument', engine)
  const name = cppName(symbol.name)
  if (symbol.dimension > 1) return `${type}* ${name}`
  if (isOut) return `${type}& ${name}`
  const isByReference = symbol.type.kind === 'string' || (symbol.type.kind === 'array' && engine === 3)
  return isByReference ? `const ${type}& ${name}` : `${type} ${name}`
}

/** Tells whether a value of the type is cleared by `=0`. */
export function isPlain(type: Type): boolean {
  return !['string', 'array', 'struct', 'delegate', 'map', 'interface', 'name'].includes(type.kind)
}
