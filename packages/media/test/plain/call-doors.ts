import { memorySource, type ObjectKey, ObjectReader, objectKey, openPackage, UkitError } from '@ukit/core'
import * as inspect from '@ukit/inspect'
import * as media from '@ukit/media'
import * as analysis from '@ukit/script/analysis'
import * as decompile from '@ukit/script/decompile'
import * as symbols from '@ukit/script/symbols'
import * as syntax from '@ukit/script/syntax'

/** A package file, and its name. */
export interface DoorFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a door gave. */
export interface Answer {
  readonly door: string
  readonly value: unknown
}

/** Objects of one package that each door is asked for. */
const OBJECTS = 3
/** Bytes of an object whose rows are asked for. */
const SMALL = 4096

/**
 * *What the doors of the library give of a package* that is not documented as live, one after the other. It
 * runs in Node and in browsers.
 */
export async function* callDoors({ name, bytes }: DoorFile): AsyncGenerator<Answer> {
  const source = memorySource(bytes)
  const pkg = await openPackage(source, { fileName: name })
  const reader = await ObjectReader.open(pkg)
  yield { door: 'core: names', value: pkg.names }
  yield { door: 'core: objectKey', value: pkg.exports.slice(0, OBJECTS).map(objectKey) }
  yield { door: 'core: ExportEntry.fields', value: withoutClasses(pkg.exports[0]?.entry.fields()) }
  yield* ofInspect(name, bytes, reader)
  yield* ofMedia(reader)
  yield* ofScript(reader)
}

/** Fields whose class documents its plain form are left out: GUIDs are `toString`. */
function withoutClasses(fields: object | undefined): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([key]) => key !== 'packageGuid'))
}

async function* ofInspect(fileName: string, bytes: Uint8Array, reader: ObjectReader): AsyncGenerator<Answer> {
  const pkg = reader.package
  const source = memorySource(bytes)
  yield { door: 'inspect: inspect', value: await inspect.inspect(source, { fileName }) }
  yield { door: 'inspect: inspect, of damage', value: await inspect.inspect(memorySource(bytes.subarray(0, 70))) }
  yield { door: 'inspect: verify', value: await inspect.verify(source, { fileName }) }
  yield { door: 'inspect: verify, of damage', value: await inspect.verify(memorySource(bytes.subarray(0, 70))) }
  yield { door: 'inspect: classCounts', value: inspect.classCounts(pkg) }
  const { regions, problems } = await inspect.headerRegions(pkg)
  yield { door: 'inspect: headerRegions', value: { regions, problems } }
  const other = await openPackage(source, { fileName: `Other${fileName}` })
  yield { door: 'inspect: diffPackages', value: await inspect.diffPackages(pkg, other) }
  yield { door: 'inspect: unsatisfiedImports', value: inspect.unsatisfiedImports(pkg, other, pkg) }
  for (const exported of pkg.exports.slice(0, OBJECTS)) {
    const read = await reader.read(exported)
    yield { door: 'inspect: describeObject', value: inspect.describeObject(read) }
    if (exported.entry.size < SMALL)
      yield { door: 'inspect: hexMap', value: (await inspect.hexMap(reader, exported)).rows }
  }
  const file = { path: fileName, open: async () => ({ source, fileName, close: async () => undefined }) }
  const sha256 = async () => '00'
  yield { door: 'inspect: findDuplicates', value: await inspect.findDuplicates([file, file], { sha256 }) }
}

async function* ofMedia(reader: ObjectReader): AsyncGenerator<Answer> {
  const keys: ObjectKey[] = []
  const of = new Map<string, number>()
  for (const exported of reader.package.exports) {
    const count = of.get(exported.className) ?? 0
    of.set(exported.className, count + 1)
    if (count >= OBJECTS || exported.entry.size === 0) continue
    try {
      const read = await reader.read(exported)
      if (media.isMesh(read.object)) {
        const mesh = await media.meshOf(reader, read)
        yield { door: 'media: meshOf', value: mesh }
        const materials: media.Material[] = []
        for (const slot of mesh.materials) {
          if (slot.object !== undefined) keys.push(slot.object)
          const material = await media.materialOf(reader, slot)
          materials.push(material)
          yield { door: 'media: materialOf', value: material }
        }
        yield { door: 'media: glbOf', value: media.glbOf(mesh, { name: 'Mesh', unit: 1, materials }) }
      } else if (media.isSound(read)) {
        yield { door: 'media: soundOf', value: await media.soundOf(reader, read) }
      } else if (media.proceduralKind(reader.ancestryOf(exported.class)) !== undefined) {
        yield { door: 'media: proceduralOf', value: await media.proceduralOf(reader, read) }
      } else if (reader.ancestryOf(exported.class).some((one) => one === 'Texture')) {
        const { picture, pixels, bytes, ...facts } = await media.pictureOf(reader, read)
        yield { door: 'media: pictureOf', value: facts }
        yield { door: 'media: TexturePicture', value: [await picture(), await pixels(), await bytes()] }
      } else if (/Anim(?:ation|Set)$/.test(exported.className)) {
        yield { door: 'media: animationOf', value: await media.animationOf(reader, read) }
      } else if (exported.className === 'Font') {
        yield { door: 'media: fontMapOf', value: media.fontMapOf(read)?.characters }
      }
    } catch (error) {
      if (!(error instanceof UkitError)) throw error
      yield { door: 'core: UkitError.toInfo', value: error.toInfo() }
    }
  }
  for (const key of keys) {
    const found = await reader.objectOf(structuredClone(key))
    if (found === undefined || found !== reader.package.exports[key.index])
      throw new Error(`the key of ${key.path} does not lead back to it`)
  }
}

