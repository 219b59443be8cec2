import type { ObjectSource } from '@ukit/container'
import { Guid, ObjectReader, type Package, UString } from '@ukit/core'
import { folderPackages } from '@ukit/core/node'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import {
  BoolProperty,
  ByteProperty,
  Class,
  FunctionField,
  IntProperty,
  NameProperty,
  StrProperty,
  Struct,
  TextBuffer,
  type VariableField,
} from '@ukit/objects/script'
import { cppTexts, packageHeader } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, it } from 'vitest'
import { CODE, corpusPath, describeCorpus, openCorpus } from '../../../../testing/corpus.js'

const NATIVE = 0x0407_0004
const PARM = 0x80

/** Fields of an owner, linked in the order of the list. */
type Fields = readonly (readonly [name: string, className: string, field: VariableField | FunctionField])[]

/** A native class `Gun` of these fields. */
async function gunWith(fields: Fields, parameters: Fields, name = 'Gun'): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version: 69, licensee: 0, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, name, 'Class', new Class(), { flags: NATIVE })
  const link = async (owner: string, list: Fields): Promise<void> => {
    let next: ObjectSource | null = null
    for (const [own, className, field] of [...list].reverse()) {
      field.next = next
      next = addObject(edit, `${owner}.${own}`, `Core.${className}`, field)
      if (field instanceof FunctionField && field.flags === 0x800) await link(`${owner}.${own}`, parameters)
    }
    const first = next
    await edit.change(edit.export(owner), (object) => {
      if (object instanceof Struct) object.children = first
    })
  }
  await link(name, fields)
  return buildPackage(edit)
}

const bool = () => Object.assign(new BoolProperty(), { flags: 1 })

describe('the header of a native class', () => {
  it('has its variables in memory order, bools as bits', async () => {
    const pkg = await gunWith(
      [
        ['Power', 'ByteProperty', new ByteProperty()],
        ['bLoud', 'BoolProperty', bool()],
        ['bHot', 'BoolProperty', bool()],
        ['Shots', 'IntProperty', Object.assign(new IntProperty(), { arrayDim: 3 })],
        ['Title', 'StrProperty', new StrProperty()],
      ],
      [],
    )
    const { text, classes, fileName } = packageHeader(pkg, await loadWorld([pkg]), { offsets: true })
    expect(fileName).toBe('ArmsClasses.h')
    expect(text).toContain(
      [
        '    BYTE Power;  // 0',
        '    BITFIELD bLoud:1 GCC_PACK(4);  // 4, bit 0',
        '    BITFIELD bHot:1;  // 4, bit 1',
        '    INT Shots[3] GCC_PACK(4);  // 8',
        '    FStringNoInit Title;  // 20',
      ].join('\n'),
    )
    expect(classes[0]?.layout.size).toBe(32)
  })

  it('declares native functions, and calls events with a block of parameters', async () => {
    const pkg = await gunWith(
      [
        ['Aim', 'Function', Object.assign(new FunctionField(), { flags: 0x400, nativeIndex: 700 })],
        ['Fire', 'Function', Object.assign(new FunctionField(), { flags: 0x800 })],
      ],
      [
        ['Where', 'NameProperty', Object.assign(new NameProperty(), { flags: PARM })],
        ['Left', 'IntProperty', Object.assign(new IntProperty(), { flags: PARM | 0x100 })],
        ['ReturnValue', 'IntProperty', Object.assign(new IntProperty(), { flags: PARM | 0x500 })],
      ],
    )
    const { text, natives, names } = packageHeader(pkg, await loadWorld([pkg]))
    expect(text).toContain('    DECLARE_FUNCTION(execAim);\n')
    expect(text).toContain('AUTOGENERATE_FUNCTION(UGun,700,execAim);')
    expect([natives, names]).toEqual([[{ className: 'UGun', name: 'Aim', index: 700 }], ['Fire']])
    expect(text).toContain('struct UGun_eventFire_Parms\n{\n    FName Where;\n    INT Left;\n    INT ReturnValue;\n};')
    expect(text).toContain('    INT eventFire(FName Where, INT& Left)\n')
    expect(text).toContain('        Left=Parms.Left;\n        return Parms.ReturnValue;\n')
  })

  it('is C++ with any names', async () => {
    const pkg = await gunWith(
      [
        ['template', 'IntProperty', new IntProperty()],
        ['9+x', 'ByteProperty', new ByteProperty()],
      ],
      [],
      'it-s',
    )
    const { text } = packageHeader(pkg, await loadWorld([pkg]))
    expect(text).toContain('class ARMS_API Uit_s')
    expect(text).toContain('    INT template_;\n    BYTE _9_x;\n')
  })
})

