import { FunctionFlag } from '@ukit/container'
import { ExportObject, ObjectReader, type Package, type ReadObject } from '@ukit/core'
import { script } from '@ukit/objects'
import { expect, it } from 'vitest'
import { firstDifference } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

const SCRIPT_CLASS = /Property$|^(?:Class|Function|State|Struct|ScriptStruct|Enum|Const|TextBuffer)$/

/** Size in bytes of a package above which only the sweep uses it. */
const MOST = 1_000_000

/** The packages of the corpus that open and have script objects, one after the other. */
async function eachPackage(visit: (pkg: Package, path: string) => Promise<void>): Promise<void> {
  for (const { path } of sampleOf(PACKAGES, MOST)) {
    const pkg = await openCorpus(path).catch(() => undefined)
    if (pkg === undefined) continue
    await visit(pkg, path)
  }
}

async function readAll(pkg: Package, className: RegExp): Promise<ReadObject[]> {
  const wanted = pkg.exports.filter((exported) => exported.entry.size > 0 && className.test(exported.className))
  if (wanted.length === 0) return []
  const reader = await ObjectReader.open(pkg)
  return Promise.all(wanted.map((exported) => reader.read(exported)))
}

/**
 * CRC-32 of the polynomial 04C11DB7, most significant bit first, each character as two bytes, as described in
 * unrealscript.md §2.7.
 */
function textCrc(text: string): number {
  let crc = 0xffff_ffff
  const feed = (byte: number): void => {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  }
  for (let i = 0; i < text.length; i++) {
    feed(text.charCodeAt(i) & 0xff)
    feed(text.charCodeAt(i) >>> 8)
  }
  return ~crc >>> 0
}

/** The text of a class, from the package's own text buffer. */
function textOf(struct: script.Struct, texts: ReadonlyMap<unknown, string>): string | undefined {
  return struct.scriptText === null ? undefined : texts.get(struct.scriptText)
}

async function textsOf(pkg: Package): Promise<Map<unknown, string>> {
  const texts = new Map<unknown, string>()
  for (const { export: exported, object } of await readAll(pkg, /^TextBuffer$/)) {
    if (object instanceof script.TextBuffer) texts.set(exported, object.text.text)
  }
  return texts
}

