import { Guid } from '@ukit/container'
import { openPackage, type Package, PackageSet } from '@ukit/core'
import { buildImage, createPackage, PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages } from '@ukit/inspect'
import { BuildError, buildFromSources, replaceClass, replaceClasses } from '@ukit/make'
import { expect, test } from 'vitest'

const TEXTS = {
  Object: 'class Object native;\nnative(146) static final operator(20) int + (int A, int B);\n',
  Mill: 'class Mill extends Object;\nvar int Sacks;\nfunction int Grind(int More)\n{\n  return Sacks + More;\n}\n',
  Wheel: 'class Wheel extends Mill;\nfunction int Turn()\n{\n  return Grind(1);\n}\n',
  Road: 'class Road extends Object;\nvar Mill End;\nfunction int Length()\n{\n  return End.Sacks;\n}\n',
}

/** A package of four classes, as read from a file. */
async function village(): Promise<Package> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: new Guid(1, 2, 3, 4) })
  const sources = Object.entries(TEXTS).map(([name, text]) => ({ file: `${name}.uc`, text }))
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  return inMemory(edit)
}

async function inMemory(edit: PackageEdit): Promise<Package> {
  const image = await buildImage(edit)
  return openPackage(memorySource(await image.slice(0, image.byteLength)), { fileName: 'Core.u' })
}

async function replaced(texts: Readonly<Record<string, string>>) {
  const pkg = await village()
  const edit = await PackageEdit.open(pkg)
  const sources = Object.entries(texts).map(([name, text]) => ({ file: `${name}.uc`, text }))
  const result = await replaceClasses(edit, sources)
  expect(edit.revision).toBe(0)
  return { pkg, result, after: await inMemory(result.edit), names: result.replaced.map((one) => one.className) }
}

const linesOf = (error: unknown) => (error instanceof BuildError ? error.problems.map(({ line }) => line) : error)

test('classes that compile are replaced, one that does not is as it was', async () => {
  const wheel = TEXTS.Wheel.replace('Grind(1)', 'Grind(2)')
  const { pkg, result, after, names } = await replaced({
    Road: TEXTS.Road.replace('End.Sacks', 'End.Bags'),
    Wheel: wheel,
  })
  expect(names).toEqual(['Wheel'])
  expect(result.failed).toMatchObject([{ file: 'Road.uc', className: 'Road', needs: [] }])
  expect(linesOf(result.failed[0]?.error)).toEqual([5])
  // The same as if only the other one had been given.
  const alone = await PackageEdit.open(pkg)
  await replaceClass(alone, wheel)
  expect((await diffPackages(await inMemory(alone), after)).identical).toBe(true)
})

test('classes that use what each other’s new texts declare are compiled together', async () => {
  const { names, result, after } = await replaced({
    Wheel: `${TEXTS.Wheel}function int Speed(Road On) { return On.Width(self); }\n`,
    Road: `${TEXTS.Road}function int Width(Wheel Of) { return Of.Speed(self); }\n`,
  })
  expect([names, result.failed]).toEqual([['Wheel', 'Road'], []])
  expect(result.replaced.map(({ added }) => [...added].sort())).toEqual([
    ['Wheel.Speed', 'Wheel.Speed.On', 'Wheel.Speed.ReturnValue'],
    ['Road.Width', 'Road.Width.Of', 'Road.Width.ReturnValue'],
  ])
  expect(after.find('Road.Width.Of')).toMatchObject({ className: 'ObjectProperty' })
})

test('a class that needs one that fails is not replaced either, and the other is named', async () => {
  const { names, result, after } = await replaced({
    Wheel: `${TEXTS.Wheel}function int Spokes() { return Mil.Sacks; }\n`,
    Road: `${TEXTS.Road}var Wheel On;\nfunction int Spokes() { return On.Spokes(); }\n`,
    Mill: TEXTS.Mill.replace('Sacks + More', 'More + Sacks'),
  })
  expect(names).toEqual(['Mill'])
  expect(result.failed.map(({ className, needs, error }) => [className, needs, linesOf(error)])).toEqual([
    ['Wheel', [], [6]],
    ['Road', ['Wheel'], [8]],
  ])
  expect(after.find('Road.Spokes') ?? after.find('Wheel.Spokes')).toBeUndefined()
})

test('a class that only met the errors of another text is replaced', async () => {
  // Grind is lost in the text of Mill, which breaks off, but the package has it.
  const { names, result } = await replaced({
    Mill: 'class Mill extends Object;\nvar int Sacks;\nfunction int Grind(int',
    Wheel: TEXTS.Wheel.replace('Grind(1)', 'Grind(2)'),
  })
  expect(names).toEqual(['Wheel'])
  expect(result.failed.map(({ className }) => className)).toEqual(['Mill'])
})

test('what cannot be removed, is not a class, or is declared twice, leaves the others alone', async () => {
  const { names, result } = await replaced({
    Mill: TEXTS.Mill.replaceAll('Sacks', 'Bags'),
    Note: '// nothing',
    Wheel: TEXTS.Wheel.replace('Grind(1)', 'Grind(2)'),
    Road2: 'class Inn extends Object;\n',
    Road3: 'class Inn extends Mill;\n',
  })
  expect(names).toEqual(['Wheel'])
  expect(result.failed.map(({ file, error }) => [file, error.message])).toEqual([
    ['Mill.uc', expect.stringMatching(/Mill\.Sacks: other objects refer to/)],
    ['Note.uc', expect.stringContaining('Note.uc: expected a class declaration, found none')],
    ['Road2.uc', expect.stringContaining('Road2.uc and Road3.uc both declare Inn')],
    ['Road3.uc', expect.stringContaining('Road3.uc and Road2.uc both declare Inn')],
  ])
})
