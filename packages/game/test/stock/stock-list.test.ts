import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GAMES, gameById } from '@ukit/core'
import {
  isInEveryCopy,
  loadStock,
  ShippedFiles,
  STOCK_GAMES,
  type StockHashKind,
  StockList,
  stockStateOf,
} from '@ukit/game'
import { hashFile } from '@ukit/game/node'
import { describe, expect, it, test } from 'vitest'

/** 16 bytes of a hash, computed differently than in the library: from hex that is cut and converted. */
function cut(kind: 'md5' | 'sha1' | 'sha256', content: string): string {
  const hex = createHash(kind).update(content).digest('hex').slice(0, 32)
  return Buffer.from(hex, 'hex').toString('base64url')
}

const GUID = '00112233445566778899AABBCCDDEEFF'

/** A list with each kind of row. */
const LIST = new StockList(
  'made',
  [
    `?\tstock\t\t${GUID}\tm${cut('md5', 'nameless')}`,
    `Maps/One.unr\tstock\t3\t\tm${cut('md5', 'one')}`,
    `Maps/One.unr\tpatch 2\t3\t\ts${cut('sha1', 'two')}`,
    `Maps/Two.unr\tstock\t3\t\tS${cut('sha256', 'two')}`,
    'Maps/Two.unr\tpatch 2\t4',
    'Textures/Three.utx\tbonus 1\t5',
    'Four\tstock',
  ].join('\n'),
)

/** A file with some content, which records when it is read. */
function file(path: string, content: string, guid?: string) {
  const read: StockHashKind[] = []
  return {
    read,
    path,
    size: content.length,
    hash: async (kind: StockHashKind) => {
      read.push(kind)
      return kind === 'gitblob' ? '' : cut(kind, content)
    },
    guid: async () => guid,
  }
}

async function stateOf(path: string, content: string, guid?: string) {
  const found = await stockStateOf(LIST, file(path, content, guid))
  return found === undefined ? undefined : [found.state, found.rows.map(({ edition }) => edition)]
}

describe('whether a file is as the game ships it', () => {
  it('is original when a version agrees in size and hash, ignoring case of the path', async () => {
    expect(await stateOf('maps/ONE.UNR', 'one')).toEqual(['original', ['stock']])
    expect(await stateOf('Maps/One.unr', 'two')).toEqual(['original', ['patch 2']])
  })

  it('is changed only if every version has a hash', async () => {
    expect(await stateOf('Maps/One.unr', 'six')).toEqual(['changed', ['stock', 'patch 2']])
    expect(await stateOf('Maps/One.unr', 'other size')).toEqual(['changed', ['stock', 'patch 2']])
    // The patch's version only has a size, so this may be it.
    expect(await stateOf('Maps/Two.unr', 'six')).toEqual(['unknown', ['stock', 'patch 2']])
    expect(await stateOf('Maps/Two.unr', 'two')).toEqual(['original', ['stock']])
    expect(await stateOf('Textures/Three.utx', 'three')).toEqual(['unknown', ['bonus 1']])
  })

  it('is recognised by name if the list has no folders, and by GUID and checksum if it has no names', async () => {
    expect(await stateOf('Sounds/Four.uax', 'four')).toEqual(['unknown', ['stock']])
    expect(await stateOf('System/Any.u', 'nameless', GUID)).toEqual(['original', ['stock']])
    expect(await stateOf('System/Any.u', 'nameless', GUID.replace('0', '1'))).toBeUndefined()
    expect(await stateOf('System/Any.u', 'other', GUID)).toBeUndefined()
    expect(await stateOf('System/Maps/One.unr', 'one')).toBeUndefined()
  })

  it('is determined without reading a file whose size agrees with no version', async () => {
    const other = file('Maps/One.unr', 'another size')
    await stockStateOf(LIST, other)
    expect(other.read).toEqual([])
  })
})

test('a package is found by its name in any folder; some packages are in every copy', () => {
  expect(LIST.named('ONE').map(({ path }) => path)).toEqual(['Maps/One.unr', 'Maps/One.unr'])
  expect(LIST.named('?')).toEqual([])
  expect(isInEveryCopy(LIST.named('one'))).toBe(true)
  expect(isInEveryCopy(LIST.named('three'))).toBe(false)
  const shipped = new ShippedFiles(LIST, { root: '/game' })
  expect(shipped.rows('One', '/game/Maps/One.unr')).toHaveLength(2)
  expect(shipped.rows('One', '/elsewhere/one.unr')).toHaveLength(2)
  // A file of a different kind with that name does not come with the game.
  expect(shipped.rows('One', '/game/Textures/One.utx')).toEqual([])
})