describeCorpus('script objects of real packages', () => {
  it('are fully decoded and written back unchanged', async () => {
    const counts = { objects: 0, scripts: 0, opaque: [] as string[], different: [] as string[], raw: [] as string[] }
    await eachPackage(async (pkg, path) => {
      const objects = await readAll(pkg, SCRIPT_CLASS)
      if (objects.length === 0) return
      const reader = await ObjectReader.open(pkg)
      for (const read of objects) {
        const { export: exported, object } = read
        const name = `${path} ${exported}`
        counts.objects++
        if (read.opaqueBytes > 0) counts.opaque.push(`${exported.className} ${read.opaqueBytes}`)
        if (object instanceof script.Struct) {
          counts.scripts++
          if (object.script.raw !== undefined) counts.raw.push(name)
        }
        if (firstDifference(reader.encode(read), await exported.bytes()) >= 0) counts.different.push(name)
      }
    })
    expect(counts.different).toEqual([])
    expect(counts.raw).toEqual([])
    expect(counts.opaque).toEqual([])
    expect(counts.objects).toBeGreaterThan(SWEEPS ? 34_000 : 6_000)
    expect(counts.scripts).toBeGreaterThan(SWEEPS ? 9_000 : 1_500)
  })

  it('have fields without gaps or overlaps', async () => {
    for (const path of [
      'ue1/eliotvu/TestUC1.u',
      'ue2/eliotvu/TestUC2.u',
      'ue3/eliotvu/TestUC3.u',
      'ue3/me3tweaks/GFxUI.pcc',
    ]) {
      const pkg = await openCorpus(path)
      const reader = await ObjectReader.open(pkg)
      for (const exported of pkg.exports) {
        if (exported.entry.size === 0 || !SCRIPT_CLASS.test(exported.className)) continue
        const { fields } = await reader.trace(exported)
        let at = exported.entry.offset
        for (const field of fields) {
          expect(field.offset, `${exported} ${field.path}`).toBe(at)
          at += field.length
        }
        expect(at, `${exported}`).toBe(exported.entry.offset + exported.entry.size)
      }
    }
  })

  it('have the CRC of the class’s text in its first dependency', async () => {
    let checked = 0
    const mismatches: string[] = []
    await eachPackage(async (pkg) => {
      if (pkg.context.engine === 3 || pkg.context.line === 'vengeance') return
      const texts = await textsOf(pkg)
      for (const { export: exported, object } of await readAll(pkg, /^Class$/)) {
        if (!(object instanceof script.Class)) continue
        const text = textOf(object, texts)
        const [self] = object.dependencies
        if (text === undefined || text === '' || self === undefined) continue
        expect(self.class, `${exported}`).toBe(exported)
        if (self.scriptTextCrc === textCrc(text)) checked++
        else mismatches.push(`${pkg.version}/${pkg.licensee} ${pkg.name}.${exported.name}`)
      }
    })
    // Shrek 2's compiler of 129 computes a different CRC; all others agree.
    expect(mismatches.filter((name) => !name.startsWith('129/0 Fire.'))).toEqual([])
    if (SWEEPS) expect(mismatches.length).toBe(7)
    expect(checked).toBeGreaterThan(SWEEPS ? 300 : 30)
  })

  it('end every function of UE1 in a return, or list the parameters of a native one', async () => {
    let returns = 0
    let natives = 0
    await eachPackage(async (pkg) => {
      if (pkg.context.engine !== 1) return
      for (const { export: exported, object } of await readAll(pkg, /^Function$/)) {
        if (!(object instanceof script.FunctionField) || object.script.isEmpty) continue
        const { tokens } = object.script
        const last = tokens.at(-1)
        if ((object.flags & FunctionFlag.Native) !== 0) {
          expect(
            tokens.every(({ op }) => op === 0x29 || op === 0x0b),
            `${exported}`,
          ).toBe(true)
          natives++
        } else {
          expect(last?.op, `${exported}`).toBe(0x04)
          const value = last?.operands[0]
          expect(value instanceof script.Token ? value.op : value, `${exported}`).toBe(0x0b)
          returns++
        }
      }
    })
    expect(returns).toBeGreaterThan(SWEEPS ? 3_000 : 100)
    if (SWEEPS) expect(natives).toBeGreaterThan(50)
  })

  it('count lines up to the first statement: one more than the line feeds before its position', async () => {
    let checked = 0
    await eachPackage(async (pkg) => {
      if (pkg.context.engine !== 1) return
      const texts = await textsOf(pkg)
      for (const { export: exported, object } of await readAll(pkg, /^(?:Function|State)$/)) {
        if (!(object instanceof script.Struct) || object.script.isEmpty || object.textPosition <= 0) continue
        const owner = ownerClass(exported)
        const text = owner === undefined ? undefined : texts.get(pkg.find(`${owner.path}.ScriptText`))
        if (text === undefined || text.length < object.textPosition) continue
        const lines = text.slice(0, object.textPosition).split('\n').length
        expect(object.line, `${exported}`).toBe(lines)
        checked++
      }
    })
    expect(checked).toBeGreaterThan(SWEEPS ? 1_000 : 50)
  })

  it('probe the events that a state has code for: bit 16 for BeginState, 17 for EndState, 36 for Tick', async () => {
    const bits = new Map([
      ['beginstate', 16],
      ['endstate', 17],
      ['tick', 36],
    ])
    let checked = 0
    await eachPackage(async (pkg) => {
      if (pkg.context.engine !== 1) return
      const states = new Map((await readAll(pkg, /^State$/)).map((read) => [read.export, read.object]))
      for (const { export: exported, object } of await readAll(pkg, /^Function$/)) {
        const state = exported.outer instanceof ExportObject ? states.get(exported.outer) : undefined
        const bit = bits.get(exported.name.toLowerCase())
        if (!(state instanceof script.State) || !(object instanceof script.FunctionField) || bit === undefined) continue
        if ((object.flags & FunctionFlag.Defined) === 0) continue
        const half = bit < 32 ? state.probeMask : state.probeMaskHigh
        expect((half >>> (bit % 32)) & 1, `${exported}`).toBe(1)
        checked++
      }
    })
    expect(checked).toBeGreaterThan(SWEEPS ? 100 : 5)
  })
})

function ownerClass(exported: ExportObject): ExportObject | undefined {
  let at = exported.outer
  while (at instanceof ExportObject && at.entry.class !== 0) at = at.outer
  return at instanceof ExportObject ? at : undefined
}
