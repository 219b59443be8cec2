import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { candidateGames, detectGame, GAMES, gameById, packageNames } from '@ukit/core'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'

const STANDARD = 0x9e2a83c1

describe('the table of games', () => {
  it('has no duplicate ids, and finds each game by its id', () => {
    expect(new Set(GAMES.map((game) => game.id)).size).toBe(GAMES.length)
    for (const game of GAMES) expect(gameById(game.id)).toBe(game)
    expect(gameById('unreal-engine')?.name).toBe('Unreal Engine')
    expect(gameById('no-such-game')).toBeUndefined()
  })

  it('has ids in lower case, imports in lower case, and ranges in ascending order', () => {
    for (const { id, imports, builds } of GAMES) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      for (const name of imports ?? []) expect(name).toBe(name.toLowerCase())
      for (const { version, licensee } of builds) {
        expect(version[0], id).toBeLessThanOrEqual(version[1])
        expect(licensee[0], id).toBeLessThanOrEqual(licensee[1])
      }
    }
  })
})

describe('detectGame', () => {
  it.each([
    // [tag, version, licensee, imports, id]: facts from the two public lists of games.
    [STANDARD, 69, 0, ['core', 'engine'], undefined],
    [STANDARD, 69, 0, ['core', 'engine', 'botpack'], 'unreal-tournament'],
    // Tactical Ops has the packages of the game that it was made from.
    [STANDARD, 69, 0, ['engine', 'botpack', 'uttech1', 's_swat'], 'tactical-ops'],
    [0x4d4d4837, 868, 4, [], 'might-and-magic-heroes-7'],
    [STANDARD, 500, 9999, [], undefined],
    [STANDARD, 868, 0, ['core', 'olgame'], 'outlast'],
    [STANDARD, 868, 0, ['core', 'udkbase', 'utgame', 'cruzade'], 'toxikk'],
    [STANDARD, 868, 0, ['core', 'udkbase', 'utgame'], 'udk'],
    [STANDARD, 530, 0, ['core', 'engine', 'tdgame'], 'mirrors-edge'],
    [STANDARD, 536, 0, ['core', 'engine'], 'mirrors-edge'],
    [STANDARD, 647, 0, ['core', 'engine'], undefined],
    [STANDARD, 648, 0, ['core', 'engine'], 'udk'],
    [STANDARD, 649, 0, ['core', 'engine'], 'udk'],
  ] as const)('%s %s/%s importing %j is %s', (tag, version, licensee, imports, id) => {
    expect(detectGame(tag, version, licensee, imports)?.id).toBe(id)
  })

  it('offers the engine layout if no game is known', () => {
    expect(candidateGames(STANDARD, 12, 345).map((game) => game.id)).toEqual(['unreal-engine'])
  })
})

/** Ids that do not contradict the `game` column of the index, if that names a single game. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  UT99: ['unreal-tournament', 'unreal'],
  'Unreal/227': ['unreal', 'unreal-227', 'unreal-tournament'],
  'Deus Ex': ['deus-ex'],
  Rune: ['rune'],
  UT2004: ['ut2004', 'ut2003'],
  'Killing Floor': ['killing-floor'],
  'Lineage II': ['lineage-2'],
  'Shrek 2 (KnowWonder UE2)': ['shrek-2'],
  'SWAT4 mod': ['swat-4'],
  UT3: ['ut3'],
  UDK: ['udk'],
  'XCOM 2': ['xcom-2'],
  'Spec Ops: The Line': ['spec-ops'],
  'Killing Floor 2': ['killing-floor-2'],
  'A Hat in Time': ['a-hat-in-time'],
  'Mass Effect 1-3/LE': ['mass-effect', 'mass-effect-2', 'mass-effect-3', 'mass-effect-legendary'],
}

/** What the third index says instead of an id. */
const IN_THIRD: Readonly<Record<string, string>> = { xcom: 'xcom-enemy-unknown', '-': 'udk' }

/** Paths, and the ids that do not contradict the index, for readable packages of one known game. */
function indexed(): { path: string; ids: readonly string[] }[] {
  const first = columnsOf('corpus').filter(({ game }) => game in ALLOWED)
  const third = columnsOf('corpus-3')
  return [
    ...first.map(({ path, game }) => ({ path, ids: ALLOWED[game] ?? [] })),
    ...third.map(({ path, game }) => ({ path: `corpus-3/${path}`, ids: [IN_THIRD[game] ?? game] })),
  ]
}

/** The columns `path` and `game` of an index, for readable packages. */
function columnsOf(folder: string): { path: string; game: string }[] {
  const index = fileURLToPath(new URL(`../../../../../shared/${folder}/INDEX.tsv`, import.meta.url))
  const lines = readFileSync(index, 'latin1').trimEnd().split('\n').slice(1)
  return lines.flatMap((line) => {
    const columns = line.split('\t')
    const [path = '', , , kind = ''] = columns
    const game = columns[13] ?? ''
    const readable = /^(package|lineage2-encrypted|ue3-fully-compressed)$/.test(kind) && !line.includes('oodle')
    return readable ? [{ path, game }] : []
  })
}

describeCorpus('detectGame on real packages', () => {
  it('never mistakes a package for one of a different game', async () => {
    const rows = indexed()
    let told = 0
    for (const { path, ids } of rows) {
      const pkg = await openCorpus(path)
      const { tag, version, licensee } = pkg.summary
      const found = detectGame(tag, version, licensee, packageNames(pkg))
      if (found === undefined) continue
      told++
      expect(ids, `${path} is taken for ${found.id}`).toContain(found.id)
    }
    // Most can be recognised; the others import nothing but the engine.
    expect(rows.length).toBeGreaterThan(50)
    expect(told).toBeGreaterThan(rows.length / 2)
  })
})
