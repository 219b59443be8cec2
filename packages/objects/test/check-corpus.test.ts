import { ObjectReader } from '@ukit/core'
import { CheckReport } from '@ukit/objects'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'

describeCorpus('the objects of real packages', () => {
  let objects = 0

  it.each(PACKAGES)('of $path are sound: no class reports problems in what the games load', async ({ path }) => {
    const pkg = await openCorpus(path).catch(() => undefined)
    if (pkg === undefined) return
    const unsound: string[] = []
    const reader = await ObjectReader.open(pkg)
    for (const exported of pkg.exports) {
      if (exported.entry.size === 0) continue
      const { object, error } = await reader.read(exported)
      if (error !== undefined) continue
      const report = new CheckReport(pkg.context)
      object.check(report)
      for (const { severity, field, message } of report.found)
        unsound.push(`${severity} ${exported} ${field}: ${message}`)
      objects++
    }
    expect(unsound).toEqual([])
  })

  it('are more than 50,000', () => {
    expect(objects).toBeGreaterThan(50_000)
  })
})
