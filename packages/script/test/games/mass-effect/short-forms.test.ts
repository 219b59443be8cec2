import { describe, expect, it } from 'vitest'
import { body, shape } from '../../decompile/support.js'

describe('short forms of Mass Effect 3', () => {
  const shapeOfShort = (text: string): string => {
    const decompiled = body(text, 684, {}, 194)
    expect(decompiled.resisted).toBe(0)
    return shape(decompiled)
  }

  it('are the variables and calls that they abbreviate', () => {
    const call = "NamedFunction(function='G', index=7, LocalIntVariable(IntProperty'P.A.F.i'))"
    expect(shapeOfShort(`${call}\nReturn(Nothing)`)).toBe('G(i);')
  })

  // From SFXGUI_Training and SFXGUI_Mail: 1 continues if the variable is set, 0 if it is not.
  it('are conditions that only name a variable', () => {
    const jump = (variable: string, wanted: number) =>
      `JumpIfNotInstance(${variable}, wanted=${wanted}, offset=L)\nVirtualFunction('F')\nL: Return(Nothing)`
    expect(shapeOfShort(jump("BoolProperty'P.A.b'", 1))).toBe('if b { F(); }')
    expect(shapeOfShort(jump("ObjectProperty'P.A.o'", 1))).toBe('if Native641(o,None) { F(); }')
    expect(shapeOfShort(jump("ObjectProperty'P.A.o'", 0))).toBe('if Native640(o,None) { F(); }')
  })
})
