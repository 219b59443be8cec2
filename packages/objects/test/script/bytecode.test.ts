import { Archive, UString } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { script } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HandMade, hexBytes, hexOf } from '../../../../testing/bytes.js'
import { context, load, opcodes, save, symbols, trace } from './support.js'

const { Script, Token } = script
const isToken = (value: unknown): value is script.Token => value instanceof Token

/** A stored script: its size in memory, and its tokens as on disk. */
function stored(memorySize: number, tokens: string): Uint8Array {
  return Uint8Array.from([...new HandMade().u32(memorySize).bytes(), ...hexBytes(tokens)])
}

/** Reads a script, writes it back, measures it, and checks that nothing is lost. */
function roundTrip(memorySize: number, tokens: string, version: number, licensee = 0): script.Script {
  const format = context(version, licensee)
  const bytes = stored(memorySize, tokens)
  const { object, rest } = load(new Script(), bytes, format)
  expect(rest).toBe(0)
  expect(object.memorySize).toBe(memorySize)
  const saved = save(object, format)
  expect(hexOf(saved.bytes)).toBe(hexOf(bytes))
  expect(saved.measured).toBe(bytes.length)
  return object
}

describe('a script before sizes on disk were stored', () => {
  it('counts names and objects as 4 bytes, regardless of their size on disk', () => {
    // if (!(Health < 0)) return; … as UE1 writes it: JumpIfNot 0x0010, LessLess native 150 (InstanceVariable
    // o1, IntZero), Return Nothing.
    const { tokens } = roundTrip(15, '07 0010 96 01 01 25 16  04 0b  0b 0b', 69)
    expect(opcodes(tokens, isToken)).toEqual([0x07, 0x96, 0x01, 0x25, 0x04, 0x0b, 0x0b, 0x0b])
    // The same reference takes two bytes on disk: the size in memory does not change.
    roundTrip(15, '07 0010 96 01 41 01 25 16  04 0b  0b 0b', 69)
  })

  it('reads jumps and sizes as the engine counts them', () => {
    // Context: object o2, skip 5, size 4, member o3.
    const { tokens } = roundTrip(14, '19 01 02 0500 04 01 03', 69)
    expect(tokens[0]?.operands.slice(1, 3)).toEqual([5, 4])
  })

  it('recognises the default of a switch by its offset: no value follows it', () => {
    const { tokens } = roundTrip(11, '05 04 25  0a 0900 26  0a ffff 08', 69)
    expect(tokens.map(({ op }) => op)).toEqual([0x05, 0x0a, 0x0a, 0x08])
    expect(tokens[1]?.operands[0]).toBe(9)
    expect(tokens[2]?.operands).toEqual([0xffff, null])
  })

  it.each([529, 530, 531])('reads the type after a switch of version %i, which has two bytes since 530', (version) => {
    const isWide = version >= 530
    const { tokens } = roundTrip(isWide ? 12 : 11, `05 ${isWide ? '0400' : '04'} 25  0a 0900 26  0a ffff 08`, version)
    expect(tokens.map(({ op }) => op)).toEqual([0x05, 0x0a, 0x0a, 0x08])
    expect(tokens[0]?.operands[0]).toBe(4)
  })

  it('ends a table of labels with the name None', () => {
    const { tokens } = roundTrip(18, '08  0c 05 10000000 00 ffff0000', 69)
    const labels = tokens[1]?.operands[0]
    expect(
      Array.isArray(labels) ? labels.map((label) => ('offset' in label ? label.offset : undefined)) : labels,
    ).toEqual([0x10, 0xffff])
  })

  it('reads text up to its zero, in 8 and in 16 bits', () => {
    const { tokens } = roundTrip(11, '1f 4869 00  34 1604 6b04 0000', 69)
    expect(tokens[0]?.operands[0]).toBeInstanceOf(UString)
    expect(String(tokens[0]?.operands[0])).toBe('Hi')
    expect(tokens[1]?.operands[0]).toEqual(Uint16Array.of(0x416, 0x46b, 0))
  })

  it('keeps a float with any bits', () => {
    roundTrip(5, '1e 0100a07f', 69)
    roundTrip(13, '23 00000080 ffffffff 0100807f', 69)
  })

  it('has casts as tokens in UE1, and as an operand since then', () => {
    expect(roundTrip(6, '41 01 02', 69).tokens[0]?.op).toBe(0x41)
    expect(roundTrip(7, '39 41 01 02', 127, 29).tokens[0]?.operands[0]).toBe(0x41)
  })

  it('has a debugger token after a call, recognised by its version', () => {
    // Context whose object is a call followed by DebugInfo; then skip and size.
    const debug = '42 64000000 07000000 2a000000 40'
    const { tokens } = roundTrip(1 + 6 + 14 + 3 + 1, `19 1b 05 16 ${debug} 0100 04 17`, 128, 29)
    const call = tokens[0]?.operands[0]
    expect(isToken(call) ? call.debug?.operands : undefined).toEqual([100, 7, 42, 0x40])
    // The DebugInfo of the next statement (Let), to which a jump may lead, belongs to no call.
    const next = '42 64000000 08000000 2b000000 00'
    const script = roundTrip(6 + 14 + 14 + 1 + 1, `1b 05 16 ${debug} ${next} 0b 17`, 128, 29)
    expect(script.tokens.map(({ debug: own }) => own?.operands[3])).toEqual([0x40, undefined, undefined, undefined])
    const apart = roundTrip(6 + 14 + 1 + 1, `1b 05 16 ${next} 0b 17`, 128, 29)
    expect(apart.tokens.map(({ debug: own }) => own)).toEqual([undefined, undefined, undefined, undefined])
    // So does the return from a latent function.
    const latent = roundTrip(6 + 14 + 1 + 1, `1b 05 16 ${debug.slice(0, -2)}31 0b 17`, 128, 29)
    expect(latent.tokens.map(({ debug: own }) => own)).toEqual([undefined, undefined, undefined, undefined])
    // A call in a context, followed by a skip that begins with the same byte.
    roundTrip(1 + 6 + 3 + 1, '19 1b 05 16 4200 04 17', 128, 29)
  })

  it('reads no value for Return before version 62', () => {
    roundTrip(1, '04', 61)
    roundTrip(2, '04 0b', 62)
  })
})

