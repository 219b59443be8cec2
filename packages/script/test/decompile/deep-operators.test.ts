import { describe, expect, it } from 'vitest'
import { bodyWithOperators, shape } from './support.js'

/** Operators nested inside each other; each operand is tried with and without its cast. */
function nested(depth: number, cast: (operand: string) => string): string {
  let value = "LocalVariable(IntProperty'P.A.F.i')"
  for (let i = 0; i < depth; i++) value = `NativeFunction(130, ${cast(value)}, IntOne)`
  return `Let(LocalVariable(IntProperty'P.A.F.i'), ${value})\nReturn(Nothing)`
}

describe('operators whose declarations are not available', () => {
  it('take no longer when they are nested: only casts that can be omitted are tried', () => {
    const decompiled = bodyWithOperators(
      nested(40, (operand) => operand),
      { kind: 'int' },
    )
    expect(decompiled.resisted).toBe(0)
    expect(shape(decompiled)).toBe(`i = i${' @@ 1'.repeat(40)};`)
  })

  it('have their casts printed if there are too many to try without', () => {
    const decompiled = bodyWithOperators(
      nested(40, (operand) => `FloatToInt(IntToFloat(${operand}))`),
      { kind: 'int' },
    )
    expect(decompiled.resisted).toBe(0)
    expect(shape(decompiled).match(/int\(/g)).toHaveLength(40)
  })
})
