import { ObjectReader } from '@ukit/core'
import { CheckReport } from '@ukit/objects'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'

describeCorpus('the objects of real packages', () => {
  let objects = 0
  /** By the generation of the engine. */
  const bytes = new Map<number, { all: number; opaque: number }>()

  it.each(PACKAGES)('of $path are sound: no class reports problems in what the games load', async ({ path }) => {
    const pkg = await openCorpus(path).catch(() => undefined)
    if (pkg === undefined) return
    const unsound: string[] = []
    const reader = await ObjectReader.open(pkg)
    for (const exported of pkg.exports) {
      if (exported.entry.size === 0) continue
      const { object, error, opaqueBytes } = await reader.read(exported)
      const count = bytes.get(pkg.context.engine) ?? { all: 0, opaque: 0 }
      count.all += exported.entry.size
      count.opaque += opaqueBytes
      bytes.set(pkg.context.engine, count)
      if (error !== undefined) continue
      const report = new CheckReport(pkg.context)
      object.check(report)
      // Texts that an obfuscator overwrote are lost, and games do not read them.
      for (const { severity, field, message } of report.found)
        if (field !== 'overwritten') unsound.push(`${severity} ${exported} ${field}: ${message}`)
      objects++
    }
    expect(unsound).toEqual([])
  })

  it('are understood: all bytes of UE1, 99.9999 % of UE2, 99.998 % of UE3', () => {
    const shareOf = (engine: number) => {
      const { all = 0, opaque = 0 } = bytes.get(engine) ?? {}
      return opaque / all
    }
    expect(shareOf(1)).toBe(0)
    expect(shareOf(2)).toBeLessThan(1e-6)
    expect(shareOf(3)).toBeLessThan(2e-5)
  })

  it('are more than 50,000', () => {
    expect(objects).toBeGreaterThan(50_000)
  })
})
