import { Archive } from '@ukit/container'
import { rawStruct } from '@ukit/objects/internal'
import { expect, it } from 'vitest'
import { GAME, ue3 } from '../../../../../testing/objects-ue3.js'

const SCOPE = {
  ancestry: [],
  depth: 0,
  createList: () => {
    throw new Error('no list is in these structs')
  },
}

it.each([GAME.massEffect1, GAME.massEffect2, GAME.massEffect3])('boxes and vectors of %i/%i are raw', (...game) => {
  const members = (name: string, context = ue3(...game)) =>
    rawStruct(Archive.load(new Uint8Array(), context), name, SCOPE)?.members.map(({ name: member }) => member)
  expect(members('BioRwBox')).toEqual(['Min', 'Max', 'IsValid'])
  expect(members('rwvector2')).toEqual(['X', 'Y'])
  expect(members('RwMatrix44')).toEqual(['XPlane', 'YPlane', 'ZPlane', 'WPlane'])
  expect(members('Box')).toEqual(['Min', 'Max', 'IsValid'])
  expect(members('BioRwBox', ue3(684))).toBeUndefined()
})
