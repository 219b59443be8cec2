import { proveDecompiled } from '@ukit/script/analysis'
import { describe, expect, it } from 'vitest'
import { decompiled } from './support/decompiled.js'
import { built } from './support/made.js'

const OBJECT = `class Object
  native;
enum EFew { Few_None, Few_One };
var native const Object Outer;
`
const STYLES = `class Styles extends Object;
enum EStyle { ST_None, ST_Solid, ST_Masked, ST_Clear };
const Most = 503;
`
const OWNER = `class Owner extends Object;
const Flag = 1234;
const Near = 77;
delegate Done();
function Show(Object A, optional delegate<Done> B, optional int C) {}
`

async function paper(engine: 1 | 3, code: string, header = 'class Paper extends Object;') {
  const build = { version: engine === 1 ? 69 : 868 }
  const owner = engine === 1 ? OWNER.replace(/delegate Done[\s\S]*/, '') : OWNER
  const classes = { Object: OBJECT, Styles: STYLES, Owner: owner, Paper: `${header}\n${code}` }
  const { pkg, problems } = await built('Core', build, classes)
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  const { differences, scripts } = await proveDecompiled(pkg)
  expect(differences.map(({ object, message }) => `${object}: ${message}`)).toEqual([])
  expect(scripts).toBeGreaterThan(0)
  return decompiled(pkg, [], 'Paper')
}

describe('a constant through an object is that again when decompiled', () => {
  it('as a tag of an enum that the class of the object does not have (Tactical Ops)', async () => {
    const text = await paper(1, 'var byte Style;\nfunction F(Owner O) { Style = O.EStyle.ST_Clear; }\n')
    expect(text).toContain('Style = O.EStyle.ST_Clear;')
  })

  it('as a constant, for the nearest class that has it', async () => {
    const text = await paper(1, 'var int A;\nfunction F(Styles S) { A = S.Most; }\n')
    expect(text).toContain('A = S.Most;')
  })

  it('as the name alone of one of Outer (UDK, `TRACEFLAG_Bullet` of the cheats)', async () => {
    const text = await paper(
      3,
      'var int A;\nconst Near = 5;\nfunction F() { A = Flag; A = Near; }\n',
      'class Paper extends Object within Owner;',
    )
    expect(text).toContain('A = Flag;')
    expect(text).toContain('A = 5;')
  })
})

describe('an argument that is left out', () => {
  it('of a delegate, with Outer looked into (XCOM)', async () => {
    const code = 'function F(Owner O) { O.Show(None,, 3); }\n'
    expect(await paper(3, code, 'class Paper extends Object within Owner;')).toContain('O.Show(None,, 3);')
    expect(await paper(3, code)).toContain('O.Show(None,, 3);')
  })
})
