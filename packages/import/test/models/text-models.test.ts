import { readAse, readBrushes, readModel, readObj } from '@ukit/import'
import type { Mesh } from '@ukit/media'
import { expect, it } from 'vitest'

/** Normals of the triangles, calculated from their positions and rounded; outward by the rule of `Mesh`. */
function faceNormals({ lods: [lod] }: Mesh): number[][] {
  const at = (vertex = 0) => [...(lod?.positions.subarray(3 * vertex, 3 * vertex + 3) ?? [])]
  const list = [...(lod?.indices ?? [])]
  return Array.from({ length: list.length / 3 }, (_, i) => {
    const [a, b, c] = list.slice(3 * i, 3 * i + 3).map(at)
    const [u, v] = [b, c].map((point) => point?.map((value, k) => value - (a?.[k] ?? 0)) ?? [])
    const cross = [0, 1, 2].map(
      (k) => (u?.[(k + 1) % 3] ?? 0) * (v?.[(k + 2) % 3] ?? 0) - (u?.[(k + 2) % 3] ?? 0) * (v?.[(k + 1) % 3] ?? 0),
    )
    const length = Math.hypot(...cross)
    return cross.map((value) => Math.round(value / length) + 0)
  })
}

it('reads OBJ: polygons, materials, groups, indices from the end, V upward', () => {
  const mesh = readObj(`
# a floor seen from above (Y up, counter-clockwise), and a roof over it to collide with
v 0 0 0 1 0 0
v 0 0 2
v 2 0 2
v 2 0 0
vt 0 0
vt 0 1
vt 1 1
vt 1 0
usemtl Old Wood
s 1
f 1/1 2/2 3/3 4/4
usemtl Stone
f -4//\\
 -2 -1
o UCX_Floor
v 0 5 0
f 1 2 5
`)
  expect(mesh.materials.map(({ path }) => path)).toEqual(['Old Wood', 'Stone'])
  expect(mesh.lods[0]?.sections.map(({ count }) => count)).toEqual([6, 3])
  expect(faceNormals(mesh)).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [0, 0, 1],
  ])
  // The second corner of the fan is the third of the file: X 2, Z 2 become X and Y.
  const [lod] = mesh.lods
  const second = lod?.indices[1] ?? 0
  expect([...(lod?.positions.subarray(3 * second, 3 * second + 3) ?? [])]).toEqual([2, 2, 0])
  expect([...(lod?.uvs[0]?.subarray(2 * second, 2 * second + 2) ?? [])]).toEqual([1, 0])
  expect([...(lod?.colors?.subarray(0, 4) ?? [])]).toEqual([255, 0, 0, 255])
  expect(mesh.collision?.indices.length).toBe(3)
  expect(readObj('v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3', 0.5).lods[0]?.positions[3]).toBe(2)
})

it('makes normals by smoothing groups', () => {
  const roof = (group: string) =>
    readObj(`v 0 0 0\nv 0 0 2\nv 1 1 0\nv 1 1 2\nv 2 0 0\nv 2 0 2\n${group}\nf 1 2 4 3\nf 3 4 6 5`)
  // Along the ridge there is one normal for both sides, or two.
  expect(roof('s 1').lods[0]?.positions.length).toBe(6 * 3)
  expect(roof('s off').lods[0]?.positions.length).toBe(8 * 3)
})

it('reads ASE: parts of materials, channels, smoothing, Y negated', () => {
  const mesh = readAse(`*3DSMAX_ASCIIEXPORT 200
*MATERIAL_LIST {
  *MATERIAL_COUNT 1
  *MATERIAL 0 {
    *MATERIAL_NAME "House {1}"
    *SUBMATERIAL 0 {
      *MATERIAL_NAME "Wall"
    }
    *SUBMATERIAL 1 {
      *MATERIAL_NAME "Roof"
    }
  }
}
*GEOMOBJECT {
  *NODE_NAME "Plate"
  *MESH {
    *MESH_VERTEX_LIST {
      *MESH_VERTEX 0 0.0 0.0 0.0
      *MESH_VERTEX 1 8.0 0.0 0.0
      *MESH_VERTEX 2 8.0 4.0 0.0
      *MESH_VERTEX 3 0.0 4.0 0.0
    }
    *MESH_FACE_LIST {
      *MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 0 *MESH_SMOOTHING 1,3 *MESH_MTLID 0
      *MESH_FACE 1: A: 0 B: 2 C: 3 AB: 0 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 1
    }
    *MESH_TVERTLIST {
      *MESH_TVERT 0 0.25 1.0 0.0
    }
    *MESH_TFACELIST {
      *MESH_TFACE 0 0 0 0
      *MESH_TFACE 1 0 0 0
    }
    *MESH_MAPPINGCHANNEL 2 {
      *MESH_TVERTLIST {
        *MESH_TVERT 0 0.5 0.5 0.0
      }
      *MESH_TFACELIST {
        *MESH_TFACE 0 0 0 0
        *MESH_TFACE 1 0 0 0
      }
    }
  }
  *MATERIAL_REF 0
}
*GEOMOBJECT {
  *NODE_NAME "MCDCX_Plate"
  *MESH {
    *MESH_VERTEX 0 0 0 0
    *MESH_VERTEX 1 1 0 0
    *MESH_VERTEX 2 0 1 0
    *MESH_FACE 0: A: 0 B: 1 C: 2
  }
}
`)
  expect(mesh.materials.map(({ path }) => path)).toEqual(['Wall', 'Roof'])
  expect(faceNormals(mesh)).toEqual([
    [0, 0, 1],
    [0, 0, 1],
  ])
  const [lod] = mesh.lods
  expect([lod?.uvs[0]?.[0], lod?.uvs[0]?.[1], lod?.uvs[1]?.[0]]).toEqual([0.25, 0, 0.5])
  expect(Math.min(...(lod?.positions ?? []))).toBe(-4)
  expect(mesh.collision?.indices.length).toBe(3)
})

