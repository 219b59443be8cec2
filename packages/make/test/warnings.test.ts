import type { Package } from '@ukit/core'
import { describe, expect, it } from 'vitest'
import { make, sourceFiles } from './support/made.js'

const OBJECT = `class Object native;
native(129) static final preoperator bool ! (bool A);
static final function Object DynamicLoadObject(string Name, class Cls);
`

interface Around {
  readonly bases?: readonly Package[]
  readonly conform?: Package
  readonly old?: Package
  readonly upkg?: string
}

/** Makes a package from texts, and returns it with its warnings, one line each. */
async function made(name: string, texts: Readonly<Record<string, string>>, around: Around = {}) {
  const { bases = [], conform, old, upkg } = around
  const files = sourceFiles(texts)
  const flags = upkg === undefined ? undefined : { file: `${name}.upkg`, bytes: new TextEncoder().encode(upkg) }
  const result = await make(name, texts, bases, { sources: { name, files, upkg: flags }, conform, old })
  const lines = result.problems.map(({ severity, file, line, message }) => `${file}(${line}) ${severity}: ${message}`)
  if (result.package === undefined) throw new Error(lines.join('\n'))
  return { package: result.package, lines }
}

const core = async () => (await made('Core', { Object: OBJECT })).package
const LONG = 'A'.repeat(64)

describe('warnings that only a package reader can give', () => {
  it('classes with the name of one in another package', async () => {
    const base = await core()
    const engine = (await made('Engine', { Wheel: 'class Wheel extends Object;' }, { bases: [base] })).package
    const texts = { Mill: 'class Mill extends Object;\nvar Engine.Wheel W;', Wheel: '\nclass Wheel extends Object;' }
    const { lines } = await made('Mod', texts, { bases: [base, engine] })
    expect(lines).toEqual([
      'Wheel.uc(2) warning: the class Wheel has the name of Engine.Wheel: code that names no package may get either',
    ])
  })

  it('variables in saved games that are gone or have a different type', async () => {
    const bases = [await core()]
    const old = await made(
      'Mod',
      { Mill: 'class Mill extends Object; var int A, B, C[2], D; var Object E;' },
      { bases },
    )
    const text = 'class Mill extends Object; var int A; var float B; var int C[3]; var Object E; var int New;'
    const kept = 'Mill.uc(1) warning: saved games and settings of the current version keep '
    const { lines } = await made('Mod', { Mill: text }, { bases, old: old.package })
    expect(lines).toEqual([
      `${kept}'Mill.B' as int; it is float now`,
      `${kept}'Mill.C' as int[2]; it is int[3] now`,
      `${kept}'Mill.D' (int), which is gone`,
    ])
    const same = 'class Mill extends Object; var Object E; var int B, A, C[2], D, More;'
    expect((await made('Mod', { Mill: same }, { bases, old: old.package })).lines).toEqual([])
  })

  it('variables with a different type in the package that is conformed to', async () => {
    const bases = [await core()]
    const release = await made('Mod', { Mill: 'class Mill extends Object; var int A, B;' }, { bases })
    const text = 'class Mill extends Object; var int A; var string B;'
    const { lines } = await made('Mod', { Mill: text }, { bases, conform: release.package })
    expect(lines).toEqual([
      "Mill.uc(1) warning: clients and servers with the older Mod have 'Mill.B' as int; it is string now",
    ])
  })

  it('objects that are loaded by a name that does not exist', async () => {
    const base = await core()
    const engine = (await made('Engine', { Wheel: 'class Wheel extends Object;' }, { bases: [base] })).package
    const call = (name: string) => `DynamicLoadObject("${name}", class'Class');\n`
    const calls = ['Engine.Wheel', 'Engine.Weel', 'Mod.Mill', 'Mod.Milk', 'Unknown.Thing', 'NoPackage'].map(call)
    const text = `class Mill extends Object;\nvar Wheel W;\nfunction F()\n{\n${calls.join('')}}\n`
    const { lines } = await made('Mod', { Mill: text }, { bases: [base, engine] })
    expect(lines).toEqual([
      `Mill.uc(6) warning: DynamicLoadObject of "Engine.Weel": Engine has no such object; did you mean 'Wheel'?`,
      `Mill.uc(8) warning: DynamicLoadObject of "Mod.Milk": Mod has no such object; did you mean 'Mill'?`,
    ])
  })

  it('packages for clients that need a package that only servers have', async () => {
    const base = await core()
    const upkg = '[Flags]\nServerSideOnly=True\n'
    const server = (await made('Admin', { Wheel: 'class Wheel extends Object;' }, { bases: [base], upkg })).package
    const texts = { Mill: '\n\nclass Mill extends Wheel;' }
    const bases = [base, server]
    expect((await made('Mod', texts, { bases })).lines).toEqual([
      'Mill.uc(3) warning: Mod needs Admin, which is ServerSideOnly: clients do not get it, and ' +
        'cannot load this package',
    ])
    expect((await made('Mod', texts, { bases, upkg })).lines).toEqual([])
  })
})

it('refuses names of more than 63 characters, with their position', async () => {
  const text = (name: string) => `class Mill extends Object;\n// ${LONG}\nvar int ${name};\n`
  const bases = [await core()]
  await expect(made('Mod', { Mill: text(LONG) }, { bases })).rejects.toThrow(
    `Mill.uc(3) error: the name '${LONG}' has 64 characters: expected at most 63`,
  )
  expect((await made('Mod', { Mill: text(LONG.slice(1)) }, { bases })).lines).toEqual([])
})