/** Every kind of declaration, statement and value, and two mistakes. */
const SOURCE = `class Lamp extends Light
  native
  placeable;
var() config array<int> Levels;
struct Part { var name Bone; };
enum ELamp { LAMP_On, LAMP_Off };
const MOST = 3;
replication { reliable if (Role < 4) Shine; }
simulated function bool Shine(optional out float Far, int Most) {
  local int i;
  for (i = 0; i < MOST; i++) switch (i) { case 0: break; default: goto Ende; }
  Levels[0] = int(Far) + -1 * Vect(1,2,3).X $ "a" @ 'b' ? 1 : class'Lamp'.default.Most;
  Ende: return super.Shine(Far,) && !bOn
}
auto state On { ignores Touch; Begin: Sleep(0.1); }
defaultproperties { Levels(0)=3 Begin Object Class=Part Name=P End Object }
`

async function* ofScript(reader: ObjectReader): AsyncGenerator<Answer> {
  const { tree, problems, text, tokens } = syntax.parseSource(SOURCE)
  yield { door: 'script: parseSource', value: { tree, problems, text } }
  const { kinds, starts, count } = tokens
  yield { door: 'script: lex', value: { kinds, starts, count } }
  yield { door: 'script: parseBody', value: syntax.parseBody('{ if (a) b(); }').tree }
  yield { door: 'script: parseExpression', value: syntax.parseExpression('a + b[1].c').tree }
  const pkg = reader.package
  const world = await symbols.loadWorld([pkg], { standIns: true })
  const checked = [{ packageName: 'Made', path: 'Lamp.uc', text: SOURCE }]
  const checks = await analysis.checkSources(checked, [pkg])
  yield { door: 'script: checkSources', value: checks.map(({ lines: _, ...check }) => check) }
  const classes = pkg.exports.filter(({ entry }) => entry.class === 0 && entry.size > 0)
  for (const exported of classes.slice(0, OBJECTS)) {
    yield { door: 'script: decompileClass', value: await decompile.decompileClass(reader, exported, { world }) }
    yield { door: 'script: classSource', value: await decompile.classSource(reader, exported) }
    yield { door: 'script: sourceText', value: await decompile.sourceText(reader, exported) }
  }
  let scripts = 0
  for await (const one of decompile.packageScripts(reader)) {
    if (scripts++ === OBJECTS) break
    yield { door: 'script: packageScriptLines', value: decompile.packageScriptLines(one, reader) }
    yield { door: 'script: packageScriptText', value: decompile.packageScriptText(one, reader) }
  }
  yield { door: 'script: callGraph', value: analysis.callGraph([pkg], world) }
  yield { door: 'script: classTree', value: analysis.classTree([pkg], world) }
  yield { door: 'script: codeStrings', value: analysis.codeStrings(pkg, world) }
  yield { door: 'script: missingCalls', value: analysis.missingCalls(pkg, world) }
  yield { door: 'script: nativeNumbers', value: analysis.nativeNumbers([pkg], world) }
  yield { door: 'script: unusedSymbols', value: analysis.unusedSymbols([pkg], world) }
  yield { door: 'script: publicLines', value: analysis.publicLines(pkg, world) }
  yield { door: 'script: intFile', value: await analysis.intFile(reader, world) }
  const matches: analysis.CodeMatch[] = []
  for await (const match of analysis.searchCode(reader, /the/, { world })) matches.push(match)
  yield { door: 'script: searchCode', value: matches.slice(0, OBJECTS) }
}
