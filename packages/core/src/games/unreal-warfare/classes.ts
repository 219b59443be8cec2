import type { ClassCodec, UnrealObject } from '@ukit/objects'
import { ModelComponent, StaticMeshComponent } from './components.js'
import { Terrain, TerrainComponent } from './terrain.js'

const codec = (name: string, create: () => UnrealObject): ClassCodec => ({ name, create })

/** *Classes that Unreal Warfare, on its way to UE3, already has and UE2 does not.* */
export const CLASSES: readonly ClassCodec[] = [
  codec('ModelComponent', () => new ModelComponent()),
  codec('StaticMeshComponent', () => new StaticMeshComponent()),
  codec('Terrain', () => new Terrain()),
  codec('TerrainComponent', () => new TerrainComponent()),
]
