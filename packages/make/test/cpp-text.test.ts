import type { Package } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { verifyMake } from '@ukit/make'
import { TextBuffer } from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'
import { made, read, setOf } from './support/made.js'

const COOKED = 8

const BLOCK = '\r\n\t\tFSpot() {}\r\n\t\t// { not a brace\r\n\t\tINT Sum() { return X + Y; }\r\n\t'
const TEXT =
  'class Mill extends Object native;\r\n\r\n' +
  `struct native Spot\r\n{\r\n\tvar int X, Y;\r\n\tstructcpptext\r\n\t{${BLOCK}}\r\n};\r\n\r\n` +
  'cpptext\r\n{\r\n\tvirtual void Turn();\r\n}\r\n\r\nvar Spot Place;\r\n'

async function build(): Promise<[Package, Package]> {
  const format = { version: 868 }
  const core = await made('Core', { Object: 'class Object native noexport;\n' }, [], { format })
  return [core, await made('Mills', { Mill: TEXT }, [core], { format })]
}

const textOf = async (pkg: Package, path: string) => (await read(pkg, path, TextBuffer)).text.text

// As in UDK 867, which was not cooked: 338 texts of classes, 29 of structs.
describe('C++ in texts of UE3', () => {
  test('of a class is separate and in lines; of a struct it is kept as written between its braces', async () => {
    const [, mills] = await build()
    expect(await textOf(mills, 'Mill.CppText')).toBe('\tvirtual void Turn();\r\n')
    expect(await textOf(mills, 'Mill.Spot.CppText')).toBe(BLOCK)
    const kept = await textOf(mills, 'Mill.ScriptText')
    expect(kept).toContain(`structcpptext\r\n\t{${BLOCK}}`)
    expect(kept).not.toContain('Turn')
  })

  test.each(['cpptext {}', 'cpptext\r\n{\r\n\r\n}'])(
    'of a class that is empty leaves nothing but comments: %j',
    async (block) => {
      const format = { version: 868 }
      const text = `class Mill extends Object native;\r\n${block}\r\nvar int Sacks;\r\n`
      const pkg = await made('Core', { Object: 'class Object native noexport;\n', Mill: text }, [], { format })
      expect(pkg.exports.map(({ path }) => path)).not.toContain('Mill.CppText')
      expect(await textOf(pkg, 'Mill.ScriptText')).not.toContain('{')
      expect((await verifyMake(pkg)).differences.filter(({ field }) => field !== 'bytes')).toEqual([])
    },
  )

  test('--verify compares it, unless cooking has removed it', async () => {
    const [core, mills] = await build()
    const packages = setOf([core])
    expect((await verifyMake(mills, { packages })).differences).toEqual([])
    const without = await PackageEdit.open(mills)
    without.summary.flags |= COOKED
    const cooked = await verifyMake(await buildPackage(without), { packages })
    expect(cooked.differences.map(({ object: path, field }) => `${path} ${field}`)).toContain('Mill.Spot.CppText ')
  })
})
