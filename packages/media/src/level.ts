export { type BakedLevel, type BakeOptions, bakeLevel } from './level/bake/bake-level.js'
export type { RgbaPicture } from './level/bake/sampler.js'
export { brightLevel } from './level/bright-level.js'
export { type CheckLevelOptions, checkLevel, missingInLevel } from './level/check/check-level.js'
export type { LevelFinding, LevelRule, LevelSeverity, MissingUse } from './level/check/finding.js'
export { LEVEL_RULES } from './level/check/rules.js'
export { kismetOf } from './level/kismet-of.js'
export type {
  KismetNode,
  KismetSequence,
  KismetUse,
  KismetWire,
  Level,
  LevelActor,
  LevelActorKind,
  LevelComponent,
  LevelFog,
  LevelLight,
  LevelMesh,
  LevelMotion,
  LevelPart,
  LevelPartKind,
  LevelPath,
  LevelPortal,
  LevelProjector,
  LevelTree,
  LevelZone,
  LightOnMesh,
  LightPage,
  Sublevel,
} from './level/level.js'
export { type LevelCounts, type LevelFacts, levelFacts } from './level/level-facts.js'
export { type LevelGlbOptions, levelGlb } from './level/level-glb.js'
export { type LevelOptions, type LevelStep, levelIn, levelOf, levelSteps } from './level/level-of.js'
export { type LevelObjEnd, type LevelObjOptions, levelObj } from './level/obj/level-obj.js'
export {
  levelPlan,
  levelPlanMap,
  levelPlanPicture,
  type PlanMap,
  type PlanOptions,
  PlanSheet,
} from './level/plan/plan.js'
export { levelT3d, type T3dOptions, type T3dWritten } from './t3d/t3d-of.js'
