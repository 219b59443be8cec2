import { ObjectReader } from '@ukit/core'
import { script } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { HandMade, hexBytes } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'
import { context, load } from './support.js'

/** Size in bytes of a package above which only the sweep uses it. */
const MOST = 1_000_000

/** The tokens of a script written by hand: its size in memory, and the tokens as on disk. */
function tokensOf(memorySize: number, tokens: string, version = 69): script.Token[] {
  const bytes = Uint8Array.from([...new HandMade().u32(memorySize).bytes(), ...hexBytes(tokens)])
  return load(new script.Script(), bytes, context(version)).object.tokens
}

// JumpIfNot to 0x0012 (a native of InstanceVariable o1 and IntZero), Let, Return Nothing: in memory 3 + 8, 7,
// 2 bytes.
const IF = '07 1200 96 01 01 25 16  0f 01 02 26  04 0b'

describe('tokens by name', () => {
  it('walks every token with its operands, its role and its position in memory', () => {
    const placed = script.walkTokens(tokensOf(20, IF), context(69))
    expect(placed.map(({ name, role, depth, offset, size }) => [name, role, depth, offset, size])).toEqual([
      ['JumpIfNot', '', 0, 0, 11],
      ['NativeFunction', 'condition', 1, 3, 8],
      ['InstanceVariable', 'arguments', 2, 4, 5],
      ['IntZero', 'arguments', 2, 9, 1],
      ['Let', '', 0, 11, 7],
      ['InstanceVariable', 'target', 1, 12, 5],
      ['IntOne', 'value', 1, 17, 1],
      ['Return', '', 0, 18, 2],
      ['Nothing', 'value', 1, 19, 1],
    ])
    expect(placed[0]?.operands).toMatchObject({ offset: 0x12, condition: { op: 0x96 } })
    expect(script.namedOperands(placed[5]?.token ?? new script.Token(0), context(69))).toMatchObject({
      variable: { path: 'o2' },
    })
    expect(script.tokenName(new script.Token(0x07), context(69))).toBe('JumpIfNot')
    expect(script.tokenName(new script.Token(0x03), context(69))).toBeUndefined()
  })

  it('names the operands of the version', () => {
    // UE3 from 588: a context names the variable that its value goes to, and a type of 8 bits.
    const bytes = Uint8Array.from([...new HandMade().u32(14).bytes(), ...hexBytes('19 17 0100 07000000 04 17')])
    const { object } = load(new script.Script(), bytes, context(588))
    const [first] = script.walkTokens(object.tokens, context(588))
    expect(Object.keys(first?.operands ?? {})).toEqual(['object', 'skip', 'property', 'type', 'member'])
  })

  it('gives offset and value of a case, and the targets of tokens', () => {
    const placed = script.walkTokens(tokensOf(11, '05 04 25  0a 0900 26  0a ffff 08'), context(69))
    const cases = placed.filter(({ name }) => name === 'Case')
    expect(cases.map(({ operands }) => operands)).toMatchObject([
      { offset: 9, value: { op: 0x26 } },
      { offset: 0xffff, value: null },
    ])
    expect(cases.map(script.jumpTargets)).toEqual([[{ operand: 'offset', target: 9 }], []])
  })
})

describeCorpus('the tokens of real scripts', () => {
  it('end where the script does, and lead to statements', async () => {
    let scripts = 0
    const strange: string[] = []
    for (const { path } of sampleOf(PACKAGES, MOST)) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined) continue
      const reader = await ObjectReader.open(pkg)
      for (const exported of pkg.exports) {
        if (!/^(?:Function|State)$/.test(exported.className) || exported.entry.size === 0) continue
        const { object } = await reader.read(exported)
        if (!(object instanceof script.Struct) || object.script.tokens.length === 0) continue
        const placed = script.walkTokens(object.script.tokens, pkg.context)
        const last = placed.filter(({ depth }) => depth === 0).at(-1)
        if ((last?.offset ?? 0) + (last?.size ?? 0) !== object.script.memorySize) strange.push(`${exported}: end`)
        const starts = new Set(placed.filter(({ depth }) => depth === 0).map(({ offset }) => offset))
        for (const token of placed)
          for (const { target } of script.jumpTargets(token))
            if (!starts.has(target)) strange.push(`${path} ${exported}: ${token.name} ${target}`)
        scripts++
      }
    }
    expect(strange).toEqual([])
    expect(scripts).toBeGreaterThan(SWEEPS ? 5_000 : 500)
  })
})
