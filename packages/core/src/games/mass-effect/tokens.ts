import type { Dialect, TokenRow } from '@ukit/container'
import type { Part } from './features.js'

/**
 * In Mass Effect 3 and the third part of the Legendary Edition natives start at 0x80, and common cases have
 * short forms. This is not so in the others (native 0x77 in 684/150; LegendaryExplorer's tables of
 * natives). `wanted` of a jump is 1 for `if (bSet)` and `if (Object != None)`, 0 for their opposites: in
 * the scripts of 684/194 the code that follows uses the object, or returns, accordingly.
 */
const SHORT_FORMS: readonly TokenRow[] = [
  ...['Float', 'Int', 'Byte', 'Object'].flatMap((kind, i): TokenRow[] => [
    [0x5b + i, `Local${kind}Variable`, 'variable:object'],
    [0x5f + i, `Instance${kind}Variable`, 'variable:object'],
  ]),
  [0x63, 'JumpIfNotLocal', 'variable:object wanted:u8 offset'],
  [0x64, 'JumpIfNotInstance', 'variable:object wanted:u8 offset'],
  [0x65, 'NamedFunction', 'function:name index:u16 arguments'],
]

const STRING_REF: readonly TokenRow[] = [[0x4f, 'StringRefConst', 'value:i32']]

/** Mass Effect on Xbox 360 (391): 90 of 4,200 functions have these tokens. */
const XBOX: readonly TokenRow[] = [
  [0x4a, 'StringRefConst', 'value:i32'],
  [0x4b, 'DynArrayAddItem', 'array:expression value:expression'],
]

/** BioWare's tokens. */
export function tokensOf(part: Part, version: number): Pick<Dialect, 'tokens' | 'extendedNatives'> {
  const hasShortForms = part === 'mass-effect-3'
  const isXbox = part === 'mass-effect' && version < 491
  return {
    tokens: [...STRING_REF, ...(isXbox ? XBOX : []), ...(hasShortForms ? SHORT_FORMS : [])],
    ...(hasShortForms ? { extendedNatives: 0x70 } : {}),
  }
}
