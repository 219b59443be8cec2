import { proveDecompiled } from '@ukit/script/analysis'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

/**
 * Small packages of code. Code that needs a missing package is skipped by the proof, not counted as the same.
 */
const SAMPLES = PACKAGES.filter(
  ({ path, bytes, version }) => path.endsWith('.u') && bytes < 150_000 && version !== undefined && version < 500,
).slice(0, 6)

describeCorpus('the way from bytecode to source and back', () => {
  it.each(SAMPLES.map(({ path }) => path))('results in the same bytes for %s', async (path) => {
    const { differences } = await proveDecompiled(await openCorpus(path))
    expect(differences.map(({ object, message }) => `${object}: ${message}`)).toEqual([])
  })
})
