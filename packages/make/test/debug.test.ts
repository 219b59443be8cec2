import { PackageFlag } from '@ukit/container'
import { ObjectReader, type Package } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { Struct, Token, tokenName, tokenSetOf, walkTokens } from '@ukit/objects/script'
import { provePackage } from '@ukit/script/analysis'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, test } from 'vitest'
import { made, make, setOf } from './support/made.js'

/**
 * The tokens and positions of notes are those of UDK's own debug builds: versions 820 and 867, of which 5,600
 * scripts are rebuilt with every note. `«` and the code of a note mark its position.
 */
const NOTED = `class Mill extends Object;

var int Sacks;

native(150) static final operator(24) bool < (int A, int B);
native(161) static final operator(34) int += (out int A, int B);
native(130) static final operator(30) bool && (bool A, skip bool B);
native(165) static final postoperator int ++ (out int A);
native(129) static final preoperator bool ! (bool A);

function int Grind(int Bags, optional int Extra =«20» 2 «30»)
{
	local int I;

	«20»if«01» (Bags < Extra «41»&& !Busy(Bags)«40» «41»)
		return«10» 1«30»;
	else if «01»(Bags < 3«41»)
		Sacks = Bags «00»;
	for («50» I = 0;«51» I < Bags«41»;«52» I++«41» )
	{
		if«01» (I < 2«41») continue«72»;
		break«61»;
	}
	while«03» (true)
	{
		switch«02» (I)
		{
			case 1:
				break«63»;
		}
		break«60»;
	}
	return«10» Sacks «30»;
}«11»«30»

function bool Busy(int Bags)
{
	«20»return«10» false«30»;
}«11»«30»

function Rest() {}«20»«11»«30»

event Woken()«20»«11»«30»;
`

const TEXT = NOTED.replace(/«[0-9a-f]{2}»/g, '').replaceAll('\n', '\r\n')

/** The notes of a function as written above: code and position, in the order of the text. */
function noted(from: string, to: string): { kind: number; position: number; line: number }[] {
  const text = NOTED.replaceAll('\n', '\r\n')
  const found: { kind: number; position: number; line: number }[] = []
  let removed = 0
  for (const match of text.matchAll(/«([0-9a-f]{2})»/g)) {
    const position = match.index - removed
    removed += match[0].length
    const line = TEXT.slice(0, position).split('\n').length
    found.push({ kind: Number.parseInt(match[1] ?? '', 16), position, line })
  }
  return found.filter(({ position }) => position >= TEXT.indexOf(from) && position < TEXT.indexOf(to))
}

async function build(format: { version: number; licensee?: number }, debug: boolean): Promise<[Package, Package]> {
  const object = 'class Object native noexport;\n'
  const core = await made('Core', { Object: object }, [], { format, sources: sourcesOf('Core', { Object: object }) })
  // Only UE3 has defaults of parameters; blanks keep every place where it is.
  const text = format.version < 200 ? TEXT.replace('= 2', '   ') : TEXT
  const mill = await made('Mills', { Mill: text }, [core], { format, debug })
  return [core, mill]
}

const sourcesOf = (name: string, texts: Record<string, string>) => ({
  name,
  files: Object.entries(texts).map(([one, text]) => ({ file: `${one}.uc`, text })),
})

async function notesOf(pkg: Package, path: string): Promise<{ kind: number; position: number; line: number }[]> {
  const object = (await (await ObjectReader.open(pkg)).get(path))?.object
  if (!(object instanceof Struct)) throw new Error(`${path} is not there`)
  const { debugInfo } = tokenSetOf(pkg.context)
  const notes: { kind: number; position: number; line: number }[] = []
  for (const { token } of walkTokens(object.script.tokens, pkg.context)) {
    if (!(token instanceof Token) || token.op !== debugInfo) continue
    const [version, line, position, kind] = token.operands.map(Number)
    expect(version).toBe(100)
    notes.push({ kind: kind ?? -1, position: position ?? -1, line: line ?? -1 })
  }
  return notes
}

const byPlace = (a: { kind: number; position: number }, b: { kind: number; position: number }) =>
  a.position - b.position || a.kind - b.kind

