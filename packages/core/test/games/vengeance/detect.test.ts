import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'
import { contextByVersions } from '../../../../../testing/packages.js'

it('129/27 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 129, 27, [])?.id).toBe('swat-4')
})

it.each([[129, 27]])('%i/%i has the layout of its game by its versions', (version, licensee) => {
  expect(contextByVersions(version, licensee).line).toBe('vengeance')
})
