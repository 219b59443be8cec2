import type { ClassCodec } from '../registry.js'
import type { UnrealObject } from '../unreal-object.js'
import { AnimSequence } from './animation/anim-sequence.js'
import { MorphTarget } from './animation/morph-target.js'
import {
  BrushComponent,
  CollectionActor,
  DecalComponent,
  FluidSurfaceComponent,
  LandscapeHeightfieldCollisionComponent,
  ModelComponent,
  Pylon,
  ShadowMap1D,
  SpeedTreeComponent,
} from './components/components.js'
import { InstancedStaticMeshComponent } from './components/instanced-static-mesh-component.js'
import {
  DominantDirectionalLightComponent,
  DominantSpotLightComponent,
  LightComponent,
} from './components/light-component.js'
import { StaticMeshComponent } from './components/static-mesh-component.js'
import { SeqActInterp } from './kismet/seq-act-interp.js'
import { InstancedFoliageActor } from './levels/instanced-foliage-actor.js'
import { Level } from './levels/level.js'
import { Model } from './levels/model.js'
import { NavigationMeshBase } from './levels/navigation-mesh.js'
import { Polys } from './levels/polys.js'
import { Terrain, TerrainComponent } from './levels/terrain.js'
import { World } from './levels/world.js'
import { Material, MaterialInstance } from './materials/material.js'
import { ShaderCache } from './materials/shader-cache.js'
import { FracturedStaticMesh } from './meshes/fractured-static-mesh.js'
import { SkeletalMesh } from './meshes/skeletal-mesh.js'
import { StaticMesh } from './meshes/static-mesh.js'
import { Font } from './misc/font.js'
import { ForceFeedbackWaveform } from './misc/force-feedback-waveform.js'
import { GuidCache } from './misc/guid-cache.js'
import { MetaData } from './misc/meta-data.js'
import { ObjectRedirector } from './misc/object-redirector.js'
import { PrefabInstance } from './misc/prefab-instance.js'
import { UIDynamicFieldProvider, UISkin, UIStyle } from './misc/ui.js'
import { ApexAsset, PhysicsAssetInstance, RBBodySetup } from './physics/physics.js'
import { SoundGraph } from './sounds/sound-graph.js'
import { SoundNodeWave } from './sounds/sound-node-wave.js'
import { WwiseBank, WwiseEvent, WwiseStream } from './sounds/wwise.js'
import { Texture } from './textures/texture.js'
import { Texture2D } from './textures/texture-2d.js'
import { LightMapTexture2D, TextureMovie } from './textures/texture-kinds.js'

/**
 * *Which class of UE3 has which codec.* A class that is not here has that of its nearest super that is; the
 * stock children of such classes are named anyway, since a package does not say what an imported class
 * inherits from.
 */
const CODECS: readonly (readonly [create: () => UnrealObject, ...names: string[]])[] = [
  [
    () => new Texture(),
    'Texture',
    'TextureCube',
    'TextureRenderTarget',
    'TextureRenderTarget2D',
    'TextureRenderTargetCube',
  ],
  [() => new Texture2D(), 'Texture2D', 'ShadowMapTexture2D', 'TerrainWeightMapTexture', 'TextureFlipBook'],
  [() => new LightMapTexture2D(), 'LightMapTexture2D'],
  [() => new TextureMovie(), 'TextureMovie'],
  [() => new StaticMesh(), 'StaticMesh'],
  [() => new FracturedStaticMesh(), 'FracturedStaticMesh'],
  [() => new SkeletalMesh(), 'SkeletalMesh'],
  [() => new AnimSequence(), 'AnimSequence'],
  [() => new MorphTarget(), 'MorphTarget'],
  [() => new SoundNodeWave(), 'SoundNodeWave'],
  [() => new SoundGraph(), 'SoundCue', 'SoundClass'],
  [() => new WwiseBank(), 'WwiseBank'],
  [() => new WwiseEvent(), 'WwiseEvent'],
  [() => new WwiseStream(), 'WwiseStream'],
  [() => new World(), 'World'],
  [() => new Level(), 'Level'],
  [() => new Model(), 'Model'],
  [() => new Polys(), 'Polys'],
  [() => new Terrain(), 'Terrain'],
  [() => new TerrainComponent(), 'TerrainComponent'],
  [() => new NavigationMeshBase(), 'NavigationMeshBase'],
  [() => new Pylon(), 'Pylon', 'DynamicPylon', 'AISwitchablePylon'],
  [() => new Material(), 'Material', 'DecalMaterial', 'ScreenMaterial'],
  [
    () => new MaterialInstance(),
    'MaterialInstance',
    'MaterialInstanceConstant',
    'MaterialInstanceTimeVarying',
    'DecalMaterialInstanceConstant',
  ],
  [() => new ShaderCache(), 'ShaderCache'],
  [
    () => new StaticMeshComponent(),
    'StaticMeshComponent',
    'CoverMeshComponent',
    'FracturedBaseComponent',
    'FracturedStaticMeshComponent',
    'FracturedSkinnedMeshComponent',
    'InteractiveFoliageComponent',
    'UTGibStaticMeshComponent',
  ],
  [() => new InstancedStaticMeshComponent(), 'InstancedStaticMeshComponent'],
  [() => new InstancedFoliageActor(), 'InstancedFoliageActor'],
  [() => new ModelComponent(), 'ModelComponent'],
  [() => new BrushComponent(), 'BrushComponent'],
  [() => new DecalComponent(), 'DecalComponent'],
  [() => new FluidSurfaceComponent(), 'FluidSurfaceComponent', 'LandscapeComponent'],
  [() => new LandscapeHeightfieldCollisionComponent(), 'LandscapeHeightfieldCollisionComponent'],
  [() => new SpeedTreeComponent(), 'SpeedTreeComponent'],
  [
    () => new LightComponent(),
    'LightComponent',
    'PointLightComponent',
    'SpotLightComponent',
    'DirectionalLightComponent',
    'SkyLightComponent',
    'SphericalHarmonicLightComponent',
    'DominantPointLightComponent',
  ],
  [() => new DominantDirectionalLightComponent(), 'DominantDirectionalLightComponent'],
  [() => new DominantSpotLightComponent(), 'DominantSpotLightComponent'],
  [() => new ShadowMap1D(), 'ShadowMap1D'],
  [() => new CollectionActor(), 'StaticMeshCollectionActor', 'StaticLightCollectionActor'],
  [() => new RBBodySetup(), 'RB_BodySetup'],
  [() => new PhysicsAssetInstance(), 'PhysicsAssetInstance'],
  [() => new ApexAsset(), 'ApexAsset', 'ApexGenericAsset', 'ApexDestructibleAsset', 'ApexClothingAsset'],
  [() => new SeqActInterp(), 'SeqAct_Interp'],
  [() => new Font(), 'Font', 'MultiFont'],
  [() => new ForceFeedbackWaveform(), 'ForceFeedbackWaveform'],
  [() => new ObjectRedirector(), 'ObjectRedirector'],
  [() => new MetaData(), 'MetaData'],
  [() => new GuidCache(), 'GuidCache'],
  [() => new PrefabInstance(), 'PrefabInstance'],
  [() => new UIStyle(), 'UIStyle'],
  [() => new UISkin(), 'UISkin'],
  [() => new UIDynamicFieldProvider(), 'UIDynamicFieldProvider'],
]

/** *The classes of UE3 that have a codec*, but for those that UnrealScript is made of. */
export const UE3_CLASSES: readonly ClassCodec[] = [
  ...CODECS.flatMap(([create, ...names]) => names.map((name): ClassCodec => ({ name, create, engines: [3] }))),
]
