export type {
  Level,
  LevelActor,
  LevelActorKind,
  LevelLight,
  LevelMesh,
  LevelMotion,
  LevelPart,
  LevelPartKind,
  LevelZone,
  LightPage,
} from './level/level.js'
export { type LevelGlbOptions, levelGlb } from './level/level-glb.js'
export { type LevelOptions, type LevelStep, levelIn, levelOf, levelSteps } from './level/level-of.js'
