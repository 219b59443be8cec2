import { describe, expect, it } from 'vitest'
import { body, shape, state } from './support.js'

/** `a` and `b` are conditions, `F()` to `J()` statements, `i` a number. */
function listing(text: string): string {
  const conditions = /(?<![A-Za-z'.])([abc])(?=[,)])/g
  return text
    .replace(conditions, "BoolVariable(LocalVariable(BoolProperty'P.A.F.$1'))")
    .replace(/(?<![A-Za-z'.])i(?=[,)])/g, "LocalVariable(IntProperty'P.A.F.i')")
    .replace(/^(.*?)\b([FGHJ])$/gm, "$1VirtualFunction('$2')")
}

function shapeOf(text: string, version = 69): string {
  const decompiled = body(listing(text), version)
  expect(decompiled.resisted).toBe(0)
  return shape(decompiled)
}

describe('branches', () => {
  it('are if, with else if the first part ends with a jump', () => {
    expect(shapeOf('JumpIfNot(L, a)\nF\nL: Return(Nothing)')).toBe('if a { F(); }')
    expect(shapeOf('JumpIfNot(L, a)\nF\nJump(E)\nL: G\nE: Return(Nothing)')).toBe('if a { F(); } else { G(); }')
  })

  it('have an else after return, and an empty one', () => {
    expect(shapeOf('JumpIfNot(L, a)\nReturn(Nothing)\nJump(E)\nL: G\nE: Return(Nothing)')).toBe(
      'if a { return; } else { G(); }',
    )
    expect(shapeOf('JumpIfNot(L, a)\nF\nJump(L)\nL: Return(Nothing)')).toBe('if a { F(); } else { }')
  })

  it('are chains of else if', () => {
    const chain = 'JumpIfNot(L, a)\nF\nJump(E)\nL: JumpIfNot(M, b)\nG\nJump(E)\nM: H\nE: Return(Nothing)'
    expect(shapeOf(chain)).toBe('if a { F(); } else if b { G(); } else { H(); }')
  })

  it('do not mistake the jump of an inner statement for their own', () => {
    // The inner if's else ends where the outer one does: only its jump skips code.
    const nested = 'JumpIfNot(E, a)\nJumpIfNot(L, b)\nF\nJump(E)\nL: G\nE: Return(Nothing)'
    expect(shapeOf(nested)).toBe('if a { if b { F(); } else { G(); } }')
    const loop = 'JumpIfNot(E, a)\nT: JumpIfNot(E, b)\nF\nJump(T)\nE: G\nReturn(Nothing)'
    expect(shapeOf(loop)).toBe('if a { while b { F(); } } G();')
  })

  it('are nested thousands deep in a chain without a deep stack', () => {
    const lines: string[] = []
    for (let i = 0; i < 4000; i++) lines.push(`L${i}: JumpIfNot(L${i + 1}, a)`, 'Jump(E)')
    lines.push('L4000: F', 'E: Return(Nothing)')
    expect(body(listing(lines.join('\n'))).resisted).toBe(0)
    const deep = Array.from({ length: 3000 }, () => 'JumpIfNot(E, a)')
    expect(body(listing([...deep, 'F', 'E: Return(Nothing)'].join('\n'))).resisted).toBe(0)
  })
})

describe('loops', () => {
  it('are while, do and for', () => {
    expect(shapeOf('T: JumpIfNot(E, a)\nF\nJump(T)\nE: Return(Nothing)')).toBe('while a { F(); }')
    expect(shapeOf('T: F\nJumpIfNot(T, a)\nReturn(Nothing)')).toBe('do { F(); } until a;')
    const loop =
      'Let(i, IntZero)\nT: JumpIfNot(E, NativeFunction(150, i, IntOne))\nF\nLet(i, NativeFunction(146, i, IntOne))\nJump(T)\nE: Return(Nothing)'
    expect(shapeOf(loop)).toBe('for i = 0; Native150(i,1); i = Native146(i,1); { F(); }')
  })

  it('are for if the first statement keeps what the last one sets the variable to', () => {
    const next = "LocalVariable(IntProperty'P.A.F.n')"
    const condition = 'NativeFunction(150, i, IntOne)'
    const walk = (kept: string) =>
      shapeOf(
        `Let(i, IntZero)\nT: JumpIfNot(E, ${condition})\nLet(${next}, ${kept})\nF\nLet(i, ${next})\nJump(T)\nE: Return(Nothing)`,
      )
    expect(walk('NativeFunction(146, i, IntOne)')).toBe(
      'for i = 0; Native150(i,1); i = n; { n = Native146(i,1); F(); }',
    )
    expect(walk('IntOne')).toBe('i = 0; while Native150(i,1) { n = 1; F(); i = n; }')
  })

  it('keep a while whose variable is set elsewhere', () => {
    const loop = 'F\nT: JumpIfNot(E, a)\nG\nJump(T)\nE: Return(Nothing)'
    expect(shapeOf(loop)).toBe('F(); while a { G(); }')
  })

  it('have continue and break', () => {
    const loop =
      'T: JumpIfNot(E, a)\nJumpIfNot(L, b)\nJump(C)\nL: JumpIfNot(M, c)\nJump(E)\nM: F\nC: Jump(T)\nE: Return(Nothing)'
    expect(shapeOf(loop)).toBe('while a { if b { continue; } if c { break; } F(); }')
  })

  it('are for if something jumps to the last statement', () => {
    const loop = 'F\nT: JumpIfNot(E, a)\nJumpIfNot(L, b)\nJump(S)\nL: G\nS: H\nJump(T)\nE: Return(Nothing)'
    expect(shapeOf(loop)).toBe('for F(); a; H(); { if b { continue; } G(); }')
  })

  it('may begin at the same position, the outermost first', () => {
    const loops = 'T: JumpIfNot(E, a)\nF\nJump(T)\nE: JumpIfNot(T, b)\nReturn(Nothing)'
    expect(shapeOf(loops)).toBe('do { while a { F(); } } until b;')
  })
})

describe('switch', () => {
  it('has cases that fall through, and breaks', () => {
    const text =
      'Switch(4, i)\nCase(M, IntZero)\nM: Case(N, IntOne)\nF\nJump(E)\nN: Case(default)\nG\nE: H\nReturn(Nothing)'
    expect(shapeOf(text)).toBe('switch i { case 0: case 1: F(); break; default: G(); } H();')
  })

  it('omits an empty default at its end', () => {
    const text = 'Switch(4, i)\nCase(N, IntOne)\nF\nJump(E)\nN: Case(default)\nE: H\nReturn(Nothing)'
    expect(shapeOf(text)).toBe('switch i { case 1: F(); break; } H();')
  })

  it('ends after the last case if every case returns', () => {
    const text = 'Switch(4, i)\nCase(N, IntOne)\nReturn(IntOne)\nN: Case(default)\nH\nReturn(Nothing)'
    expect(shapeOf(text)).toBe('switch i { case 1: return 1; } H();')
  })

  it('may have its default in the middle', () => {
    const text =
      'Switch(4, i)\nCase(N, IntOne)\nF\nJump(E)\nN: Case(default)\nG\nJump(E)\nCase(E, IntZero)\nH\nJump(E)\nE: J\nReturn(Nothing)'
    expect(shapeOf(text)).toBe('switch i { case 1: F(); break; default: G(); break; case 0: H(); break; } J();')
  })

  it('in a loop has the continue of the loop', () => {
    const text =
      'T: JumpIfNot(E, a)\nSwitch(4, i)\nCase(N, IntOne)\nJump(C)\nCase(N, IntZero)\nF\nJump(S)\nN: Case(default)\nS: G\nC: Jump(T)\nE: Return(Nothing)'
    expect(
      shapeOf(text.replace('Case(N, IntOne)', 'Case(M, IntOne)').replace('Case(N, IntZero)', 'M: Case(N, IntZero)')),
    ).toBe('while a { switch i { case 1: continue; case 0: F(); break; } G(); }')
  })
})

describe('foreach', () => {
  it('has break, continue and return', () => {
    const text =
      "Iterator(VirtualFunction('All'), P)\nJumpIfNot(L, a)\nIteratorNext\nJump(P)\nL: JumpIfNot(M, b)\nJump(P)\nM: JumpIfNot(N, c)\nIteratorPop\nReturn(Nothing)\nN: F\nIteratorNext\nP: IteratorPop\nReturn(Nothing)"
    expect(shapeOf(text)).toBe('foreach All() { if a { continue; } if b { break; } if c { return; } F(); }')
  })
})

describe('states', () => {
  it('have labels, and goto with them', () => {
    const text =
      "B: F\nJumpIfNot(X, a)\nJump(B)\nX: GotoLabel(NameConst('Begin'))\nStop\nNothing\nLabelTable('Begin'=B)"
    expect(shape(state(listing(text)))).toBe("Begin: F(); if a { goto Begin; } goto 'Begin';")
  })

  it('have a goto with a variable, not a label, in parentheses', () => {
    const text = "B: GotoLabel(InstanceVariable(object'P.A.Current'))\nStop\nLabelTable('Begin'=B)"
    expect(shape(state(text))).toBe('Begin: goto (Current);')
  })
})

describe('code that no compiler writes', () => {
  it('is a goto to a label', () => {
    const crossed = 'JumpIfNot(M, a)\nF\nJumpIfNot(N, b)\nG\nM: H\nN: J\nReturn(Nothing)'
    const decompiled = body(listing(crossed))
    expect(decompiled).toMatchObject({ resisted: 0, gotos: 1 })
    expect(shape(decompiled)).toBe('if a { F(); if !(b) { goto L5; } G(); } H(); L5: J();')
  })

  it('is a comment if it leads into a token or outside', () => {
    for (const jump of ['Jump(0x1)', 'Jump(0x700)', 'JumpIfNot(0x700, a)', 'Case(0x700, i)', 'Iterator(F(), 0x700)']) {
      const decompiled = body(listing(`${jump.replace('F()', "VirtualFunction('F')")}\nF\nReturn(Nothing)`))
      expect(decompiled.resisted, jump).toBe(1)
      expect(shape(decompiled), jump).toMatch(/^\/\* .* \*\/ F\(\);$/)
    }
  })

  it('is a comment if a token is in the wrong place', () => {
    const decompiled = body(listing('IteratorNext\nIteratorPop\nCase(default)\nF\nReturn(Nothing)'))
    expect(decompiled.resisted).toBe(3)
  })

  it('takes time in proportion to its length', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `JumpIfNot(${(i * 7919) % 65_000}, a)`)
    expect(body(listing(lines.join('\n'))).body.statements.length).toBeGreaterThan(0)
  })
})

describe('nice forms', () => {
  it('are omitted on request', () => {
    const text =
      'Let(i, IntZero)\nT: JumpIfNot(E, NativeFunction(150, i, IntOne))\nF\nLet(i, NativeFunction(146, i, IntOne))\nJump(T)\nE: Return(Nothing)'
    expect(shape(body(listing(text), 69, { without: new Set(['for instead of while']) }))).toBe(
      'i = 0; while Native150(i,1) { F(); i = Native146(i,1); }',
    )
  })
})
