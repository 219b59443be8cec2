import { join } from 'node:path'
import { openPackage } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { buildPackage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { bytesOf, savedBytes } from '../../../../testing/bytes.js'
import { temporaryFolder } from '../../../../testing/folders.js'
import { guidOf } from '../../../../testing/made-package.js'

it('an option that is undefined is one that is not given: names, codecs and games are the defaults', async () => {
  const made = await createPackage({ name: 'Made', version: 69, guid: guidOf('Made'), game: undefined })
  const bytes = await savedBytes(await buildPackage(made))
  const folder = temporaryFolder({ 'Made.u': bytes })
  const nothing = { fileName: undefined, game: undefined, codecs: undefined, permissive: undefined, signal: undefined }
  const opened = await openFile(join(folder, 'Made.u'), nothing)
  expect(opened.name).toBe('Made')
  await opened.file.close?.()
  const pkg = await openPackage(memorySource(bytes), { ...nothing, entryLimit: undefined })
  expect(pkg.summary.version).toBe(69)
  expect(await savedBytes(pkg)).toEqual(await bytesOf(memorySource(bytes)))
})
