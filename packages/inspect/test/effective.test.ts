import { ObjectReader } from '@ukit/core'
import { folderPackages, openFile } from '@ukit/core/node'
import { effectiveProperties } from '@ukit/inspect'
import { ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { corpusPath, describeCorpus } from '../../../testing/corpus.js'

describeCorpus('effective values', () => {
  it('follows a class’s defaults into the packages of its supers', async () => {
    const folders = await folderPackages([corpusPath('ue1/cacofff'), corpusPath('ue1/adrak0')])
    const pkg = await openFile(corpusPath('ue1/adrak0/DM-Stalwart.unr'))
    try {
      const reader = await ObjectReader.open(pkg, { packages: folders })
      const light = pkg.exports.find((object) => object.className === 'Light')
      expect(light).toBeDefined()
      if (light === undefined) return
      const { properties, missing } = await effectiveProperties(await reader.read(light), { packages: folders })
      // Engine's Actor.uc in the text that Engine.u contains: `Role=ROLE_Authority`, `DrawScale=1.000000`;
      // Light.uc: `LightBrightness=64`, `bStatic=True`.
      const from = (name: string) => properties.find(({ property }) => property.label.toLowerCase() === name)
      expect(from('drawscale')).toMatchObject({ from: "Class'Engine.Actor'", own: false, property: { value: 1 } })
      expect(from('bstatic')).toMatchObject({ from: "Class'Engine.Light'", property: { value: true } })
      expect(from('location')?.own).toBe(true)
      // The chain ends at Core.Object, which is in adrak0's Core.u.
      expect(missing).toBeNull()
    } finally {
      await pkg.file.close?.()
      await folders.close()
    }
  })

  it('reports which class’s defaults are not available', async () => {
    const pkg = await openFile(corpusPath('ue1/adrak0/DM-Stalwart.unr'))
    try {
      const reader = await ObjectReader.open(pkg)
      const light = pkg.exports.find((object) => object.className === 'Light')
      if (light === undefined) return
      const { properties, missing } = await effectiveProperties(await reader.read(light))
      expect(missing).toBe('Engine.Light')
      expect(properties.every(({ own }) => own)).toBe(true)
    } finally {
      await pkg.file.close?.()
    }
  })
})

describeCorpus('objects of a class', () => {
  it('returns every texture of a package, typed', async () => {
    const pkg = await openFile(corpusPath('ue1/adrak0/R3pW007Health2.utx'))
    try {
      const reader = await ObjectReader.open(pkg)
      const widths: number[] = []
      for await (const { object } of reader.objects(ue1.Texture)) widths.push(object.mips[0]?.width ?? 0)
      const rows = pkg.exports.filter((exported) => exported.className.endsWith('Texture')).length
      expect(widths).toHaveLength(rows)
      expect(widths.every((width) => Number.isInteger(Math.log2(width)))).toBe(true)
      expect((await reader.get(pkg.exports.find((e) => e.className === 'Texture')?.path ?? ''))?.object).toBeInstanceOf(
        ue1.Texture,
      )
    } finally {
      await pkg.file.close?.()
    }
  })
})
