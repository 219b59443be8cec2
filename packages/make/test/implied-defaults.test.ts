import { ObjectReader } from '@ukit/core'
import { Class, ScriptStruct } from '@ukit/objects/script'
import { expect, it } from 'vitest'
import { decompiled } from './support/decompiled.js'
import { made } from './support/made.js'

const FORMAT = { version: 868, licensee: 0 }

it('defaults of UE3 are decompiled without what the compiler puts back, and come back as they were', async () => {
  const object = 'class Object native;\n\nstruct Spot\n{\n  var float X, Y;\n};\n'
  const text = `class Mill extends Object;

enum ETurn { T_Left, T_Right };

struct Link
{
  var string Title;
  var bool bOpen;
  var ETurn Turn;
  var Spot At;
  var float Rate;

  structdefaultproperties
  {
    Rate=1.5
  }
};

struct Plain
{
  var int Count;
  var Link First;
};

var array<Link> Links;
var crosslevelpassive Object Other;

defaultproperties
{
  Links(0)=(Title="In")
  Links(1)=(Rate=0.0,Turn=T_Right)
}
`
  const upper =
    'class Wind extends Mill;\n\ndefaultproperties\n{\n  Links(0)=(bOpen=True)\n  Links(2)=(Title="In")\n}\n'
  const bases = [await made('Core', { Object: object }, [], { format: FORMAT })]
  const mod = await made('Mod', { Mill: text, Wind: upper }, bases, { format: FORMAT })
  const mill = await decompiled(mod, bases, 'Mill')
  const wind = await decompiled(mod, bases, 'Wind')
  expect(mill).toMatch(/structdefaultproperties\s*\{\s*Rate=1\.5\s*\}/)
  expect(mill.match(/structdefaultproperties/g)).toHaveLength(1)
  expect(mill).toMatch(
    /\ndefaultproperties\s*\{\s*Links\(0\)=\(Title="In"\)\s*Links\(1\)=\(Turn=T_Right,Rate=0\.0\)\s*\}/,
  )
  expect(wind).toMatch(/Links\(0\)=\(bOpen=True\)\s*Links\(1\)=\(\)\s*Links\(2\)=\(Title="In"\)\s*\}/)
  const again = await made('Mod', { Mill: mill, Wind: wind }, bases, { format: FORMAT })
  expect(await valuesOf(again)).toEqual(await valuesOf(mod))
})

/** All stored values of the package's defaults, with the names of what has them. */
async function valuesOf(pkg: Awaited<ReturnType<typeof made>>): Promise<string[]> {
  const reader = await ObjectReader.open(pkg)
  const found: string[] = []
  for (const exported of pkg.exports) {
    const { object } = await reader.read(exported)
    const list =
      object instanceof ScriptStruct ? object.defaults : object instanceof Class ? undefined : object.properties
    for (const { label, value } of list?.items ?? []) {
      found.push(`${exported.path} ${label} ${JSON.stringify(plain(value))}`)
    }
  }
  return found.sort()
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('properties' in value && typeof value.properties === 'object' && value.properties !== null) {
    const items = 'items' in value.properties && Array.isArray(value.properties.items) ? value.properties.items : []
    return items.map((one: { label: string; value: unknown }) => [one.label, plain(one.value)])
  }
  if ('values' in value) return plain(value.values)
  if ('text' in value) return value.text
  return String(value)
}
