import { memorySource } from '@ukit/files'
import { verify } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { HandMade } from '../../../testing/bytes.js'
import { fileOf, planOf } from '../../../testing/packages.js'

it('a depends table that the next body cuts short is one problem, and no overlap', async () => {
  const body = new HandMade().u32(0xffffffff, 0, 0).bytes()
  const exports = ['A', 'B', 'C'].map((objectName) => ({ objectName, class: -2, flags: 4, body }))
  const plan = planOf(
    { version: 868 },
    {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Actor'],
      ],
      exports,
    },
  )
  const file = await fileOf(plan)
  const whole = await verify(memorySource(file))
  expect(whole.problems.filter(({ message }) => message.includes('depends table'))).toEqual([])
  // TERA modders' tools omit the table: the first body begins 10 bytes into it, although three exports take
  // 12.
  const view = new DataView(file.buffer, file.byteOffset)
  const first = file.length - 3 * body.length
  for (let at = 0; at + 8 <= first; at++) {
    if (view.getUint32(at, true) === body.length && view.getUint32(at + 4, true) === first) {
      view.setUint32(at, body.length + 2, true)
      view.setUint32(at + 4, first - 2, true)
    }
  }
  const { problems } = await verify(memorySource(file))
  expect(problems.filter(({ kind }) => kind === 'overlap' || kind === 'gap')).toEqual([])
  expect(problems.filter(({ message }) => message.includes('depends table')).map(({ message }) => message)).toEqual([
    'the depends table is incomplete: 10 bytes for 3 exports, up to the next body or table; the ' +
      'tool that wrote the file left it out',
  ])
})
