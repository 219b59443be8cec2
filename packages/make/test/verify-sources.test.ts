import { join } from 'node:path'
import { PackageSet } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { sourcesForVerify } from '@ukit/make/node'
import { expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { made } from './support/made.js'

const OBJECT = 'class Object\n  native\n  noexport;\n\nvar Object Outer;\n'

// As the packages of UDK 864, whose texts use the macros of Core\Globals.uci.
test('macros of UE3 are expanded in sources that a package is verified with', async () => {
  const folder = temporaryFolder({})
  writeTree(folder, {
    'Src/Core/Globals.uci': '`define Turn(Bags) Sacks = `Bags\n',
    'Src/Core/Classes/Object.uc': OBJECT,
    'Src/Core/Classes/Mill.uc': 'class Mill extends Object;\nvar int Sacks;\nfunction Grind()\n{\n\t`Turn(7);\n}\n',
  })
  const mill = 'class Mill extends Object;\nvar int Sacks;\nfunction Grind()\n{\n\tSacks = 7;\n}\n'
  const pkg = await made('Core', { Object: OBJECT, Mill: mill }, [], { format: { version: 868 } })
  for (const place of [join(folder, 'Src/Core'), join(folder, 'Src/Core/Classes')]) {
    const sources = await sourcesForVerify(place, pkg, new PackageSet())
    expect(sources.map(({ file }) => file)).toEqual(['Mill.uc', 'Object.uc'])
    const verified = await verifyMake(pkg, { sources })
    expect(verified.problems).toEqual([])
    expect(verified.differences).toEqual([])
    expect(verified.identicalClasses).toBe(2)
  }
  await expect(sourcesForVerify(join(folder, 'None'), pkg, new PackageSet())).rejects.toThrow('there is no folder')
  await expect(sourcesForVerify(join(folder, 'Src'), pkg, new PackageSet())).rejects.toThrow('there is no .uc file')
})
