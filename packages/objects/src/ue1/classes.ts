import type { ClassCodec } from '../registry.js'
import type { UnrealObject } from '../unreal-object.js'
import { Animation } from './animation.js'
import { FireTexture } from './fire-texture.js'
import { Font } from './font.js'
import { Level, LevelBase } from './level.js'
import { LodMesh } from './lod-mesh.js'
import { Mesh } from './mesh.js'
import { Model } from './model.js'
import { BspNodes, BspSurfs, Vectors, Verts } from './model-parts.js'
import { Music } from './music.js'
import { Palette } from './palette.js'
import { Polys } from './polys.js'
import { Primitive } from './primitive.js'
import { SkeletalMesh } from './skeletal-mesh.js'
import { Sound } from './sound.js'
import { Texture } from './texture.js'

const ue1 = (name: string, create: () => UnrealObject): ClassCodec => ({ name, create, engines: [1] })

/**
 * *The classes of UE1 that store more than properties.*
 *
 * Painted textures and the kinds of fire and water are named beside Texture, so that they are read if their
 * supers are not known.
 */
export const UE1_CLASSES: readonly ClassCodec[] = [
  ...['Texture', 'ScriptedTexture', 'FractalTexture', 'WaterTexture', 'WaveTexture', 'WetTexture', 'IceTexture'].map(
    (name) => ue1(name, () => new Texture()),
  ),
  ue1('FireTexture', () => new FireTexture()),
  ue1('Palette', () => new Palette()),
  ue1('Font', () => new Font()),
  ue1('Sound', () => new Sound()),
  ue1('Music', () => new Music()),
  ue1('Primitive', () => new Primitive()),
  ue1('Mesh', () => new Mesh()),
  ue1('LodMesh', () => new LodMesh()),
  ue1('SkeletalMesh', () => new SkeletalMesh()),
  ue1('Animation', () => new Animation()),
  ue1('Model', () => new Model()),
  ue1('Vectors', () => new Vectors()),
  ue1('BspNodes', () => new BspNodes()),
  ue1('BspSurfs', () => new BspSurfs()),
  ue1('Verts', () => new Verts()),
  ue1('Polys', () => new Polys()),
  ue1('LevelBase', () => new LevelBase()),
  ue1('Level', () => new Level()),
]
