import { ANY_CLASS, type ClassCodec } from '../../registry.js'
import type { UnrealObject } from '../../unreal-object.js'
import { DukeObject } from './actor.js'
import { DukeFont, DukeFontTrueType } from './font.js'
import { DukeKMeshProps } from './k-mesh-props.js'
import { DukeLevel } from './level.js'
import { DukeModel } from './model.js'
import { PatchData, PatchRenderData } from './patch.js'
import { DukePolys } from './polys.js'
import { DukeSound } from './sound.js'
import { DukeStaticMesh } from './static-mesh.js'

const duke = (name: string, create: () => UnrealObject): ClassCodec => ({
  name,
  create,
  engines: [2],
  branches: ['duke-nukem-forever'],
})

/** *The classes of Duke Nukem Forever that are not laid out as in the rest of UE2*: its ancestor is UE1. */
export const DUKE_CLASSES: readonly ClassCodec[] = [
  duke(ANY_CLASS, () => new DukeObject()),
  duke('Sound', () => new DukeSound()),
  duke('Font', () => new DukeFont()),
  duke('FontTrueType', () => new DukeFontTrueType()),
  duke('KMeshProps', () => new DukeKMeshProps()),
  duke('Level', () => new DukeLevel()),
  duke('Model', () => new DukeModel()),
  duke('Polys', () => new DukePolys()),
  duke('StaticMesh', () => new DukeStaticMesh()),
  duke('PatchData', () => new PatchData()),
  duke('PatchRenderData', () => new PatchRenderData()),
]
