import { Guid, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { Class, FunctionField, State } from '@ukit/objects/script'
import { patchListing } from '@ukit/script/decompile'

/**
 * A package of one class, written by ukit: `Gun` with the function `Fire`, the state `Idle` and its `Tick`.
 */
export async function gunPackage(version: number, licensee = 0): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version, licensee, guid: new Guid(1, 2, 3, 4) })
  const gun = addObject(edit, 'Gun', 'Class', new Class())
  for (const [path, object, className] of [
    ['Gun.Fire', new FunctionField(), 'Core.Function'],
    ['Gun.Idle', new State(), 'Core.State'],
    ['Gun.Idle.Tick', new FunctionField(), 'Core.Function'],
  ] as const)
    addObject(edit, path, className, object)
  await patchListing(edit, GUN)
  if (gun.class !== null) throw new Error('a class has no class')
  return buildPackage(edit)
}

const GUN = `
script Function'Gun.Fire'
  Again:
    JumpIfNot(Out, NativeFunction(130, True, Skip(False)))
    VirtualFunction('Bang', StringConst("hé"), FloatConst(0x7FC00001), ObjectConst(Class'Gun'))
    Jump(Again)
  Out:
    Stop

script State'Gun.Idle'
  Begin:
    Stop
    Nothing
    Nothing
    LabelTable('Begin'=Begin)

script Function'Gun.Idle.Tick'
    Stop
`
