import { nodeCodecs } from '@ukit/codecs/node'
import { Guid } from '@ukit/container'
import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage, importAt } from '@ukit/edit'
import { makePackage } from '@ukit/make'
import { decompileClass, loadWorld } from '@ukit/script'
import { describe, expect, it } from 'vitest'

const OBJECT = 'class Object native;\nnative(129) static final preoperator bool ! (bool A);\n'

/** Makes a package; throws what is wrong with its texts. */
async function made(
  name: string,
  texts: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
  older?: Package,
): Promise<Package> {
  const result = await makePackage({
    sources: { name, files: Object.entries(texts).map(([file, text]) => ({ file: `${file}.uc`, text })) },
    bases,
    packages: new PackageSet((wanted) => Promise.resolve(bases.find((one) => one.name === wanted))),
    format: { version: 69 },
    guid: new Guid(1, 2, 3, 4),
    codecs: nodeCodecs,
    exec: {
      folder: name,
      readFile: () => Promise.resolve(undefined),
      openPackage: () => Promise.resolve(undefined),
      allowOutside: false,
    },
    older,
  })
  const { package: pkg } = result
  if (pkg === undefined) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return pkg
}

/** The text that a class is decompiled to. */
async function decompiled(pkg: Package, bases: readonly Package[], className: string): Promise<string> {
  const packages = new PackageSet((wanted) => Promise.resolve(bases.find((one) => one.name === wanted)))
  const exported = pkg.exports.find((one) => one.name === className && one.className === 'Class')
  if (exported === undefined) throw new Error(`there is no class ${className}`)
  const world = await loadWorld([pkg], { packages })
  return (await decompileClass(await ObjectReader.open(pkg, { packages }), exported, { world })).text
}

describe('what is decompiled can be made again', () => {
  it('a function that a state only declares is not one that it ignores', async () => {
    const bases = [await made('Core', { Object: OBJECT })]
    const text = `class Mill extends Object;

function Grind();

state Idle
{
    ignores Grind;

    function Rest();

Begin:
    Rest();
}
`
    const mill = await made('Mod', { Mill: text }, bases)
    const again = await decompiled(mill, bases, 'Mill')
    expect(again).toContain('ignores Grind;')
    expect(again).toContain('function Rest();')
    await made('Mod', { Mill: again }, bases)
  })

  it('a struct whose name another one has too is written with its class', async () => {
    const core = await made('Core', { Object: OBJECT })
    const bases = [
      core,
      await made('Engine', { Sky: 'class Sky extends Object;\nstruct Spot { var int X; };' }, [core]),
      await made('Ground', { Earth: 'class Earth extends Object;\nstruct Spot { var string X; };' }, [core]),
    ]
    const text = 'class Mill extends Object;\nvar Earth.Spot A;\nvar array<Sky.Spot> B;\nvar Earth E;\nvar Sky S;\n'
    const again = await decompiled(await made('Mod', { Mill: text }, bases), bases, 'Mill')
    expect(again).toContain('var Earth.Spot A;')
    expect(again).toContain('var array<Sky.Spot> B;')
  })
})

it('classes of native code are known from an older build of the package', async () => {
  const bases = [await made('Core', { Object: OBJECT })]
  const text = 'class Mill extends Object native;\nvar Cog C;\n'
  await expect(made('Mod', { Mill: text }, bases)).rejects.toThrow("Unrecognized type 'Cog'")
  const older = await createPackage({ name: 'Mod', version: 69, guid: new Guid(5, 6, 7, 8) })
  importAt(older, 'Mod.Cog', 'Core.Class')
  const pkg = await made('Mod', { Mill: text }, bases, await buildPackage(older))
  expect(pkg.imports.map(({ path }) => path)).toContain('Mod.Cog')
})

describe('packages that are not available', () => {
  it('may have hyphens in their names (AW-2004Particles of UT2004)', async () => {
    const bases = [await made('Core', { Object: OBJECT, Texture: 'class Texture extends Object native;\n' })]
    const text =
      "class Smoke extends Object;\n\nfunction Object Get()\n{\n    return Texture'AW-Fire.Much.Smoke-2t';\n}\n"
    const result = await makePackage({
      sources: { name: 'Mill', files: [{ file: 'Smoke.uc', text }] },
      bases,
      packages: new PackageSet((wanted) => Promise.resolve(bases.find((one) => one.name === wanted))),
      format: { version: 69 },
      guid: new Guid(1, 2, 3, 4),
      codecs: nodeCodecs,
      exec: {
        folder: 'Mill',
        readFile: () => Promise.resolve(undefined),
        openPackage: () => Promise.resolve(undefined),
        allowOutside: false,
      },
      allowMissing: true,
    })
    expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(result.package?.imports.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['AW-Fire', 'Much', 'Smoke-2t']),
    )
  })
})
