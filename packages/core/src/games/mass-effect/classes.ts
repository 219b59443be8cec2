import type { FormatContext } from '@ukit/container'
import { type ClassCodec, type UnrealObject, ue3 } from '@ukit/objects'
import type { Part } from './features.js'
import {
  Bio2DA,
  BioDynamicAnimSet,
  BioEmptyMap,
  BioEmptyMaps,
  BioGestureRuntimeData,
  BioMorphFace,
  BioPawn,
  BioSoundNodeWaveStreamingData,
  BioStage,
  BioTlkFile,
  BioTlkFileSet,
  FaceFXData,
  ShaderCachePayload,
} from './objects.js'

const EVERY_PART: readonly Part[] = ['mass-effect', 'mass-effect-2', 'mass-effect-3']

/** BioWare's classes, and the parts of Mass Effect in which they store something. */
const CODECS: readonly (readonly [parts: readonly Part[], create: () => UnrealObject, ...names: string[]])[] = [
  [['mass-effect-2', 'mass-effect-3'], () => new BioDynamicAnimSet(), 'BioDynamicAnimSet'],
  [['mass-effect', 'mass-effect-2'], () => new Bio2DA(), 'Bio2DA', 'Bio2DANumberedRows'],
  [['mass-effect'], () => new BioTlkFile(), 'BioTlkFile'],
  [['mass-effect'], () => new BioTlkFileSet(), 'BioTlkFileSet'],
  [['mass-effect'], () => new BioGestureRuntimeData(), 'BioGestureRuntimeData'],
  [['mass-effect'], () => new BioSoundNodeWaveStreamingData(), 'BioSoundNodeWaveStreamingData'],
  [EVERY_PART, () => new FaceFXData(), 'FaceFXAsset', 'FaceFXAnimSet'],
  [
    ['mass-effect'],
    () => new BioEmptyMap(),
    'BioDiscoveredCodexMap',
    'BioQuestProgressionMap',
    'BioInert',
    'BioArtPlaceableBehavior',
    'BioArtPlaceableShieldBehavior',
    'BioPawnBehavior',
    'BioVehicleBehaviorBase',
    'BioVehicleBehaviorWheeled',
  ],
  [['mass-effect', 'mass-effect-2'], () => new BioEmptyMaps(), 'BioGamePropertyEventDispatcher'],
  [
    ['mass-effect-2', 'mass-effect-3'],
    () => new BioEmptyMap(),
    'BioConsequenceMap',
    'BioOutcomeMap',
    'BioStateEventMap',
  ],
  [['mass-effect-2', 'mass-effect-3'], () => new BioEmptyMaps(), 'BioCodexMap'],
  [['mass-effect-2', 'mass-effect-3'], () => new BioEmptyMaps(4), 'BioQuestMap'],
  [EVERY_PART, () => new BioMorphFace(), 'BioMorphFace'],
  [['mass-effect-2', 'mass-effect-3'], () => new BioPawn(), 'BioPawn', 'SFXPawn'],
  [['mass-effect-3'], () => new BioStage(), 'BioStage'],
  [['mass-effect-3'], () => new ShaderCachePayload(), 'ShaderCachePayload'],
  [EVERY_PART, () => new ue3.DecalComponent(), 'BioDecalComponent'],
  [EVERY_PART, () => new ue3.StaticMeshComponent(), 'BioAPCoverMeshComponent'],
  [['mass-effect-3'], () => new BioEmptyMap(), 'BioConversation', 'BioGestureAnimSetMgr'],
]

/** *The classes of Mass Effect that store more than properties*, for the part whose layout a package has. */
export const classesOf = (format: FormatContext): readonly ClassCodec[] =>
  CODECS.filter(([parts]) => parts.some((part) => part === format.line)).flatMap(([, create, ...names]) =>
    names.map((name): ClassCodec => ({ name, create })),
  )
