import { Feature, type Layout } from '@ukit/container'
import type { Compiler } from '../../compilers/compiler.js'
import { type Game, one, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'
import { emptyTableAfterExports } from './empty-table.js'

/** X2Effect_LW2WotC_Aggression of a mod has text after its default properties. */
const COMPILER: Compiler = { declarations: { defaultsInText: 'are left out' } }

const CLASSES: NonNullable<Game['classes']> = async () => (await import('./classes.js')).CLASSES

function objectsOf(line: string, licensee: number): Layout {
  return {
    line,
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
      // Only War of the Chosen and later have this.
      [Feature.VariableConfigName, licensee >= 120],
    ]),
  }
}

/** *XCOM 2 and War of the Chosen.* The container is the engine's; a few classes have further fields. */
const xcom2: Game = {
  id: 'xcom-2',
  name: 'XCOM 2',
  engine: 3,
  evidence: 'files',
  builds: [range(845, 845, [101, 120])],
  imports: ['xcomgame'],
  classes: CLASSES,
  deviations: ['objects: materials, static meshes, textures, variables'],
  layout: perBuild((_, licensee) => objectsOf('xcom-2', licensee)),
  compiler: () => COMPILER,
}

/** *XCOM: Chimera Squad.* XCOM 2 in a later version of the engine; its summary names one more table. */
const chimeraSquad: Game = {
  id: 'xcom-chimera-squad',
  name: 'XCOM: Chimera Squad',
  engine: 3,
  evidence: 'files',
  builds: [one(884, 131)],
  imports: ['xcomgame'],
  classes: CLASSES,
  deviations: ['a further table, empty, between exports and depends table', "objects: as XCOM 2's"],
  layout: perBuild((_, licensee) => ({
    ...objectsOf('xcom-chimera-squad', licensee),
    summary: emptyTableAfterExports,
  })),
}

export const xcom2Games: readonly Game[] = [xcom2, chimeraSquad]
