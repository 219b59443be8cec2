import { expect, it } from 'vitest'
import { corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { ukit, ukitJson } from './run-ukit.js'

describeCorpus('show --effective', () => {
  const map = () => corpusPath('ue1/adrak0/DM-Stalwart.unr')

  it('lists every value under the object or class that sets it', async () => {
    const { status, stdout } = await ukit([
      'show',
      '--effective',
      '--classes',
      corpusPath('ue1/cacofff'),
      map(),
      'Light3',
    ])
    expect(status).toBe(0)
    // The text of Light.uc in Engine.u: LightBrightness=64, but this light sets it; LightType=LT_Steady,
    // bStatic=True.
    expect(stdout).toMatch(
      /set by the object itself[\s\S]*LightBrightness +150[\s\S]*from Class'Engine\.Light'[\s\S]*bStatic +True[\s\S]*from Class'Engine\.Actor'/,
    )
  })

  it('reports the class whose defaults are missing', async () => {
    const args = ['show', '--effective', '--json', map(), 'Light3']
    const found = await ukitJson(args)
    expect(found).toMatchObject([{ path: 'Light3', missing: 'Engine.Light' }])
  })
})
