import type { ClassCodec } from '../registry.js'
import { Palette } from '../ue1/palette.js'
import type { UnrealObject } from '../unreal-object.js'
import { ConvexVolume } from './convex-volume.js'
import { Font } from './font.js'
import { KMeshProps } from './k-mesh-props.js'
import { Level } from './level.js'
import { LodMesh } from './lod-mesh.js'
import { Material } from './material.js'
import { MeshAnimation } from './mesh-animation.js'
import { Model } from './model.js'
import { Polys } from './polys.js'
import { Primitive } from './primitive.js'
import { SkeletalMesh } from './skeletal-mesh.js'
import { ProceduralSound, Sound, SoundGroup } from './sound.js'
import { StaticMesh } from './static-mesh.js'
import { StaticMeshInstance } from './static-mesh-instance.js'
import { TerrainInfo, TerrainSector } from './terrain.js'
import { FireTexture, Texture } from './texture.js'
import { VertMesh } from './vert-mesh.js'

function codec(name: string, create: () => UnrealObject): ClassCodec {
  return { name, create, engines: [2] }
}

/**
 * *The classes of UE2 that store more than properties.*
 *
 * Cubemaps and the kinds of fire and water are named beside Texture, so that they are read if their supers
 * are not known.
 */
export const UE2_CLASSES: readonly ClassCodec[] = [
  ...[
    'Texture',
    'Cubemap',
    'FractalTexture',
    'FluidTexture',
    'WaterTexture',
    'WaveTexture',
    'WetTexture',
    'IceTexture',
  ].map((name) => codec(name, () => new Texture())),
  codec('Palette', () => new Palette()),
  codec('ConvexVolume', () => new ConvexVolume()),
  codec('FireTexture', () => new FireTexture()),
  codec('Font', () => new Font()),
  codec('KMeshProps', () => new KMeshProps()),
  codec('Level', () => new Level()),
  codec('LodMesh', () => new LodMesh()),
  codec('Material', () => new Material()),
  codec('MeshAnimation', () => new MeshAnimation()),
  codec('Model', () => new Model()),
  codec('Polys', () => new Polys()),
  codec('Primitive', () => new Primitive()),
  codec('ProceduralSound', () => new ProceduralSound()),
  codec('SkeletalMesh', () => new SkeletalMesh()),
  codec('Sound', () => new Sound()),
  codec('SoundGroup', () => new SoundGroup()),
  codec('StaticMesh', () => new StaticMesh()),
  codec('StaticMeshInstance', () => new StaticMeshInstance()),
  codec('TerrainInfo', () => new TerrainInfo()),
  codec('TerrainSector', () => new TerrainSector()),
  codec('VertMesh', () => new VertMesh()),
]