describe('--debug', () => {
  test('notes of UE3 have the compiler’s positions', async () => {
    const [, mill] = await build({ version: 868 }, true)
    for (const [path, from, to] of [
      ['Mill.Grind', 'function int Grind', 'function bool Busy'],
      ['Mill.Busy', 'function bool Busy', 'function Rest'],
      ['Mill.Rest', 'function Rest', 'event Woken'],
    ] as const)
      expect((await notesOf(mill, path)).sort(byPlace), path).toEqual(noted(from, to).sort(byPlace))
    expect((await notesOf(mill, 'Mill.Woken')).map(({ kind }) => kind)).toEqual([0x20, 0x11, 0x30])
    expect(mill.summary.flags & PackageFlag.ContainsDebugInfo).toBe(PackageFlag.ContainsDebugInfo)
  })

  test('without --debug there are none', async () => {
    const [, mill] = await build({ version: 868 }, false)
    expect(await notesOf(mill, 'Mill.Grind')).toEqual([])
    expect(mill.summary.flags & PackageFlag.ContainsDebugInfo).toBe(0)
  })

  test('a note after a call belongs to the call, as when reading', async () => {
    const [core, mill] = await build({ version: 868 }, true)
    const proof = await provePackage(mill, { packages: setOf([core]) })
    expect(proof.differences).toEqual([])
    expect(proof.identical).toBe(9)
  })

  test('decompiling gives the same text as without notes, and --verify builds it with notes', async () => {
    const [core, mill] = await build({ version: 868 }, true)
    const [, plain] = await build({ version: 868 }, false)
    const packages = setOf([core])
    const textOf = async (pkg: Package) => {
      const world = await loadWorld([pkg], { packages })
      const row = pkg.exports.find(({ name, className }) => name === 'Mill' && className === 'Class')
      if (row === undefined) throw new Error('there is no class')
      return (await decompileClass(await ObjectReader.open(pkg), row, { world })).text
    }
    expect(await textOf(mill)).toBe(await textOf(plain))
    expect(await textOf(mill)).toContain('Grind(int Bags')
    const verified = await verifyMake(mill, { packages })
    expect(verified.differences).toEqual([])
    expect(verified.identical).toBe(true)
  })

  test('functions of arrays have a note, and the skip for missing arrays includes it', async () => {
    const format = { version: 868 }
    const core = await made('Core', { Object: 'class Object native noexport;\n' }, [], { format })
    const text =
      'class Mill extends Object;\r\nvar array<int> Loads;\r\nfunction F()\r\n{\r\n\tLoads.AddItem(7);\r\n}\r\n'
    const mill = await made('Mills', { Mill: text }, [core], { format, debug: true })
    const notes = await notesOf(mill, 'Mill.F')
    expect(notes[1]).toEqual({ kind: 0x41, position: text.indexOf('(7)') + 3, line: 5 })
    const object = (await (await ObjectReader.open(mill)).get('Mill.F'))?.object
    if (!(object instanceof Struct)) throw new Error('there is no function')
    const add = object.script.tokens.find((token) => tokenName(token, mill.context) === 'DynArrayAddItem')
    // IntConstByte with its value, EndFunctionParms, and the 14 bytes of the note.
    expect(add?.operands[1]).toBe(2 + 1 + 14)
  })

  test('states: code after a label and after a latent function is a separate part', async () => {
    const format = { version: 868 }
    const core = await made(
      'Core',
      { Object: 'class Object native noexport;\nnative(256) final latent function Sleep(float Seconds);\n' },
      [],
      { format },
    )
    const text =
      'class Mill extends Object;\r\nstate Turning\r\n{\r\nBegin:\r\n\tSleep(1.0);\r\nAgain:\r\n\tstop;\r\n}\r\n'
    const mill = await made('Mills', { Mill: text }, [core], { format, debug: true })
    const end = (part: string) => text.indexOf(part) + part.length
    expect((await notesOf(mill, 'Mill.Turning')).map(({ kind, position }) => [kind, position])).toEqual([
      [0x22, end('Begin:')],
      [0x31, end('Sleep(1.0)')],
      [0x21, end('Sleep(1.0)')],
      [0x32, end('Again:')],
      [0x22, end('Again:')],
      [0x30, end('stop;\r\n}')],
    ])
    const verified = await verifyMake(mill, { packages: setOf([core]) })
    expect(verified.differences).toEqual([])
    expect(verified.identicalClasses).toBe(1)
  })

  test('UE2 has the same notes, with a different token; UE1 has none and reports that', async () => {
    const [core, mill] = await build({ version: 128, licensee: 29 }, true)
    const notes = await notesOf(mill, 'Mill.Busy')
    expect(notes).toEqual(noted('function bool Busy', 'function Rest'))
    expect((await verifyMake(mill, { packages: setOf([core]) })).identical).toBe(true)
    const old = await made('Core', { Object: 'class Object native noexport;\n' })
    const { problems } = await make('Mills', { Mill: 'class Mill extends Object;\nfunction F() {}\n' }, [old], {
      debug: true,
    })
    expect(problems).toMatchObject([
      { severity: 'warning', message: 'UE1 has no debug information: the package is made without it' },
    ])
  })
})
