import { PackageEdit } from '@ukit/edit'
import { orderTables } from '@ukit/make'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

const tables = ({ nameTable, imports, exports }: PackageEdit) => ({
  names: nameTable.map(({ text }) => text),
  imports: imports.map(String),
  exports: exports.map(String),
})

describeCorpus("the order of UE3's compiler", () => {
  it.each([
    'ue3/eliotvu/TestUC3.u',
    'ue3/uudkdevs2013/BSF.u',
    'code/udk-868/WinDrv.u',
    'code/udk-868/EmberProject.u',
    'code/udk-868/GFxUI.u',
    'code/udk-868/GameFramework.u',
    'code/udk-868/OnlineSubsystemSteamworks.u',
    'code/udk-868/UnrealEd.u',
    'code/udk-868/IpDrv.u',
    'code/udk-868/UDKBase.u',
  ])('is restored for %s from reversed tables', async (path) => {
    const edit = await PackageEdit.open(await openCorpus(path))
    const before = tables(edit)
    edit.reorder({
      nameTable: [...edit.nameTable].reverse(),
      imports: [...edit.imports].reverse(),
      exports: [...edit.exports].reverse(),
    })
    expect(tables(edit)).not.toEqual(before)
    await orderTables(edit, { files: [], loaded: [] })
    expect(tables(edit)).toEqual(before)
  })
})
