import { portableCodecs } from '@ukit/codecs'
import { memorySource, ObjectReader, openPackage, UkitError } from '@ukit/core'
import * as edit from '@ukit/edit'
import { IniFile } from '@ukit/files/ini'
import * as game from '@ukit/game'
import * as importers from '@ukit/import'
import * as make from '@ukit/make'
import { loadWorld } from '@ukit/script/symbols'
import * as umod from '@ukit/umod'
import { ut99Install } from '../../../../testing/installs.js'
import { guidOf } from '../../../../testing/made-package.js'
import type { Answer, DoorFile } from './call-doors.js'
import { withTexts } from './with-texts.js'

/** Bytes of packages that are too large to be verified, merged and repaired here. */
const LARGE = 400_000

/** *What the doors give that change packages*, of one package: what is plain of it. */
export async function* callEditDoors({ name, bytes }: DoorFile): AsyncGenerator<Answer> {
  if (bytes.length > LARGE) return
  const open = async (fileName = name) => openPackage(memorySource(bytes), { fileName })
  const pkg = await open()
  const document = await edit.PackageEdit.open(pkg)
  const other = await edit.PackageEdit.open(await open(`Other${name}`))
  const into = await edit.emptyLike(pkg, 'Into', guidOf('Into'))
  yield { door: 'edit: checkConform', value: await edit.checkConform(pkg, await open()) }
  yield* attempt('edit: conformPackage', async () => {
    const { package: _, ...rest } = await edit.conformPackage(await open(), pkg)
    return rest
  })
  const target = { version: pkg.summary.version === 69 ? 61 : 69 }
  yield* attempt('edit: conversionLosses', () => edit.conversionLosses(document, target))
  yield* attempt('edit: repairPackage', async () => {
    const { package: _, ...rest } = await edit.repairPackage(memorySource(bytes), { fileName: name })
    return rest
  })
  yield* attempt('edit: repairPackage, of damage', async () => {
    const { package: _, ...rest } = await edit.repairPackage(memorySource(bytes.subarray(0, bytes.length / 2)))
    return rest
  })
  const history = new edit.EditHistory(document)
  const [moved] = other.exports
  if (moved !== undefined) {
    await history.do('add', () => edit.addObject(document, 'Added', 'Core.Package', new Uint8Array()))
    yield { door: 'edit: EditHistory.changes', value: history.changes() }
    yield* attempt('edit: transferObjects', async () => {
      const { placed } = await edit.transferObjects(into, [{ from: other, objects: [moved] }])
      return placed.map(edit.placedText)
    })
  }
  yield* attempt('edit: mergePackages', async () => (await edit.mergePackages(into, [other])).notes)
  yield* attempt('edit: fixupRedirectors', async () => {
    const { references, removed, notes } = await edit.fixupRedirectors([document])
    return { references: references.map(({ user: _, ...rest }) => rest), removed, notes }
  })
  yield* attempt('edit: retargetImports', async () => {
    const target = edit.addObject(into, 'Target', 'Core.Package', new Uint8Array())
    const rule = { from: 'Core.Nothing', to: `Into.${target.path}` }
    return (await edit.retargetImports([document], into, rule, { missing: 'leave' })).notes
  })
  yield* attempt('edit: stripScript', () => edit.stripScript(document))
  yield* attempt('edit: dropUnused', () => edit.dropUnused(document))
  const words = Object.entries(edit.EDIT_COMMANDS).flatMap(([word, { words: args }]) => [word, ...args.map(() => '1')])
  yield { door: 'edit: parseEdits', value: edit.parseEdits(words) }
  yield* attempt('edit: applyEdits', () => {
    const outside = { readFile: async () => bytes, random: (array: Uint32Array) => array }
    return edit.applyEdits(document, [{ command: 'strip-script', words: [] }], outside)
  })
  yield { door: 'edit: parseType', value: edit.parseType('array(int)') }
  yield { door: 'edit: parseValue', value: edit.parseValue('(X=1.5,Y="b")') }
  yield { door: 'edit: splitName', value: edit.splitName('Light12') }
  const reader = await ObjectReader.open(pkg)
  yield* attempt('game: usedImports', () => game.usedImports(pkg))
  yield { door: 'game: contentOf', value: game.contentOf(pkg) }
  const lines = ['#exec OBJ LOAD FILE=Gone.utx PACKAGE=Made.Gone', '#exec TEXTURE IMPORT NAME=Bark FILE=Bark.pcx']
  yield* attempt('import: execProject', async () => {
    const options = { folder: 'Made', codecs: portableCodecs }
    const { files, changed, added } = await importers.execProject(reader, lines, options)
    return { files, changed, added }
  })
  yield* attempt('make: verifyMake', () => make.verifyMake(pkg))
  const world = await loadWorld([pkg], { standIns: true })
  yield { door: 'make: cacheText', value: make.cacheText(pkg, world) }
}

