import { ANY_CLASS, type ClassCodec, type UnrealObject } from '@ukit/objects'
import { DukeObject } from './classes/actor.js'
import { DukeFont, DukeFontTrueType } from './classes/font.js'
import { DukeKMeshProps } from './classes/k-mesh-props.js'
import { DukeLevel } from './classes/level.js'
import { DukeModel } from './classes/model.js'
import { PatchData, PatchRenderData } from './classes/patch.js'
import { DukePolys } from './classes/polys.js'
import { DukeSound } from './classes/sound.js'
import { DukeStaticMesh } from './classes/static-mesh.js'
import { DukeNameProperty, DukePointerProperty } from './classes/variables.js'

const duke = (name: string, create: () => UnrealObject): ClassCodec => ({ name, create })

/**
 * *The classes of Duke Nukem Forever that are not laid out as in the rest of UE2*: its engine descends from
 * UE1.
 */
export const CLASSES: readonly ClassCodec[] = [
  duke(ANY_CLASS, () => new DukeObject()),
  duke('Sound', () => new DukeSound()),
  duke('Font', () => new DukeFont()),
  duke('FontTrueType', () => new DukeFontTrueType()),
  duke('KMeshProps', () => new DukeKMeshProps()),
  duke('Level', () => new DukeLevel()),
  duke('Model', () => new DukeModel()),
  duke('Polys', () => new DukePolys()),
  duke('StaticMesh', () => new DukeStaticMesh()),
  duke('NameProperty', () => new DukeNameProperty()),
  duke('PointerProperty', () => new DukePointerProperty()),
  duke('PatchData', () => new PatchData()),
  duke('PatchRenderData', () => new PatchRenderData()),
]
