import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'
import { contextByVersions } from '../../../../../testing/packages.js'

it('156/36 is told by its numbers', () => {
  expect(detectGame(0x9e2a83c1, 156, 36, [])?.id).toBe('duke-nukem-forever')
})

it.each([[156, 36]])('%i/%i is of its line by its numbers', (version, licensee) => {
  expect(contextByVersions(version, licensee).line).toBe('duke-nukem-forever')
})
