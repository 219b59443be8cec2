import { ObjectReader, PackageSet } from '@ukit/core'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld, type World } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, MORE_CODE, openCorpus, packagesBeside } from '../../../../testing/corpus.js'
import { sampleOf } from '../../../../testing/sweep.js'

/** Larger ones take half a minute each. */
const MOST_BYTES = 800_000

/** Tags of other enums, and words that are inherited, were in these. */
const WERE = /\/(?:ut99\/UWindow|lineage-2-132\/GamePlay|swat4\/Tyrion|ut2004\/UWeb)\.u$/

const ALL = [...CODE, ...MORE_CODE]
const FILES = new Set([
  ...sampleOf(ALL.filter(({ bytes }) => bytes < MOST_BYTES)),
  ...ALL.filter(({ path }) => WERE.test(path)),
])

/** Lines for which one may call a native function by its number. */
const LINES_A_NUMBER = 2000

/** How often each word is in a text, outside of texts, names and comments. */
function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\/\/.*/g, '').matchAll(/[A-Za-z_]\w*/g)) {
    const key = word.toLowerCase()
    words.set(key, (words.get(key) ?? 0) + 1)
  }
  return words
}

/** UE3 stores the tags of default values by their names: which of them are written is another question. */
function withoutDefaults(text: string, engine: number): string {
  return engine < 3 ? text : text.replace(/^( *)(?:struct)?defaultproperties\n\1\{\n[\s\S]*?\n\1\}/gm, '')
}

describeCorpus('a package alone in a folder', () => {
  it.each([...FILES])('of $path names no tag, function or modifier that its bases do not give', async ({ path }) => {
    const pkg = await openCorpus(path)
    const { engine } = pkg.context
    const alone = await ObjectReader.open(pkg, { packages: new PackageSet() })
    const beside = await ObjectReader.open(pkg, { packages: packagesBeside(path) })
    const based = await loadWorld([pkg], { packages: packagesBeside(path) })
    const builtIn = await loadWorld([pkg], { standIns: true })
    const bare = await loadWorld([pkg])
    const isTag = (word: string) => [based, builtIn].some((world: World) => world.enumsWithTag(word).length > 0)
    const invented: string[] = []
    let lines = 0
    let numbers = 0
    for (const exported of pkg.exports.filter(({ className }) => className === 'Class')) {
      const textOf = async (reader: ObjectReader, world: World) => {
        const { text } = await decompileClass(reader, exported, { world })
        return withoutDefaults(text, engine)
      }
      const wanted = wordsIn(await textOf(beside, based))
      for (const world of [builtIn, bare]) {
        const text = await textOf(alone, world)
        const found = wordsIn(text)
        for (const [word, count] of found)
          if (count > (wanted.get(word) ?? 0) && isTag(word)) invented.push(`${exported.name}: ${word}`)
        if (world === bare) continue
        lines += text.split('\n').length
        numbers += [...found].reduce((sum, [word, count]) => (/^native\d+$/.test(word) ? sum + count : sum), 0)
        for (const word of ['config', 'hidecategories', 'placeable', 'import'])
          if ((found.get(word) ?? 0) !== (wanted.get(word) ?? 0) && builtIn.missingPackages.length === 0)
            invented.push(`${exported.name}: ${word}`)
      }
    }
    expect(invented).toEqual([])
    expect(numbers).toBeLessThanOrEqual(lines / LINES_A_NUMBER)
  })
})
