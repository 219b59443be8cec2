import { Feature, NEVER, PackageFlag, Version } from '@ukit/container'
import { type Game, one, range } from '../game.js'
import { fieldsAfter, movedTo, perBuild } from '../hooks.js'

/** No packages of builds 568/9 to 610/13 are available: their objects are read as the engine's. */
const LINE = { line: 'tera' }

/**
 * *TERA before its engine was replaced*: the name count of cooked packages has the name offset added, and
 * there is no thumbnail offset. Its container is based on readers only.
 */
const teraOld: Game = {
  id: 'tera-old',
  name: 'TERA (before 2013)',
  engine: 3,
  builds: [range(568, 568, [9, 10]), range(610, 610, [13, 14])],
  deviations: ['name count with the name offset added, in cooked packages', 'no thumbnail offset'],
  layout: perBuild((version, licensee) => {
    const isKnown = version === 610 && licensee === 14
    return {
      ...(isKnown ? LINE : {}),
      moved: movedTo([
        [Version.ThumbnailTable, NEVER],
        [Feature.SourceFiles, isKnown],
        // Its version is 610, but its script format is older.
        [Version.ContextProperty, isKnown && NEVER],
        [Version.ObjectMemory8, isKnown && NEVER],
        // Its meshes are as before 593 (13 of 13).
        [Version.NoContentTags, isKnown && NEVER],
        [Version.LightingGuid, isKnown && NEVER],
      ]),
      summary: fieldsAfter({
        flags(ar, summary) {
          if (!ar.isLoading && (summary.flags & PackageFlag.Cooked) !== 0) summary.nameCount += summary.nameOffset
        },
        imports(_, summary) {
          if ((summary.flags & PackageFlag.Cooked) !== 0) summary.nameCount -= summary.nameOffset
        },
      }),
    }
  }),
}

/** *TERA.* Its container is the engine's (9 of 9 files). */
const tera: Game = {
  id: 'tera',
  name: 'TERA',
  engine: 3,
  evidence: 'files',
  builds: [one(897, 17)],
  deviations: ['objects: textures and static meshes name their source'],
  layout: perBuild(() => ({ ...LINE, moved: movedTo([[Feature.SourceFiles, true]]) })),
}

export const teraGames: readonly Game[] = [tera, teraOld]
