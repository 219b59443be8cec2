import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'
import { contextByVersions } from '../../../../../testing/packages.js'

it('156/36 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 156, 36, [])?.id).toBe('duke-nukem-forever')
})

it.each([[156, 36]])('%i/%i has the layout of its game by its versions', (version, licensee) => {
  expect(contextByVersions(version, licensee).line).toBe('duke-nukem-forever')
})