describeCorpus('the header of a real Engine', () => {
  it.skipIf(CODE.length === 0)('has the numbers, values and calls of the public header of UT 432', async () => {
    const near = await folderPackages([corpusPath('code/ut99')])
    const pkg = await openCorpus('code/ut99/Engine.u')
    const world = await loadWorld([pkg], { packages: near })
    const { text, natives, classes, names } = packageHeader(pkg, world)
    expect(classes).toHaveLength(50)
    expect(new Set(classes.map(({ name }) => name))).toContain('Alocationid')
    const index = (name: string) => natives.find((native) => native.name === name)?.index
    expect(['Spawn', 'FastTrace', 'SetPhysics', 'ConsoleCommand', 'UnWarp', 'Warp', 'ZoneActors'].map(index)).toEqual([
      278, 548, 3970, -1, 315, 314, 308,
    ])
    expect(names).toEqual(expect.arrayContaining(['EncroachingOn', 'PlayerCalcView', 'LogGameSpecial2']))
    expect(text).toContain('    BRAINS_HUMAN            =3,\n    BRAINS_MAX              =4,\n};')
    expect(text).toContain('    DECLARE_CLASS(APlayerPawn,APawn,0|CLASS_Config|CLASS_NativeReplication,Engine)\n')
    expect(text).toContain('    class AActor* LatentActor;\n')
    expect(text).toContain('    BITFIELD bCorona:1;\n')
    expect(text).toContain('    class UClass* RenderIteratorClass GCC_PACK(4);\n')
    expect(text).toContain('    void eventBroadcastMessage(const FString& Msg, BITFIELD bBeep, FName Type)\n')
  })

  it.skipIf(CODE.length === 0)(
    'has the form and numbers of the header in a public kit for native mods of UT2004',
    async () => {
      const near = await folderPackages([corpusPath('code/ut2004')])
      const pkg = await openCorpus('code/ut2004/Engine.u')
      const world = await loadWorld([pkg], { packages: near })
      const { text, natives } = packageHeader(pkg, world)
      const index = (name: string) => natives.find((native) => native.name === name)?.index
      expect(['Spawn', 'OnlyAffectPawns', 'KAddImpulse'].map(index)).toEqual([278, -1, -1])
      // Events that a state may ignore are queried; the return value is cleared first.
      expect(text).toContain(
        [
          '    BITFIELD eventEncroachingOn(class AActor* Other)',
          '    {',
          '        AActor_eventEncroachingOn_Parms Parms;',
          '        Parms.ReturnValue=0;',
          '        if(IsProbing(NAME_EncroachingOn)) {',
          '        Parms.Other=Other;',
          '        ProcessEvent(FindFunctionChecked(ENGINE_EncroachingOn),&Parms);',
          '        }',
          '        return Parms.ReturnValue;',
          '    }',
        ].join('\n'),
      )
      expect(text).toContain('        Parms.bNoOverride=((bNoOverride) ? FIRST_BITFIELD : 0);\n')
      expect(text).toContain(
        '    void eventProcess_Tick(TArray<class UInteraction*> InteractionArray, FLOAT DeltaTime)\n',
      )
    },
  )

  it.skipIf(CODE.length === 0)('has objects of the sizes that public headers and memory readers state', async () => {
    // UT 432: the table of functions, index, next of the hash, stack, linker, its index; then four of 4
    // bytes. UDK: as printed by programs that read the memory of 32-bit games of UE3.
    for (const [game, size, name] of [
      ['ut99', 40, 32],
      ['udk-868', 60, 44],
    ] as const) {
      const pkg = await openCorpus(`code/${game}/Core.u`)
      const { classes } = packageHeader(pkg, await loadWorld([pkg]), { all: true })
      const layout = classes.find((found) => found.name === 'UObject')?.layout
      expect([layout?.size, layout?.variables.find(({ symbol }) => symbol.name === 'Name')?.offset]).toEqual([
        size,
        name,
      ])
    }
  })
})

describe('C++ in the text of a class', () => {
  it('is in its class and struct of the header', async () => {
    const edit = await createPackage({ name: 'Arms', version: 128, licensee: 0, guid: new Guid(1, 2, 3, 4) })
    const gun = new Class()
    addObject(edit, 'Gun', 'Class', gun, { flags: NATIVE })
    const source =
      'class Gun extends Object native;\r\ncpptext\r\n{\r\n    INT Shots() const;\r\n}\r\nstruct P { structcpptext { P() {} } };\r\n'
    const buffer = Object.assign(new TextBuffer(), { text: UString.from(source) })
    gun.scriptText = addObject(edit, 'Gun.ScriptText', 'Core.TextBuffer', buffer)
    const pkg = await buildPackage(edit)
    const texts = await cppTexts(await ObjectReader.open(pkg))
    expect([...texts]).toEqual([
      ['gun', '    INT Shots() const;'],
      ['gun.p', ' P() {}'],
    ])
    const { text } = packageHeader(pkg, await loadWorld([pkg]), { cppTexts: texts })
    expect(text).toContain('    DECLARE_CLASS(UGun,UObject,0,Arms)\n    INT Shots() const;\n};\n')
  })
})
