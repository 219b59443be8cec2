import { join } from 'node:path'
import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { fileSource } from '@ukit/files/node'
import { verify, verifyPackage } from '@ukit/inspect'
import { openUmod, packUmod, umodKind, verifyUmod } from '@ukit/umod'
import { extractUmod, installUmod, uninstallUmod } from '@ukit/umod/node'
import { expect, it } from 'vitest'
import { CORPUS, corpusFile, corpusSource, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'

const INSTALLERS = CORPUS.filter(({ kind }) => kind === 'umod')

describeCorpus('real installers', () => {
  it('are three', () => expect(INSTALLERS).toHaveLength(3))

  it.each(INSTALLERS)(
    '$path has the directory, the size and the checksum that the index states',
    async ({ path, bytes, note }) => {
      const [, directory, size, crc] = /dir@(\d+) size(\d+) crc([0-9a-f]{8})/.exec(note) ?? []
      const umod = await openUmod(corpusSource(path))
      expect(umod.trailer).toMatchObject({ directoryOffset: Number(directory), fileSize: Number(size) })
      expect(umod.trailer.fileSize).toBe(bytes)
      expect((await umod.computeCrc()).toString(16).padStart(8, '0')).toBe(crc)
      expect(umod.trailer.crc.toString(16).padStart(8, '0')).toBe(crc)
    },
  )

  it.each(INSTALLERS)('$path has no problems, and every byte is accounted for', async ({ path }) => {
    expect(await verifyUmod(corpusSource(path))).toMatchObject({ ok: true, understood: 1, problems: [] })
  })

  it.each(INSTALLERS)(
    '$path can be extracted, its packages are valid, and packed again it is the same file',
    async ({ path }) => {
      const folder = temporaryFolder()
      const umod = await openUmod(corpusSource(path))
      for await (const { error } of extractUmod(umod, folder)) expect(error).toBeUndefined()
      const tree = treeOf(folder)
      const packages = umod.entries.filter(({ name }) => name.endsWith('.u'))
      expect(packages).toHaveLength(1)
      for (const { name } of packages) {
        const source = memorySource(Buffer.from(tree[name.replace(/\\/g, '/')] ?? '', 'latin1'))
        const report = await verify(source, { fileName: name.replace(/^.*\\/, ''), codecs: nodeCodecs })
        expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(report.objects).toBeGreaterThan(0)
      }
      // UT99's tool writes members back to back, those of later games start them at multiples of 16 bytes.
      const align = path.endsWith('.umod') ? 1 : 16
      const members = await Promise.all(
        umod.entries.map(async ({ name, flags }) => ({
          name,
          flags,
          data: await fileSource(join(folder, name.replace(/\\/g, '/'))),
        })),
      )
      const pieces: Uint8Array[] = []
      for await (const piece of packUmod(members, { align })) pieces.push(piece)
      for (const { data } of members) await data.close()
      expect(Buffer.concat(pieces).equals(corpusFile(path))).toBe(true)
    },
  )

  it.each(INSTALLERS)('$path as a container opens its package in place', async ({ path }) => {
    const container = await umodKind.open(corpusSource(path))
    const entry = container.entries.find(({ name }) => name.endsWith('.u'))!
    const pkg = await openPackage(await container.open(entry.name), { fileName: 'X.u', codecs: nodeCodecs })
    expect((await verifyPackage(pkg)).ok).toBe(true)
  })

  it('all three can be installed and uninstalled, which leaves every byte unchanged', async () => {
    const game = temporaryFolder({
      'System/Manifest.ini':
        '[Setup]\r\nGroup=UnrealTournament\r\nGroup=UT2004\r\n[UnrealTournament]\r\nVersion=436\r\n[UT2004]\r\nVersion=3369\r\n',
      'System/UnrealTournament.ini': corpusFile('game-ut99/UnrealTournament.ini'),
      'System/UT2004.ini': '[XWebAdmin.UTServerAdmin]\r\nQueryHandlerClasses=XWebAdmin.xWebQueryCurrent\r\n',
    })
    const before = treeOf(game)
    const products: string[] = []
    for (const { path } of INSTALLERS) {
      const { plan } = await installUmod(await openUmod(corpusSource(path)), game)
      expect(plan.errors).toEqual([])
      products.push(plan.product)
    }
    const after = treeOf(game)
    expect(products.sort()).toEqual(['DropStuff mutator', 'Team Chameleon', 'UsUnit'])
    expect(after['System/DropStuff.u']).toHaveLength(2626)
    // The list of UT99's ini as it was, with one more line after its last.
    expect(after['System/UnrealTournament.ini']).toBe(
      before['System/UnrealTournament.ini']!.replace(
        'ServerPackages=De\n',
        'ServerPackages=De\nServerPackages=DropStuff\n',
      ),
    )
    for (const product of products) await uninstallUmod(product, game)
    expect(treeOf(game)).toEqual(before)
  })
})
