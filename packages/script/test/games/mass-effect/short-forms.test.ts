import { ObjectReader } from '@ukit/core'
import { proveDecompiled } from '@ukit/script/analysis'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../../testing/corpus.js'
import { body, shape } from '../../decompile/support.js'

describe('short forms of Mass Effect 3', () => {
  const shapeOfShort = (text: string): string => {
    const decompiled = body(text, 684, {}, 194)
    expect(decompiled.resisted).toBe(0)
    return shape(decompiled)
  }

  it('are the variables and calls that they abbreviate', () => {
    const call = "NamedFunction(function='G', index=7, LocalIntVariable(IntProperty'P.A.F.i'))"
    expect(shapeOfShort(`${call}\nReturn(Nothing)`)).toBe('G(i);')
  })

  // From SFXGUI_Training and SFXGUI_Mail: 1 continues if the variable is set, 0 if it is not.
  it('are conditions that only name a variable', () => {
    const jump = (variable: string, wanted: number) =>
      `JumpIfNotInstance(${variable}, wanted=${wanted}, offset=L)\nVirtualFunction('F')\nL: Return(Nothing)`
    expect(shapeOfShort(jump("BoolProperty'P.A.b'", 1))).toBe('if b { F(); }')
    expect(shapeOfShort(jump("ObjectProperty'P.A.o'", 1))).toBe('if Native641(o,None) { F(); }')
    expect(shapeOfShort(jump("ObjectProperty'P.A.o'", 0))).toBe('if Native640(o,None) { F(); }')
  })
})

// Functions whose packages are there: 23 instead of 11, 144 instead of 141; others need SFXGame and Engine.
describeCorpus('code of Mass Effect 3', () => {
  it.each([
    ['ue3/me3tweaks/biod_nor.xxx', 23],
    ['ue3/me3tweaks/cookedpcconsole/GFxUI.pcc', 144],
  ])('of %s is the same after decompiling and compiling', async (path, identical) => {
    const pkg = await openCorpus(path)
    const proof = await proveDecompiled(pkg, { standIns: true })
    expect(proof.differences).toEqual([])
    expect(proof.identical).toBe(identical)
  })

  it('compares objects by operators with numbers of its own', async () => {
    const pkg = await openCorpus('ue3/me3tweaks/biod_nor.xxx')
    const world = await loadWorld([pkg], { standIns: true })
    const { text } = await decompileClass(await ObjectReader.open(pkg), pkg.export('SFXGameContent.SFXGUI_Mail'), {
      world,
    })
    expect(text).toContain('if (oBWI == None || oMail == None || oGV == None)')
    expect(text).not.toContain('Native6')
  })
})
