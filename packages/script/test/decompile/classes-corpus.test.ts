import { ObjectReader } from '@ukit/core'
import { compareDeclarations, decompileClass, sourceText } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { expect, it } from 'vitest'
import { CODE, CORPUS, describeCorpus, openCorpus, packagesBeside } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

/** Code of Mass Effect 3 has tokens that cannot be written as source yet. */
const OWN_TOKENS = /me3tweaks/

describeCorpus('classes of real packages', () => {
  const found = { scripts: 0, resisted: 0, declarations: 0, different: 0 }
  const rows = sampleOf(SWEEPS ? [...CODE, ...CORPUS.filter(({ path }) => path.endsWith('.u'))] : CODE)

  it.each([...rows])('of $path are text that parses', async ({ path }) => {
    const pkg = await openCorpus(path)
    const packages = packagesBeside(path)
    const reader = await ObjectReader.open(pkg, { packages })
    const world = await loadWorld([pkg], { packages })
    for (const exported of pkg.exports) {
      if (exported.entry.class !== 0 || exported.entry.size === 0) continue
      const { file, text, problems, scripts, resisted } = await decompileClass(reader, exported, { world })
      expect(problems).toEqual([])
      expect(parseSource(text).problems, `${path} ${exported.path}`).toEqual([])
      if (!OWN_TOKENS.test(path)) {
        found.scripts += scripts
        found.resisted += resisted.length
      }
      const source = await sourceText(reader, exported, undefined, true)
      if (source === undefined) continue
      const { compared, differences } = compareDeclarations(file, parseSource(source.text).file, pkg)
      found.declarations += compared
      found.different += differences.length
    }
    await pkg.file.close?.()
  })

  it('have the same code and declarations as the compiled texts', () => {
    expect(found.resisted).toBeLessThanOrEqual(found.scripts / 1000)
    expect(found.declarations).toBeGreaterThan(SWEEPS ? 50_000 : 100)
    expect(found.different).toBeLessThanOrEqual(found.declarations / 100)
  })
})
