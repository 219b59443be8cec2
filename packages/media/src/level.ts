export type {
  Level,
  LevelActor,
  LevelActorKind,
  LevelLight,
  LevelMesh,
  LevelMotion,
  LevelPart,
  LevelPartKind,
  LevelPath,
  LevelZone,
  LightPage,
} from './level/level.js'
export { type LevelCounts, type LevelFacts, levelFacts } from './level/level-facts.js'
export { type LevelGlbOptions, levelGlb } from './level/level-glb.js'
export { type LevelOptions, type LevelStep, levelIn, levelOf, levelSteps } from './level/level-of.js'
export { levelPlan, type PlanOptions } from './level/plan.js'
