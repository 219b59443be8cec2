import { UString } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { World } from '../symbols/symbol.js'
import { packageCode } from './package-code.js'

/** A text in code. */
export interface CodeString {
  /** Path of the function or state. */
  readonly object: string
  /** Position in the script, in bytes of memory. */
  readonly offset: number
  /** The text between the quotes. */
  readonly text: string
}

/** *Every text in the code of a package*, in the order of the code. */
export function codeStrings(pkg: Package, world: World): CodeString[] {
  const strings: CodeString[] = []
  for (const { symbol, tokens } of packageCode(pkg, world)) {
    for (const { name, operands, offset } of tokens) {
      const value = operands['value']
      if (name === 'StringConst' && value instanceof UString)
        strings.push({ object: symbol.path, offset, text: value.text })
      else if (name === 'UnicodeStringConst' && value instanceof Uint16Array)
        strings.push({ object: symbol.path, offset, text: String.fromCharCode(...value.subarray(0, -1)) })
    }
  }
  return strings
}
