import { createHash } from 'node:crypto'
import { OriginalFiles, type StockHashKind, StockList } from '@ukit/game'
import { expect, it } from 'vitest'

const digest = (kind: 'md5' | 'sha1' | 'sha256', content: string) =>
  Buffer.from(createHash(kind).update(content).digest('hex').slice(0, 32), 'hex').toString('base64url')

const originals = new OriginalFiles([
  new StockList(
    'made',
    [
      `Maps/One.unr\tstock\t3\t\tm${digest('md5', 'one')}`,
      `Maps/One.unr\tpatch 2\t3\t\ts${digest('sha1', 'two')}`,
      `Maps/Any.unr\tstock\t\t\tS${digest('sha256', 'any length')}`,
      'Textures/Three.utx\tbonus 1\t5',
      'Four\tstock',
    ].join('\n'),
  ),
  new StockList('later', `Maps/One.unr\tstock\t4\t\tm${digest('md5', 'four')}`),
])

function find(fileName: string, content: string, game?: string) {
  const hash = async (kind: StockHashKind) => (kind === 'gitblob' ? '' : digest(kind, content))
  return originals.find({ fileName, size: content.length, game, hash })
}

it('knows an original by its content, whatever it is called', async () => {
  const found = await find('renamed.unr', 'two')
  expect(found.state).toBe('original')
  expect(found.versions.map(({ game, row }) => [game, row.path, row.edition])).toEqual([
    ['made', 'Maps/One.unr', 'patch 2'],
  ])
  expect((await find('x', 'any length')).state).toBe('original')
})

it('calls a file changed only where every version of its game has a hash', async () => {
  const all = await find('one.UNR', 'new')
  expect([all.state, all.versions.map(({ game }) => game)]).toEqual(['changed', ['made', 'made', 'later']])
  expect((await find('One.unr', 'new', 'later')).versions).toHaveLength(1)
  expect((await find('One.unr', 'new', 'not listed')).versions).toHaveLength(3)
  expect((await find('Three.utx', 'abcde')).state).toBe('unknown')
  expect((await find('Four.u', 'any')).state).toBe('unknown')
  expect(await find('Five.u', 'any')).toEqual({ state: 'other', versions: [] })
})
