import * as dukeNukemForever from '@ukit/core/games/duke-nukem-forever'
import { ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { checkMade, inGame, ONE, read, zeros } from '../../../../../testing/objects-ue2.js'

const duke = () => inGame('duke-nukem-forever', 156, 36)

it('polygons have their corners first', () => {
  const vectors = `${zeros(12)} 0000803f 00000000 00000000 ${zeros(24)}`
  const corners = '0000803f 00000000 00000000 00000040 00000000 00000000 00000040 00004040 00000000'
  const polys = read(
    () => new dukeNukemForever.DukePolys(),
    `00 01000000 01000000 00000000 03 ${corners} ${vectors} 20000000 01000000 00000000 05 86 07 04 05 0100 ffff 00 ${zeros(6)} 00`,
    duke(),
  )
  expect([...(polys.polys[0]?.vertices ?? [])].slice(0, 4)).toEqual([1, 0, 0, 2])
  expect(polys.polys[0]?.panV).toBe(-1)
})

it('a font stores a code with each character, and may be a file', () => {
  const font = read(() => new dukeNukemForever.DukeFont(), `00 01 86 01 41000000 ${zeros(16)} 00010000`, duke())
  expect(font.pages[0]?.characters[0]).toBe(0x41)
  const file = `00 00 00000000 20000000 06 612e74746600 0c000000 ffffffff 00008043 00008043 ${ONE}`
  expect(read(() => new dukeNukemForever.DukeFontTrueType(), file, duke()).file.text).toBe('a.ttf')
})

it('a sound is in a stream', () => {
  const sound = read(
    () => new dukeNukemForever.DukeSound(),
    '00 01 07000000 00 78563412 0000c03f 03 01000000 00000000 ffffffff',
    duke(),
  )
  expect(sound.hash).toBe(0x12345678)
  expect(sound.seconds).toBe(1.5)
})

it('all other classes are read and written back the same', () => {
  expect(read(() => new dukeNukemForever.DukeObject(), `00 ${zeros(4)}`, duke()).tail).toHaveLength(4)
  expect(read(() => new dukeNukemForever.DukeObject(), `00 ${zeros(12)}`, duke()).tail).toHaveLength(12)
  expect(read(() => new dukeNukemForever.DukeObject(), '00', duke()).tail).toHaveLength(0)
  expect(read(() => new dukeNukemForever.PatchRenderData(), `00 40000000 ${zeros(64)}`, duke()).entries).toHaveLength(
    64,
  )
  expect(read(() => new dukeNukemForever.PatchData(), '00', duke()).entries).toHaveLength(0)
  expect(read(() => new dukeNukemForever.PatchData(), `00 ${'0100000000'.repeat(64)}`, duke()).entries).toHaveLength(
    320,
  )
  const shapes = new dukeNukemForever.DukeKMeshProps()
  shapes.boxes = [new ue2.KBox()]
  shapes.convexes = [new dukeNukemForever.DukeConvex()]
  checkMade(() => new dukeNukemForever.DukeKMeshProps(), shapes, duke())
  const model = new dukeNukemForever.DukeModel()
  model.nodes = [new dukeNukemForever.DukeBspNode()]
  model.surfs = [new dukeNukemForever.DukeBspSurf()]
  model.leaves = [new dukeNukemForever.DukeBspLeaf()]
  checkMade(() => new dukeNukemForever.DukeModel(), model, duke())
  checkMade(() => new dukeNukemForever.DukeLevel(), new dukeNukemForever.DukeLevel(), duke())
  checkMade(() => new dukeNukemForever.DukeStaticMesh(), new dukeNukemForever.DukeStaticMesh(), duke())
})