/** *What the doors give of a game and of installers.* */
export async function* callGameDoors(): AsyncGenerator<Answer> {
  const files = await ut99Install()
  const install = await game.openInstall(files, '/ut99')
  yield { door: 'game: Install.settings', value: install.settings }
  yield { door: 'game: Install.resolve', value: await install.resolve('Botpack') }
  yield { door: 'game: Install.packages', value: await install.packages() }
  yield { door: 'game: resolutionText', value: game.resolutionText(await install.resolve('MyMod')) }
  yield { door: 'game: checkInstall', value: await game.checkInstall(install) }
  yield { door: 'game: packageMap', value: withTexts(await game.packageMap(install, 'DM-Tower')) }
  yield { door: 'game: simulateJoin', value: withTexts(await game.simulateJoin(install, install, 'DM-Tower')) }
  const mods = await game.modsAt(files, '/ut99/System')
  yield { door: 'game: modsAt', value: mods }
  yield { door: 'game: modConflicts', value: await game.modConflicts(mods, files) }
  yield { door: 'game: modRoots', value: await game.modRoots(files, '/ut99/System/UnrealTournament.ini') }
  const cache = await game.readCache(files, '/ut99/Cache')
  yield { door: 'game: readCache', value: withTexts(cache) }
  yield { door: 'game: findCache', value: await game.findCache(files, '/ut99/Cache', true) }
  yield { door: 'game: verifyCache', value: await game.verifyCache(files, cache) }
  yield { door: 'game: planRestore', value: withTexts(game.planRestore(cache)) }
  yield { door: 'game: inferNames', value: await game.inferNames(files, cache) }
  const reader = new game.TableReader(files)
  const finder = install
  const place = (await install.resolve('MyMod')).found
  const tables = place === undefined ? undefined : await reader.tables(place)
  if (tables !== undefined) {
    yield { door: 'game: kindOfPackage', value: game.kindOfPackage(tables) }
    const users = game.usersOf(game.parseUsedThing('Botpack.DeathMatchPlus'), [tables])
    yield { door: 'game: usersOf', value: users.map(({ user, ...rest }) => ({ ...rest, user: user.name })) }
    yield { door: 'game: checkImports', value: await game.checkImports(tables, finder, reader) }
    const graph = await game.gatherDependencies([tables], finder, reader)
    yield { door: 'game: drawingOf', value: game.drawingOf(graph) }
    yield { door: 'game: releaseOf', value: await game.releaseOf(graph, files) }
    yield { door: 'game: unusedPackages', value: await game.unusedPackages(install, graph) }
  }
  yield { door: 'game: explainFlags', value: game.explainFlags(0x21, 69) }
  yield { door: 'game: parseUpkg', value: game.parseUpkg(game.writeUpkg(game.upkgOfFlags(1))) }
  yield { door: 'game: parseLine', value: game.parseLine('HELLO REVISION=0 MINVER=400 VER=469') }
  yield { door: 'game: upkgOfFlags', value: game.upkgOfFlags(5) }
  yield { door: 'game: parseUsedThing', value: game.parseUsedThing('Botpack.DeathMatchPlus') }
  const key = '0123456789ABCDEF0123456789ABCDEF'
  yield { door: 'game: parseCacheKey', value: withTexts(game.parseCacheKey(`${key}-3`)) }
  yield { door: 'game: parseCacheName', value: withTexts(game.parseCacheName(`${key}.uxx`)) }
  yield { door: 'game: hashPath', value: game.hashPath('Botpack.DeathMatchPlus') }
  yield* ofInstallers()
}

