import { ancestryOf, memberOf, type StructType } from '@ukit/container'
import { ObjectReader, type Package, PackageSet, packageSchema } from '@ukit/core'
import { type Property, TaggedStruct } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'

function layoutOf(struct: StructType | undefined): string {
  return (struct?.members ?? []).map(({ name, type, dim }) => `${name}:${type.kind}${dim === 1 ? '' : dim}`).join(' ')
}

/** Counts how often bytes of a package are read. */
function counting(pkg: Package): { pkg: Package; reads: () => number } {
  let reads = 0
  const image = new Proxy(pkg.image, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (key !== 'slice' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value
      return (...range: unknown[]) => {
        reads++
        return Reflect.apply(value, target, range)
      }
    },
  })
  return {
    pkg: new Proxy(pkg, { get: (target, key) => (key === 'image' ? image : Reflect.get(target, key, target)) }),
    reads: () => reads,
  }
}

describeCorpus('what is known of classes', () => {
  it('comes from stock classes for a map, without reading any of its bytes', async () => {
    const { pkg, reads } = counting(await openCorpus('ue1/adrak0/DM-Stalwart.unr'))
    const schema = await packageSchema(pkg)
    expect(reads()).toBe(0)
    // Layout by the class reference: a zone, a leaf, the zone's number.
    expect(layoutOf(schema.struct('PointRegion', 'PlayerStart'))).toBe('Zone:object iLeaf:int ZoneNumber:byte')
    expect(ancestryOf(schema, 'Brush')).toEqual(['Brush', 'Actor', 'Object'])
    expect(ancestryOf(schema, 'WaveTexture').slice(0, 4)).toEqual([
      'WaveTexture',
      'WaterTexture',
      'FractalTexture',
      'Texture',
    ])
  })

  it("comes from a package's own script objects, in the order of declaration", async () => {
    const schema = await packageSchema(await openCorpus('ue1/cacofff/Engine.u'))
    expect(schema.class('actor')?.super).toBe('Object')
    expect(layoutOf(schema.struct('pointregion', 'Actor'))).toBe('Zone:object iLeaf:int ZoneNumber:byte')
    const touching = memberOf(schema, ['Actor'], 'Touching')
    expect([touching?.type.kind, touching?.dim]).toEqual(['object', 4])
    const role = memberOf(schema, ['Actor'], 'Role')
    expect(role?.type).toEqual({ kind: 'byte', enum: 'ENetRole' })
    expect(layoutOf(schema.struct('Plane'))).toBe('W:float')
  })

  it('keeps what UE3 declares in structs: flags, supers, members that are not saved', async () => {
    const schema = await packageSchema(await openCorpus('ue3/welaughindoors/Core.u'))
    const color = schema.struct('Color', 'Object')
    expect(layoutOf(color)).toBe('B:byte G:byte R:byte A:byte')
    expect((color?.flags ?? 0) & 0x20).toBe(0x20)
    expect(schema.struct('Plane', 'Object')?.super).toBe('Vector')
    const stock = await packageSchema(await openCorpus('ue3/provokingastorm/PRO_Roose.upk'))
    expect(layoutOf(stock.struct('FontCharacter', 'Font'))).toBe(
      'StartU:int StartV:int USize:int VSize:int TextureIndex:byte VerticalOffset:int',
    )
    expect((stock.struct('CoverReference')?.flags ?? 0) & 0x80).toBe(0x80)
    expect(memberOf(stock, ancestryOf(stock, 'SeqAct_Toggle'), 'VariableLinks')?.type).toEqual({
      kind: 'array',
      inner: { kind: 'struct', struct: 'SeqVarLink' },
    })
  })

  it('comes from the packages that a caller supplies, up to the classes that their classes inherit from', async () => {
    const asked: string[] = []
    const files = new Map([
      ['core', 'ue1/adrak0/Core.u'],
      ['engine', 'ue1/cacofff/Engine.u'],
    ])
    const schema = await packageSchema(
      await openCorpus('ue1/1337gamedev/HeadHunter.u'),
      new PackageSet((name) => {
        asked.push(name.toLowerCase())
        const path = files.get(name.toLowerCase())
        return path === undefined ? undefined : openCorpus(path)
      }),
    )
    expect(asked).toContain('engine')
    expect(new Set(asked).size).toBe(asked.length)
    // Plain numbers are not in the stock table: this one comes from the package.
    expect(memberOf(schema, ancestryOf(schema, 'Pawn'), 'Health')?.type.kind).toBe('int')
  })

  it('has types for all arrays of UE2 and nearly all of UE3; some only because nothing else fits', async () => {
    const reader = await ObjectReader.open(await openCorpus('ue3/me3tweaks/BioD_CitHub_VolusPlot.xxx'))
    const inferred: Property[] = []
    for (const exported of reader.package.exports) {
      if (exported.entry.size === 0) continue
      const { object } = await reader.read(exported)
      inferred.push(...object.properties.items.filter((property) => property.inferred))
    }
    expect(inferred.length).toBeGreaterThan(0)
    for (const property of inferred) {
      expect(property.value, property.label).toBeInstanceOf(Array)
      expect(property.valueType?.kind).toBe('array')
    }
    const links = inferred.find((property) => property.label === 'VariableLinks')?.value
    if (Array.isArray(links)) for (const link of links) expect(link).toBeInstanceOf(TaggedStruct)
  })
})

describe('a schema', () => {
  it('ends at a class that inherits from itself', () => {
    const schema = {
      class: (name: string) => ({ name, super: name === 'A' ? 'B' : 'A', members: [] }),
      struct: () => undefined,
    }
    expect(ancestryOf(schema, 'A').length).toBeLessThanOrEqual(100)
  })
})
