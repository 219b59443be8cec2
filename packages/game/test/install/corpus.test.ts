import { basename } from 'node:path'
import { openInstall, stampOf } from '@ukit/game'
import { expect, it } from 'vitest'
import { CORPUS, corpusFile, corpusSource, describeCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

describeCorpus('headers of real packages', () => {
  it('agree with the index, which two other programs made', async () => {
    let checked = 0
    for (const row of PACKAGES) {
      if (row.version === undefined) continue
      const place = { path: row.path, size: row.bytes, modified: 0 }
      const stamp = await stampOf(corpusSource(row.path), place)
      expect([row.path, stamp.version, stamp.licensee, stamp.flags]).toEqual([
        row.path,
        row.version,
        row.licensee,
        // The index lacks the flags of four files.
        row.flags ?? stamp.flags,
      ])
      // Decompressed by a tool that kept the counts of the compressed file.
      if (row.path.endsWith('Body_Octane_SF_exported.upk')) continue
      const last = stamp.generations.at(-1)
      if (last !== undefined && row.names !== undefined && row.compressed === '' && stamp.generations.length > 0) {
        expect([row.path, last.exportCount, last.nameCount]).toEqual([row.path, row.exports, row.names])
      }
      checked++
    }
    expect(checked).toBeGreaterThan(120)
  })
})

describeCorpus('a game with real packages, its real ini and its real cache', () => {
  const uxx = CORPUS.filter(({ path }) => path.endsWith('.uxx'))
  const game = async () => {
    const files = new MemoryFiles('/real')
    files.add('System/UnrealTournament.ini', corpusFile('game-ut99/UnrealTournament.ini'))
    const folders: Readonly<Record<string, string>> = { u: 'System', unr: 'Maps', utx: 'Textures', uax: 'Sounds' }
    for (const { path } of PACKAGES) {
      const folder = folders[path.slice(path.lastIndexOf('.') + 1)]
      if (path.startsWith('ue1/') && folder !== undefined) files.add(`${folder}/${basename(path)}`, corpusFile(path))
    }
    for (const { path } of uxx) files.add(`Cache/${basename(path)}`, corpusFile(path))
    return openInstall(files, '/real')
  }

  it('finds each cached file by the GUID that is its name, and the header has that GUID', async () => {
    const install = await game()
    expect(uxx.length).toBeGreaterThan(0)
    for (const { path } of uxx) {
      const stamp = await stampOf(corpusSource(path), { path, size: 0, modified: 0 })
      expect(basename(path)).toBe(`${stamp.guid}.uxx`)
      const { found, mismatch } = await install.resolve('NobodyHasThis', { guid: stamp.guid })
      expect({ path: found?.path, where: found?.where, mismatch }).toEqual({
        path: `/real/Cache/${basename(path)}`,
        where: 'cache',
        mismatch: false,
      })
    }
  })

  it('finds each package by its name, in the folder for its kind', async () => {
    const install = await game()
    const packages = await install.packages()
    expect(packages.length).toBeGreaterThan(20)
    for (const { path, name, shadowedBy } of packages) {
      expect((await install.resolve(name)).found?.path).toBe(shadowedBy ?? path)
      const stamp = await install.stamp(path)
      const { mismatch } = await install.resolve(name, { guid: stamp.guid })
      expect([path, mismatch && shadowedBy === undefined]).toEqual([path, false])
    }
  })
})