it('reads brushes: polygons with textures, coordinates in texels', () => {
  const polygon = (height: number) => `
         Begin Polygon Item=OUTSIDE Texture=Walls.Old.Brick Flags=4 Link=0
            Origin   +00000.000000,+00000.000000,+00000.000000
            Normal   +00000.000000,+00000.000000,+00001.000000
            Pan      U=64 V=0
            TextureU +00001.000000,+00000.000000,+00000.000000
            TextureV +00000.000000,+00001.000000,+00000.000000
            Vertex   +00000.000000,+00000.000000,${height}
            Vertex   +00128.000000,+00000.000000,${height}
            Vertex   +00128.000000,+00128.000000,${height}
            Vertex   +00000.000000,+00128.000000,${height}
         End Polygon`
  const actor = (height: number, location: string) => `
   Begin Actor Class=Brush Name=Brush1
    Begin Brush Name=Model2
       Begin PolyList${polygon(height)}
       End PolyList
    End Brush
    ${location}
   End Actor`
  const one = readBrushes(`Begin Map${actor(16, 'Location=(X=1000)')}\nEnd Map`)
  expect(faceNormals(one)[0]).toEqual([0, 0, 1])
  expect(one.materials[0]?.path).toBe('Walls.Old.Brick')
  expect([...(one.lods[0]?.uvs[0]?.slice(0, 4) ?? [])]).toEqual([0.25, 0, 0.75, 0])
  expect(one.lods[0]?.positions[0]).toBe(0)
  expect(one.notes[0]).toMatch(/256/)
  const two = readBrushes(`${actor(16, 'Location=(X=1000)\n PrePivot=(Z=6)')}${actor(0, 'Location=(Y=-8)')}`)
  expect(two.lods[0]?.positions.slice(0, 3)).toEqual(Float32Array.of(1000, 0, 10))
})

it('reports what is wrong, with the line', async () => {
  expect(() => readObj('v 0 0 0\nv 1 x 0')).toThrow(/OBJ, line 2: expected 3 numbers/)
  expect(() => readObj('v 0 0 0\nf 1 2 3')).toThrow(/OBJ, line 2: expected one of 1 place, found "2"/)
  expect(() => readObj('')).toThrow(/no triangles/)
  expect(() => readAse('solid cube')).toThrow(/3DSMAX_ASCIIEXPORT/)
  expect(() => readAse('*3DSMAX_ASCIIEXPORT 200\n*MESH_VERTEX 0 1 2')).toThrow(/ASE, line 2: expected X, Y and Z/)
  expect(() => readAse('*3DSMAX_ASCIIEXPORT\n*MESH_VERTEX 99999999 0 0 0')).toThrow(/expected a number from 0 on/)
  expect(() => readBrushes('Begin Polygon\nVertex 1,2')).toThrow(/T3D, line 2: expected X, Y and Z/)
  expect(() => readBrushes('Begin Map\nEnd Map')).toThrow(/no triangles/)
  await expect(readModel('a.stl', new Uint8Array(9))).rejects.toThrow(/found "a.stl"/)
  const { name } = await readModel('x/Lamp.obj', new TextEncoder().encode('v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3'))
  expect(name).toBe('Lamp')
})

it('a T3D file may be UTF-16, as editors of later builds write it', async () => {
  const text = `Begin PolyList
Begin Polygon Texture=Wände
Vertex +00000.000000,+00000.000000,+00000.000000
Vertex +00064.000000,+00000.000000,+00000.000000
Vertex +00000.000000,+00064.000000,+00000.000000
End Polygon
End PolyList
`
  const bytes = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, 0])])
  const { mesh } = await readModel('Side.t3d', bytes)
  expect(mesh.materials.map(({ path }) => path)).toEqual(['Wände'])
  expect([...(mesh.lods[0]?.positions ?? [])]).toEqual([0, 0, 0, 64, 0, 0, 0, 64, 0])
})
