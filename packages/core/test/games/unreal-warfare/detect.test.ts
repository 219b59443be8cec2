import { expect, it } from 'vitest'
import { contextByVersions } from '../../../../../testing/packages.js'

it.each([[130, 0]])('%i/%i is recognised by its versions', (version, licensee) => {
  expect(contextByVersions(version, licensee).line).toBe('unreal-warfare')
})
