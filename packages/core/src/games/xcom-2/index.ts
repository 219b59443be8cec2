import { Feature } from '@ukit/container'
import { type Game, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/** *XCOM 2 and War of the Chosen.* The container is the engine's; a few classes have further fields. */
export const xcom2: Game = {
  id: 'xcom-2',
  name: 'XCOM 2',
  engine: 3,
  evidence: 'files',
  builds: [range(845, 845, [101, 120])],
  imports: ['xcomgame'],
  classes: async () => (await import('./classes.js')).CLASSES,
  deviations: ['objects: materials, static meshes, textures, variables'],
  layout: perBuild((_, licensee) => ({
    line: 'xcom-2',
    moved: movedTo([
      [Feature.MaterialNumbers, true],
      [Feature.MeshElementNumber, true],
      [Feature.MeshComponentBytes, true],
      [Feature.SystemMemoryMips, true],
      [Feature.LevelNumbers, true],
      // True for 845/108 and 845/120, which the tools and mods of the released game write; not for 845/101.
      [Feature.ActorsByClass, licensee > 101],
      [Feature.LaterMeshComponents, licensee > 101],
      [Feature.MaterialLookupPair, licensee >= 120],
      // Only War of the Chosen has this.
      [Feature.VariableConfigName, licensee >= 120],
    ]),
  })),
}