test('hashes of files agree with those of other programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-stock-'))
  try {
    const path = join(folder, 'hello')
    await writeFile(path, 'hello\n')
    const cutHex = (hex: string) => Buffer.from(hex.slice(0, 32), 'hex').toString('base64url')
    // md5sum, sha1sum, sha256sum and git hash-object of "hello\n".
    expect(await hashFile(path, 'md5')).toBe(cutHex('b1946ac92492d2347c6235b4d2611184'))
    expect(await hashFile(path, 'sha1')).toBe(cutHex('f572d396fae9206628714fb2ce00f72e94f2258f'))
    expect(await hashFile(path, 'sha256')).toBe(
      cutHex('5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03'),
    )
    expect(await hashFile(path, 'gitblob')).toBe(cutHex('ce013625030ba8dba906f756967f9e9ca394464a'))
    await expect(hashFile(join(folder, 'none'), 'md5')).rejects.toMatchObject({ name: 'SourceError', kind: 'io' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('the lists', () => {
  it('are those of the games that core knows, by the names of their files', () => {
    const files = readdirSync(new URL('../../src/stock/lists/', import.meta.url)).map((name) => name.slice(0, -3))
    expect(STOCK_GAMES).toEqual(files.filter((id) => gameById(id) !== undefined).sort())
  })

  it.each(STOCK_GAMES)('are for games that core knows, and have complete rows: %s', async (game) => {
    expect(GAMES.some(({ id }) => id === game)).toBe(true)
    const list = await loadStock(game)
    expect(list?.rows.length).toBeGreaterThan(20)
    for (const { path, edition, size, guid, hash } of list?.rows ?? []) {
      expect(path).toMatch(/^[^\\\t]+$/)
      expect(edition).toMatch(/^(?:stock|server|expansion|(?:bonus|patch)(?: .+)?)$/)
      if (size !== undefined) expect(Number.isSafeInteger(size) && size > 0).toBe(true)
      if (guid !== undefined) expect(guid).toMatch(/^[0-9A-F]{32}$/)
      if (hash !== undefined) expect(Buffer.from(hash.text, 'base64url')).toHaveLength(16)
    }
  })

  it('do not exist for games that nobody listed', async () => {
    expect(await loadStock('no-such-game')).toBeUndefined()
    expect(await loadStock('constructor')).toBeUndefined()
    expect(await loadStock(undefined)).toBeUndefined()
  })

  it('contain well-known packages of these games', async () => {
    const names = async (game: string) => (name: string) =>
      loadStock(game).then((list) => list?.named(name).length ?? 0)
    for (const [game, known] of Object.entries({
      'unreal-tournament': ['Botpack', 'DM-Deck16][', 'UTtech1', 'CTF-Face', 'DM-Morpheus'],
      unreal: ['Vortex2', 'UnrealShare', 'DmDeck16'],
      'deus-ex': ['DeusEx', '00_Training'],
      rune: ['RuneI'],
      ut2003: ['DM-Antalus'],
      ut2004: ['XGame', 'ONS-Torlan', 'DM-Rankin'],
      ut3: ['UTGame', 'WAR-Torlan'],
      udk: ['Engine', 'UTGame'],
      'killing-floor': ['KFMod'],
    })) {
      const count = await names(game)
      for (const name of known) expect(await count(name), `${game} ${name}`).toBeGreaterThan(0)
    }
  })

  // Botpack of UT 436 by its GUID, as every server of that version announces it.
  it('distinguish versions of a package', async () => {
    const rows = (await loadStock('unreal-tournament'))?.at('System/Botpack.u') ?? []
    expect(new Set(rows.map(({ guid }) => guid))).toContain('1C69657611D38F44100067B9F6F8975A')
    expect(new Set(rows.map(({ edition }) => edition)).size).toBeGreaterThan(5)
  })
})

const tables = new URL('../../../../../shared/stock/', import.meta.url)

test('the lists have every path of the tables that they are made from', async (ctx) => {
  if (!existsSync(tables)) ctx.skip('the tables (../shared/stock) are not there')
  for (const game of ['unreal-tournament', 'ut2004', 'ut3', 'rune', 'killing-floor-2']) {
    const list = await loadStock(game)
    const [, ...lines] = readFileSync(new URL(`${game}.tsv`, tables), 'utf8')
      .trimEnd()
      .split('\n')
    const paths = lines.map((line) => line.split('\t')[0] ?? '').filter((path) => path !== '?')
    expect(paths.filter((path) => list?.at(path).length === 0)).toEqual([])
  }
})
