import { ObjectReader, PackageSet } from '@ukit/core'
import { coordinate, decimals, digits } from '@ukit/media/internal'
import { levelIn, levelT3d, type T3dOptions, type T3dWritten } from '@ukit/media/level'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { CODE, CORPUS, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'

describe('numbers', () => {
  // As they are in exports of the editors: Lev2_Fire2.t3d and startup.t3d of AdamJD01/HP1PCPatchDifferences.
  it('coordinates have a sign, five digits and six decimals', () => {
    expect([64, -448, 0, -0, 0.857493, -0.0000001].map((value) => coordinate(Math.fround(value), 'even'))).toEqual([
      '+00064.000000',
      '-00448.000000',
      '+00000.000000',
      '-00000.000000',
      '+00000.857493',
      '-00000.000000',
    ])
    // Halfway between two decimals, as in Lev2_Fire2.t3d (UE1), and DM-Deck17.t3d of crapola/blender_t3d
    // (UE2).
    const halves = [19.8828125, -19.8828125, 0.0234375]
    expect(halves.map((half) => coordinate(half, 'even'))).toEqual(['+00019.882812', '-00019.882812', '+00000.023438'])
    expect(halves.map((half) => coordinate(half, 'up'))).toEqual(['+00019.882813', '-00019.882813', '+00000.023438'])
    expect([1916.1328125, 38.2890625].map((half) => decimals(half, 'up'))).toEqual(['1916.132813', '38.289063'])
    expect(coordinate(1234567.25, 'even')).toBe('+1234567.250000')
  })

  it('floats have six decimals, or seven digits', () => {
    expect([96, -9408.5, 2 ** 70].map((value) => decimals(value, 'even'))).toEqual([
      '96.000000',
      '-9408.500000',
      '1180591620717411303424.000000',
    ])
    const values = [1716, 10.05567, -469.7643, -9.918213e-5, 154473, 0, 12345678].map(Math.fround)
    expect(values.map(digits)).toEqual([
      '1716',
      '10.05567',
      '-469.7643',
      '-9.918213e-05',
      '154473',
      '0',
      '1.234568e+07',
    ])
  })
})

/** A level as T3D, with the packages of a folder of `code`. */
async function t3dOf(path: string, code: string, options: T3dOptions = {}): Promise<{ text: string } & T3dWritten> {
  const folder = new Map(
    CODE.filter((row) => row.path.startsWith(`code/${code}/`)).map((row) => [
      row.path.replace(/^.*\/|\.u$/g, '').toLowerCase(),
      row.path,
    ]),
  )
  const packages = new PackageSet(async (name) => {
    const found = folder.get(name.toLowerCase())
    return found === undefined ? undefined : openCorpus(found)
  })
  const reader = await ObjectReader.open(await openCorpus(path), { packages })
  const parts = levelT3d(reader, options)
  let text = ''
  for (;;) {
    const next = await parts.next()
    if (next.done === true) return { text, ...next.value }
    text += next.value
  }
}

const mapNamed = (name: string) => CORPUS.find(({ path }) => path.endsWith(name))?.path ?? ''

describeCorpus('levels as T3D', () => {
  it('an actor of UE1 has what its editor writes', async () => {
    const { text, notes } = await t3dOf(mapNamed('DM-Stalwart.unr'), 'ut99', { actors: ['light12'] })
    expect(notes).toEqual([])
    expect(text.split('\n')).toEqual([
      'Begin Map',
      'Begin Actor Class=Light Name=Light12',
      "    Level=LevelInfo'MyLevel.LevelInfo0'",
      '    Tag=Light',
      "    Region=(Zone=LevelInfo'MyLevel.LevelInfo0',iLeaf=108,ZoneNumber=1)",
      '    Location=(X=0.512611,Y=-2.233985,Z=119.900543)',
      '    Rotation=(Yaw=16448)',
      '    OldLocation=(X=30.184847,Y=155.085571,Z=212.900543)',
      '    LightBrightness=50',
      '    LightRadius=20',
      '    Name=Light12',
      'End Actor',
      'End Map',
      '',
    ])
  })

  it('members of structs that equal the default are left out, also where that is not zero', async () => {
    const { text } = await t3dOf(mapNamed('DM-Stalwart.unr'), 'ut99')
    // The default of both is (Scale=(X=1,Y=1,Z=1)).
    expect(text).toContain('    MainScale=(SheerAxis=SHEER_ZX)\n    PostScale=(SheerAxis=SHEER_ZX)\n')
    expect(text).toMatch(/CsgOper=CSG_Subtract\n/)
    expect(text).not.toMatch(/(?:CsgOper|SheerAxis|LightEffect|Physics|Style)=\d/)
    expect(text.match(/^ {4}Begin Brush/gm)).toHaveLength(247)
  })

  it('names have quotes in UE2, and a surface block is at the end', async () => {
    const { text, notes } = await t3dOf(mapNamed('DM-1on1-Serpentine.ut2'), 'ut2004')
    expect(notes).toEqual([])
    expect(text).toContain('    Tag="StaticMeshActor"\n    PhysicsVolume=DefaultPhysicsVolume\'myLevel.')
    // Layers that nobody set are as the class has them, but for their matrices, which are not numbers.
    expect(text.match(/^ {4}Layers\(\d+\)=\(Texture/gm)).toHaveLength(2)
    expect(text).toContain('    Layers(2)=(TerrainMatrix=(XPlane=(X=-1.#IND00,')
    expect(text.endsWith('End Actor\nBegin Surface\nEnd Surface\nEnd Map\n')).toBe(true)
  })

  it('a terrain is as the editor exported it', async () => {
    // UT2004-Serpentine-TerrainInfo.t3d of xtremexp/UT4X-Converter, but for bSelected, which is not stored.
    const { text } = await t3dOf(mapNamed('DM-1on1-Serpentine.ut2'), 'ut2004', { actors: ['TerrainInfo1'] })
    const lines = text.split('\n').slice(0, -1)
    expect(lines).toHaveLength(435)
    const bitmaps = lines.filter((line) => /^ {4}(?:QuadVisibility|EdgeTurn)Bitmap\(/.test(line))
    expect(bitmaps).toHaveLength(389)
    expect(bitmaps[0]).toBe('    QuadVisibilityBitmap(37)=-134217728')
    expect(lines.slice(0, 4)).toEqual([
      'Begin Map',
      'Begin Actor Class=TerrainInfo Name=TerrainInfo1',
      "    TerrainMap=Texture'myLevel.Package0.TowerHeightMap'",
      '    TerrainScale=(X=15.000000,Y=15.000000,Z=2.000000)',
    ])
  })

  it('an empty line follows a brush in UE2, and what follows is its own', async () => {
    const { text } = await t3dOf(mapNamed('DM-1on1-Serpentine.ut2'), 'ut2004')
    const brushes = text.match(/^ {4}Begin Brush/gm)?.length
    // As in DM-Deck17.t3d of crapola/blender_t3d: one after each brush and after each object.
    const objects = text.match(/^ {4}Begin Object/gm)?.length ?? 0
    expect(text.match(/^$/gm)).toHaveLength((brushes ?? 0) + objects + 1)
    expect(text).toMatch(/^ {4}End Brush\n {4}Brush=Model'myLevel\.\w+'\n\n/m)
  })

  it('actors of UE3 have their components and archetypes', async () => {
    const { text } = await t3dOf(mapNamed('Fortress_1.udk'), 'udk-868')
    expect(text).toMatch(
      /^ {6}Begin Actor Class=PlayerStart Name=(\w+) Archetype=PlayerStart'Engine.Default__PlayerStart'$/m,
    )
    expect(text).toMatch(/^ {12}ObjectArchetype=CylinderComponent'Engine.Default__PlayerStart:CollisionCylinder'$/m)
    expect(text).toMatch(
      /^ {9}Begin Object Class=CylinderComponent Name=CollisionCylinder ObjName=CylinderComponent_6 Archetype=CylinderC/m,
    )
    expect(text).toContain("\n         CylinderComponent=CylinderComponent'CylinderComponent_6'\n")
    expect(text.endsWith('      End Actor\n   End Level\nBegin Surface\nEnd Surface\nEnd Map\n')).toBe(true)
  })

  it('every level gives a T3D with all its actors, whose polygons face as their normals say', async () => {
    let polygons = 0
    let against = 0
    for (const { path } of SWEEPS ? PACKAGES : PACKAGES.filter(({ bytes }) => bytes < 1_000_000)) {
      const pkg = await openCorpus(path, { permissive: true }).catch(() => undefined)
      if (pkg === undefined || !pkg.exports.some(({ className }) => className.toLowerCase() === 'level')) continue
      const reader = await ObjectReader.open(pkg)
      const { object } = await reader.read(levelIn(reader))
      if (!(object instanceof ue1.Level || object instanceof ue2.Level || object instanceof ue3.Level)) continue
      const { text, actors } = await t3dOf(path, '-')
      const listed = new Set(object.actors.filter((actor) => actor !== null && actor.reference > 0))
      expect([path, actors]).toEqual([path, listed.size])
      expect([path, (text.match(/^ *Begin \w+/gm) ?? []).length]).toEqual([
        path,
        (text.match(/^ *End \w+/gm) ?? []).length,
      ])
      for (const [, body = ''] of text.matchAll(/Begin Polygon[^\n]*\n([\s\S]*?)End Polygon/g)) {
        polygons++
        if (facing(body) < 0) against++
      }
    }
    expect(polygons).toBeGreaterThan(5000)
    // 4,178 of 4,180 polygons of 20 exports of editors.
    expect(against / polygons).toBeLessThan(0.001)
  }, 300_000)
})

/** How far the winding of a polygon's text agrees with its normal. */
function facing(body: string): number {
  const rows = [...body.matchAll(/(Normal|Vertex) +(\S+)/g)].map(([, key, text = '']) => ({
    key,
    at: text.split(',').map(Number),
  }))
  const normal = rows.find(({ key }) => key === 'Normal')?.at ?? []
  const corners = rows.filter(({ key }) => key === 'Vertex').map(({ at }) => at)
  const sum = [0, 0, 0]
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? []
    for (const axis of [0, 1, 2]) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3]
      sum[axis] = (sum[axis] ?? 0) + ((a[j] ?? 0) * (b[k] ?? 0) - (a[k] ?? 0) * (b[j] ?? 0))
    }
  })
  return sum.reduce((all, value, axis) => all + value * (normal[axis] ?? 0), 0)
}
