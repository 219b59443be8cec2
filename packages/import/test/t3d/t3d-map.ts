import { Guid, UString } from '@ukit/container'
import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage, importAt, PackageEdit, setProperties } from '@ukit/edit'
import { levelT3d } from '@ukit/media/level'
import { UnrealObject, ue1 } from '@ukit/objects'

/** A cube's side as the editor keeps it. */
function side(corners: readonly (readonly number[])[], normal: readonly number[]): ue1.Poly {
  const poly = new ue1.Poly()
  poly.vertices = Float32Array.from(corners.flat())
  poly.normal = Float32Array.from(normal)
  poly.base = Float32Array.from(corners[0] ?? [])
  poly.textureU = Float32Array.of(0, 1, 0)
  poly.textureV = Float32Array.of(0, 0, -1)
  return poly
}

/** A map of UE1 with what every map has: a LevelInfo, a builder brush, a room, and a light. */
export async function smallMap(): Promise<Package> {
  const edit = await createPackage({ name: 'Small', version: 69, guid: Guid.ZERO })
  const actor = (name: string, className: string) => addObject(edit, name, `Engine.${className}`, new UnrealObject())
  const info = actor('LevelInfo0', 'LevelInfo')
  const builder = actor('Brush0', 'Brush')
  const room = actor('Brush1', 'Brush')
  const light = actor('Light12', 'Light')
  const wall = importAt(edit, 'Walls.Base.Brick', 'Engine.Texture')
  for (const [number, brush] of [builder, room].entries()) {
    const polys = new ue1.Polys()
    const poly = side(
      [
        [64, -64, -64],
        [64, -64, 64],
        [64, 64, 64],
      ],
      [-1, 0, 0],
    )
    poly.texture = wall
    poly.itemName = edit.addName('Outside')
    poly.panU = number < 0.1 ? 0 : 12
    polys.polys = [poly]
    const sides = addObject(edit, `Polys${number}`, 'Engine.Polys', polys)
    const model = Object.assign(new ue1.Model(), { polys: sides, rootOutside: 1 })
    const shape = addObject(edit, `Model${number}`, 'Engine.Model', model)
    await edit.change(brush, ({ properties }) => {
      const oper = number === 0 ? {} : { 'CsgOper:byte(ECsgOper)': 2 }
      setProperties(edit, brush, properties, { ...oper, 'Level:object': info, 'Brush:object': shape })
    })
  }
  await edit.change(light, ({ properties }) => {
    setProperties(edit, light, properties, {
      'Level:object': info,
      'Tag:name': UString.from('Light'),
      'Location:struct(Vector)': { X: Math.fround(0.123456789), Y: 2, Z: -3 },
      'LightRadius:byte': 20,
      'Skins:object': wall,
    })
  })
  const level = new ue1.Level()
  level.actors = [info, builder, room, light]
  addObject(edit, 'MyLevel', 'Engine.Level', level)
  return buildPackage(edit)
}

/** A document of a package, and its actors as text. */
export async function opened(pkg: Package): Promise<PackageEdit> {
  return PackageEdit.open(pkg, { packages: new PackageSet() })
}

/** All of a level as T3D. */
export async function textOf(pkg: Package, actors?: readonly string[], packages = new PackageSet()): Promise<string> {
  let text = ''
  for await (const part of levelT3d(await ObjectReader.open(pkg, { packages }), { actors })) text += part
  return text
}
