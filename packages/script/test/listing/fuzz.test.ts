import { Archive } from '@ukit/container'
import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { verifyPackage } from '@ukit/inspect'
import { ScriptWalk, type Token } from '@ukit/objects/script'
import { assembleListing, checkListings, scriptText, tokenBytes } from '@ukit/script/decompile'
import { describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: the rule would make it .mjs.js, because of the types beside it.
import { randomOf } from '../../../../scripts/fuzz-engine.mjs'
import { hexOf } from '../../../../testing/bytes.js'
import { gunPackage } from './made-package.js'
import { type World, world } from './support.js'

const WORLDS = [world(61), world(69), world(128, { licensee: 29 }), world(512), world(868)]

/** Tokens from any bytes: if no token begins at a byte, the next byte may begin one. */
function anyTokens(run: number, at: World): Token[] {
  const random = randomOf(12, run)
  const bytes = Uint8Array.from({ length: 8 + random.below(200) }, () =>
    random.below(3) === 0 ? random.below(256) : random.pick([0, 0, 0, 1, 2, 0x16, 0x25, 0x0b, 0x19, 0x1b, 0x07, 0x70]),
  )
  const tokens: Token[] = []
  for (let start = 0; start < bytes.length; start++) {
    const ar = Archive.load(bytes.subarray(start), at.context, { symbols: at.tables })
    try {
      tokens.push(new ScriptWalk(ar).token(undefined))
      start += ar.position - 1
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
    }
  }
  return tokens
}

describe('any tokens', () => {
  it.each(WORLDS.map((at) => [at.context.version, at] as const))('of version %i are restored', (_version, at) => {
    let statements = 0
    for (let run = 0; run < 60; run++) {
      const tokens = anyTokens(run, at)
      const text = scriptText(tokens, at.context, { symbols: at.symbols })
      const { scripts, problems } = assembleListing(text, at.context, at.symbols)
      expect(problems, `run ${run}`).toEqual([])
      if (tokens.length === 0) continue
      expect(hexOf(tokenBytes(scripts[0]?.tokens ?? [], at.context)), `run ${run}`).toBe(
        hexOf(tokenBytes(tokens, at.context)),
      )
      statements += tokens.length
    }
    expect(statements).toBeGreaterThan(1_000)
  })
})

describe('the text of a listing', () => {
  it('may be anything', () => {
    const at = WORLDS[1] ?? world(69)
    for (let run = 0; run < 100; run++) {
      const random = randomOf(13, run)
      const units = [...scriptText(anyTokens(run, at), at.context, { symbols: at.symbols })]
      for (let i = 0; i < 5; i++) {
        const place = random.below(units.length)
        const other = random.pick(['(', ')', ',', '=', '"', "'", '#', '\n', '.', '/*', '\\', ' ', 'L0004', '99', '+'])
        units.splice(place, random.below(3), other)
      }
      const { scripts, problems } = assembleListing(units.join(''), at.context, at.symbols)
      for (const { line, column } of problems) expect([line > 0, column > 0]).toEqual([true, true])
      for (const { tokens } of scripts) tokenBytes(tokens, at.context)
    }
  })
})

describe('a package with changed bytecode', () => {
  it.each([69, 868])('of version %i is checked, listed and verified to the end', async (version) => {
    const pkg = await gunPackage(version)
    for (let run = 0; run < 25; run++) {
      const changed = await mutant(pkg, run)
      const check = await checkListings(await ObjectReader.open(changed))
      expect([check.scripts, check.failures], `run ${run}`).toEqual([4, []])
      expect(check.identical, `run ${run}`).toBe(4)
      await verifyPackage(changed)
    }
  })
})

/** The package with a few bytes of its function and state changed. */
async function mutant(pkg: Package, run: number): Promise<Package> {
  const random = randomOf(14, run)
  const edit = await PackageEdit.open(pkg)
  for (const path of ['Gun.Fire', 'Gun.Idle']) {
    const bytes = (await pkg.export(path).bytes()).slice()
    for (let i = 0; i < 1 + random.below(3); i++) bytes[random.below(bytes.length)] = random.below(256)
    edit.replaceBytes(edit.export(path), bytes)
  }
  return buildPackage(edit)
}