describe('a script of UE3', () => {
  it('counts a name as 8 bytes from 343 and an object as 8 from 587', () => {
    for (const [version, size] of [
      [342, 5],
      [343, 9],
      [344, 9],
    ] as const) {
      roundTrip(size, version < 343 ? '21 05000000' : '21 05000000 00000000', version)
    }
    for (const [version, size] of [
      [586, 5],
      [587, 9],
      [588, 9],
    ] as const) {
      roundTrip(size, '00 05000000', version)
    }
  })

  it('describes the value of a context in 8 bits, in 16 from 514, by its variable from 588', () => {
    roundTrip(1 + 1 + 2 + 1 + 1, '19 17 0100 04 17', 513)
    roundTrip(1 + 1 + 2 + 2 + 1, '19 17 0100 0400 17', 514)
    roundTrip(1 + 1 + 2 + 2 + 1, '19 17 0100 0400 17', 587)
    roundTrip(1 + 1 + 2 + 8 + 1 + 1, '19 17 0100 07000000 04 17', 588)
  })

  it('has additional fields for members of structs in later versions', () => {
    roundTrip(1 + 4 + 5, '35 01000000 00 02000000', 374)
    roundTrip(1 + 4 + 4 + 5, '35 01000000 03000000 00 02000000', 375)
    roundTrip(1 + 4 + 4 + 1 + 5, '35 01000000 03000000 00 00 02000000', 381)
    roundTrip(1 + 4 + 4 + 2 + 5, '35 01000000 03000000 00 00 00 02000000', 433)
  })

  it('ends changes of arrays like calls from 649', () => {
    const disk = (tokens: string, memory: number): Uint8Array =>
      Uint8Array.from([...new HandMade().u32(memory, hexBytes(tokens).length).bytes(), ...hexBytes(tokens)])
    for (const [version, tokens, memory] of [
      [648, '55 01 02000000 0000 25', 1 + 9 + 2 + 1],
      [649, '55 01 02000000 0000 25 16', 1 + 9 + 2 + 1 + 1],
    ] as const) {
      const { object, rest } = load(new Script(), disk(tokens, memory), context(version))
      expect([rest, object.raw, object.tokens.length]).toEqual([0, undefined, 1])
      expect(hexOf(save(object, context(version)).bytes)).toBe(hexOf(disk(tokens, memory)))
    }
  })

  it('keeps scripts that it cannot read as bytes, since the size on disk is stored', () => {
    const bytes = Uint8Array.from([...new HandMade().u32(9, 3).bytes(), 0x4c, 1, 2])
    const { object } = load(new Script(), bytes, context(868))
    expect(object.raw).toEqual(Uint8Array.of(0x4c, 1, 2))
    expect(hexOf(save(object, context(868)).bytes)).toBe(hexOf(bytes))
  })
})

