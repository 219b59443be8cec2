export { ImportAdder } from './add-imports.js'
export { adoptNames, firstNames } from './adopt-names.js'
export { checkBodies } from './bodies.js'
export { BodyTemplates } from './body-template.js'
export { type BuildPackageOptions, buildImage, buildPackage } from './build-package.js'
export { checkFree, checkObjectName, type NameClaim } from './collision.js'
export {
  applyEdits,
  EDIT_COMMANDS,
  type EditCommand,
  type EditCommands,
  type EditOutside,
  type EditStep,
  parseEdits,
  placedText,
} from './commands.js'
export { conformPackage } from './conform/conform.js'
export {
  CONFORM_CHECK_DEFAULTS,
  type ConformCheckOptions,
  type ConformReport,
  checkConform,
} from './conform/conform-check.js'
export type { ConformProblem } from './conform/conform-problems.js'
export type { ConformedPackage, ConformOptions, RefusedObject } from './conform/conformed-package.js'
export {
  type ConversionLoss,
  type ConversionTarget,
  conversionLosses,
  convertVersion,
} from './convert/convert-version.js'
export { addObject, importAt, NEW_OBJECT_FLAGS, type NewObject } from './create-object.js'
export { createPackage, emptyLike } from './create-package.js'
export { PackageEdit } from './document.js'
export { type Dropped, dropUnused } from './drop-unused.js'
export { EditTables } from './edit-tables.js'
export { type EditComponent, EditExport, EditImport, EditName, type EditObject } from './entries.js'
export { EntryPool } from './entry-pool.js'
export { changesBetween, type EditChange } from './history/edit-changes.js'
export { EDIT_HISTORY_DEFAULTS, EditHistory } from './history/edit-history.js'
export type { EditSnapshot } from './history/edit-snapshot.js'
export { importObject } from './import-object.js'
export { groupAt, moveObject } from './move-object.js'
export { checkName, MAX_NAME_LENGTH, maxNameLength, splitName } from './names.js'
export {
  type Dependants,
  dependantsOf,
  familyOf,
  REMOVE_DEFAULTS,
  type RemoveOptions,
  removeObject,
  removeObjects,
} from './remove-object.js'
export { renameObject } from './rename-object.js'
export {
  REPAIR_DEFAULTS,
  type RepairedPackage,
  type RepairOptions,
  repairedFile,
  repairPackage,
} from './repair/repair.js'
export type { LostObject } from './repair/repair-objects.js'
export { setObjectFlags, setPackageFlags } from './set-flags.js'
export { newGuid, setGuid, startOver } from './set-guid.js'
export { stripScript } from './strip-script.js'
export { TableRequests } from './table-requests.js'
export {
  type BetweenOptions,
  type BetweenResult,
  embedPackages,
  mergePackages,
  moveBetween,
} from './transfer/between-packages.js'
export {
  FIXUP_DEFAULTS,
  type FixedReference,
  type FixedUp,
  type FixupOptions,
  fixupRedirectors,
} from './transfer/fixup-redirectors.js'
export { type FindPackage, hasRedirectors } from './transfer/redirectors.js'
export { checkPackageName, renamePackage } from './transfer/rename-package.js'
export {
  type MissingChoice,
  RETARGET_DEFAULTS,
  type Retargeted,
  type RetargetOptions,
  type RetargetRule,
  retargetImports,
} from './transfer/retarget.js'
export { transferObjects } from './transfer/transfer.js'
export {
  type CollisionChoice,
  type PlacedObject,
  TRANSFER_DEFAULTS,
  type TransferOptions,
  type Transferred,
  type TransferSelection,
} from './transfer/transfer-types.js'
export { type Use, type Uses, usesOf } from './uses.js'
export { MissingObjectError } from './values/missing-object.js'
export {
  findProperty,
  type PropertyPlace,
  removeProperty,
  type SetOptions,
  setProperties,
  setProperty,
} from './values/set-property.js'
export { parseType } from './values/type-text.js'
export type { SettableValue } from './values/typed-value.js'
export { parseValue, type ValueText } from './values/value-text.js'