async function* ofInstallers(): AsyncGenerator<Answer> {
  const made = umod.describeFolder(['System/Mill.u', 'Maps/DM-Mill.unr'], { product: 'Mill', version: '100' })
  yield { door: 'umod: describeFolder', value: made }
  const member = (text: string) => memorySource(new TextEncoder().encode(text))
  const built = await umod.buildUmod(made.ini, {
    open: async (_, path) => (path.endsWith('/') ? undefined : member(path)),
    list: async () => [],
  })
  const { manifest, archive, notes } = built
  yield { door: 'umod: buildUmod', value: { root: manifest.root, archive, notes } }
  const parts: Uint8Array[] = []
  for await (const part of umod.packUmod(built.members)) parts.push(part)
  yield { door: 'umod: packUmod', value: parts }
  yield* attempt('umod: verifyUmod, of damage', () => umod.verifyUmod(memorySource(new Uint8Array(30))))
  const whole = new Uint8Array(parts.flatMap((part) => [...part]))
  yield { door: 'umod: verifyUmod', value: await umod.verifyUmod(memorySource(whole)) }
  const opened = await umod.openUmod(memorySource(whole))
  yield { door: 'umod: Umod.entries', value: withTexts(opened.entries) }
  const { root, requirements, missingSections } = await umod.readManifest(opened)
  yield { door: 'umod: readManifest', value: { root, requirements, missingSections } }
  const tree: umod.GameTree = { look: async (path) => ({ path: path.join('/'), source: undefined }) }
  const { files, ...plan } = await umod.planInstall(opened, tree)
  yield { door: 'umod: planInstall', value: { ...plan, files: files.map(({ data: _, ...file }) => file) } }
  const delta = umod.makeDelta(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4))
  yield { door: 'umod: deltaInfo', value: umod.deltaInfo(delta) }
  yield { door: 'umod: applyDelta', value: umod.applyDelta(Uint8Array.of(1, 2, 3), delta) }
}

/** *What the doors give of sources and of files that are imported.* */
export async function* callMakeDoors(): AsyncGenerator<Answer> {
  const document = await edit.createPackage({ name: 'Made', version: 69, guid: guidOf('Made') })
  const text = 'class Lamp extends Object;\nvar int Most;\nfunction int Shine() { return Most + 1; }\n'
  yield* attempt('make: replaceClass', () => make.replaceClass(document, text, { file: 'Lamp.uc' }))
  yield* attempt('make: replaceClasses', async () => {
    const { replaced, failed } = await make.replaceClasses(document, [{ file: 'Lamp.uc', text: 'class Lamp extends' }])
    return { replaced, failed: failed.map(({ error, ...rest }) => ({ ...rest, error: error.toInfo() })) }
  })
  const checks = await make.checkTexts([{ file: 'Lamp.uc', text }], [], { packageName: 'Made', code: true })
  yield { door: 'make: checkTexts', value: checks.map(({ lines: _, ...check }) => check) }
  yield { door: 'make: preprocess', value: make.preprocess('`define A 1\n`A', () => undefined) }
  yield { door: 'make: withoutCppText', value: make.withoutCppText('class A;\ncpptext\n{\nint a;\n}\n') }
  yield { door: 'import: parseExec', value: importers.parseExec('#exec TEXTURE IMPORT NAME=A FILE=A.pcx MIPS=OFF') }
  yield { door: 'import: execLinesOf', value: importers.execLinesOf('#exec OBJ LOAD FILE=A.utx\nclass A;') }
  yield { door: 'import: importText', value: await importers.importText(document, 'Note', 'a text') }
  const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'
  const mesh = importers.readObj(obj)
  yield { door: 'import: readObj', value: mesh }
  yield* attempt('import: readModel', () => importers.readModel('a.obj', new TextEncoder().encode(obj)))
  yield* attempt('import: importVertexMesh', () => importers.importVertexMesh(document, 'Thing', mesh))
  const picture = { format: 'rgba' as const, width: 8, height: 8, data: new Uint8Array(256) }
  yield* attempt('import: importTexture', () => importers.importTexture(document, 'Bark', picture))
  yield* attempt('import: readMd2', async () => importers.readMd2(new Uint8Array(4)))
  yield {
    door: 'game: readSettings',
    value: game.readSettings(IniFile.parse(new TextEncoder().encode('[URL]\nPort=7777\n')), { generation: 1 }),
  }
}

/** What work gives, or its error as it is sent. */
async function* attempt(door: string, work: () => Promise<unknown>): AsyncGenerator<Answer> {
  try {
    yield { door, value: await work() }
  } catch (error) {
    if (!(error instanceof UkitError)) throw error
    yield { door, value: error.toInfo() }
  }
}
