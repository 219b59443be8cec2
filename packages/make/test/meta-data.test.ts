import { Guid } from '@ukit/container'
import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage, emptyLike } from '@ukit/edit'
import { buildFromSources, type SourceFileText } from '@ukit/make'
import { TextBuffer } from '@ukit/objects/script'
import { MetaData } from '@ukit/objects/ue3'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'

/** The content of a package's MetaData, one line per remark. */
async function remarks(pkg: Package): Promise<string[]> {
  const found = await (await ObjectReader.open(pkg)).get('MetaData')
  if (!(found?.object instanceof MetaData)) return []
  return found.object.entries.flatMap(({ owner, values }) =>
    values.map(({ key, value }) => `${owner?.path} ${key.toString()}=${value.text}`),
  )
}

const OBJECT = `class Object native;

/** How full.
 *  In sacks. */
var() int Sacks;
var() int Bags; // Of paper.
var int Stone;
/** A place. */
struct Spot
{
  var() float X;
  /** Up **/
  var() float Y <ClampMin=1|UIMax=3>;
};
enum ETurn { Left<DisplayName=To the left>, Right };
`

it('remarks of UE3 contain the order of variables, tool tips from comments, and text in angle brackets', async () => {
  const edit = await createPackage({ name: 'Core', version: 868, guid: new Guid(1, 2, 3, 4) })
  const sources = [
    { file: 'Object.uc', text: OBJECT },
    { file: 'Able.uc', text: 'class Able extends Object dependson(Mill);\nvar int A;\n' },
    { file: 'Mill.uc', text: 'class Mill extends Object;\nvar int M;\n' },
  ]
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  // Object has 0xfe0000, classes below it 0xfd0000.
  expect(await remarks(await buildPackage(edit))).toEqual([
    'Object.Sacks ToolTip=How full.\n  In sacks.',
    'Object.Sacks OrderIndex=16646144',
    'Object.Bags OrderIndex=16646145',
    'Object.Bags ToolTip=Of paper.',
    'Object.Stone OrderIndex=16646146',
    'Object.Spot.X ToolTip=A place.',
    'Object.Spot.X OrderIndex=16646147',
    'Object.Spot.Y ClampMin=1',
    'Object.Spot.Y UIMax=3',
    'Object.Spot.Y ToolTip=Up',
    'Object.Spot.Y OrderIndex=16646148',
    'Object.ETurn Left.DisplayName=To the left',
    'Mill.M OrderIndex=16580608',
    'Able.A OrderIndex=16580608',
  ])
})

describeCorpus('remarks of real packages', () => {
  it.each(['ue3/eliotvu/TestUC3.u', 'code/udk-868/GFxUI.u', 'code/udk-868/WinDrv.u', 'ue3/http404error/Core.u'])(
    'of %s are rebuilt from its texts, in its order',
    async (path) => {
      const pkg = await openCorpus(path)
      const reader = await ObjectReader.open(pkg)
      const sources: SourceFileText[] = []
      for (const entry of pkg.exports) {
        if (entry.name !== 'ScriptText') continue
        const { object } = await reader.read(entry)
        if (object instanceof TextBuffer) sources.push({ file: `${entry.outer?.name}.uc`, text: object.text.text })
      }
      const edit = await emptyLike(pkg, pkg.name, pkg.summary.guid)
      await buildFromSources({ edit, sources, bases: [pkg], packages: packagesBeside('code/udk-868/Core.u') })
      const lower = (lines: readonly string[]) => lines.map((line) => line.toLowerCase())
      expect(lower(await remarks(await buildPackage(edit)))).toEqual(lower(await remarks(pkg)))
    },
  )
})