describe('a damaged script', () => {
  const failure = (bytes: Uint8Array, version = 69): PackageError => {
    try {
      load(new Script(), bytes, context(version))
    } catch (error) {
      if (error instanceof PackageError) return error
      throw error
    }
    throw new Error('expected a script that fails')
  }

  it('fails at a token that does not exist, at a size that does not match, and at the end of the bytes', () => {
    expect(failure(stored(1, '03')).message).toMatch(/expected a token .* found 0x03/)
    expect(failure(stored(2, '1d 01000000')).message).toMatch(
      /expected the last token to end at 2 .* found the end at 5/,
    )
    expect(failure(stored(50, '0b 0b')).kind).toBe('truncated')
    expect(failure(stored(-1 >>> 0, '0b')).kind).toBe('bad-count')
  })

  it('stops at nesting that would exhaust the stack', () => {
    const bytes = Uint8Array.from([...new HandMade().u32(100_000).bytes(), ...new Uint8Array(100_000).fill(0x2d)])
    expect(failure(bytes).kind).toBe('limit')
  })

  it('never reads endlessly, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(61, 69, 128, 512, 600, 684, 868),
        (body, version) => {
          const bytes = Uint8Array.from([...new HandMade().u32(body.length).bytes(), ...body])
          try {
            const { object, rest } = load(new Script(), bytes, context(version))
            const written = save(object, context(version)).bytes
            const taken = bytes.subarray(0, bytes.length - rest)
            // An index that is stored longer than necessary is written in its short form, which is then kept.
            const isShorter = written.length < taken.length
            const expected = isShorter
              ? save(load(new Script(), written, context(version)).object, context(version))
              : undefined
            expect(hexOf(written)).toBe(hexOf(expected?.bytes ?? taken))
          } catch (error) {
            if (!(error instanceof PackageError)) throw error
          }
        },
      ),
      { examples: [[Uint8Array.of(0, 64, 0, 0, 0), 61]] },
    )
  })
})

describe('the walk', () => {
  const bytes = stored(31, '0f 00 01 1b 05 01 02 1f 4869 00 16  19 17 0500 04 01 03')

  it('visits each operand separately', () => {
    const fields = trace(new Script(), bytes, context(69))
    let at = 0
    for (const field of fields) {
      expect(field.offset, field.path).toBe(at)
      at += field.length
    }
    expect(at).toBe(bytes.length)
    expect(fields.map(({ path }) => path)).toContain('script[0].Let.value.VirtualFunction.function')
    expect(fields.map(({ path }) => path)).toContain('script[1].Context.skip')
  })

  it('visits names and objects when looking for references', () => {
    const { object } = load(new Script(), bytes, context(69))
    const seen: string[] = []
    const visitor = {
      name: (name: { toString(): string }) => void seen.push(name.toString()),
      object: (value: { path: string }) => void seen.push(value.path),
    }
    object.serialize(Archive.references(visitor, context(69)))
    expect(seen).toEqual(['o1', 'n5', 'o2', 'o3'])
  })

  it('recomputes the size after a change', () => {
    const { object } = load(new Script(), stored(5, '1d 01000000'), context(69))
    object.tokens.push(new Token(0x04, [new Token(0x0b)]))
    expect(hexOf(save(object, context(69)).bytes)).toBe(hexOf(stored(7, '1d 01000000 04 0b')))
    expect(symbols.nameAt(0, 0)?.toString()).toBe('None')
  })
})
