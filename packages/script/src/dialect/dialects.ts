import type { ScriptDialect } from '@ukit/core'

/** UT99 up to 436 and everything of UE1 that was tried: 2,733 of 2,734 scripts of the stock packages. */
export const UE1_436: ScriptDialect = {
  id: 'ue1-436',
  largestArray: 16_384,
  largestByte: 254,
  parenthesesConvert: true,
  foldsLiterals: false,
  rightOfByteIsByte: false,
  tagIsInt: false,
  qualifiedTagIsInt: false,
  enumCount: 'byte',
  writesAllArguments: false,
  hasParameterDefaults: false,
  nativesHaveDefaults: false,
  hasOutVariables: false,
  eats: 'strings',
  endOfScript: false,
  nativesEndWithNothing: false,
  bodylessReturns: true,
  isFirst: false,
  gotoInStatesJumps: true,
  strayDefaults: false,
  contextProperties: false,
  referenceInStruct: 4,
  escapes: {},
  foreachSkipsAll: false,
  padsStructs: true,
  ofForeachSkips: {},
  outerIsInContext: false,
  coercedResultFollowsClass: false,
  delegatesOfObjectsAreVariables: false,
  countsOwnersOfDelegates: false,
  enumCastsWantBytes: true,
  castsNamePackages: false,
  superLooksIntoClassOfState: false,
  superOfStateIsOwnClass: false,
  cutsBytes: false,
  hasOverloads: false,
  hasConstructors: false,
  anyClassIsInterface: false,
  hasMaps: false,
  constantsKeepContext: false,
  largeNumbers: 'saturate',
  namesFromStrings: false,
  arraysArePublic: false,
}

/** Unreal before 62, as its version 61. */
export const UE1_FIRST: ScriptDialect = { ...UE1_436, id: 'ue1-first', isFirst: true }

/** What the newest compilers of UT99 wrote: 172 of 174 scripts of NeuralNetWebserver. */
export const UE1_469_LATE: ScriptDialect = {
  ...UE1_436,
  id: 'ue1-469-late',
  largestByte: 255,
  parenthesesConvert: false,
  foldsLiterals: true,
  referenceInStruct: 8,
}

/** UE2's first compilers: 1,400 of 1,401 scripts of Lineage II's Engine. */
export const UE2: ScriptDialect = {
  ...UE1_436,
  id: 'ue2',
  largestArray: 2048,
  tagIsInt: true,
  qualifiedTagIsInt: true,
  nativesEndWithNothing: true,
  bodylessReturns: true,
  gotoInStatesJumps: false,
  strayDefaults: true,
  delegatesOfObjectsAreVariables: true,
  superLooksIntoClassOfState: true,
}

/** UE2's compilers that end scripts: 12,225 of 12,227 scripts of UT2004 and Killing Floor. */
export const UE2_LATE: ScriptDialect = {
  ...UE2,
  id: 'ue2-late',
  eats: 'string-arrays',
  endOfScript: true,
  countsOwnersOfDelegates: true,
}

/** UE3 before contexts name their variable, as UT3 (512). */
export const UE3_SIZES: ScriptDialect = {
  ...UE2,
  id: 'ue3-sizes',
  strayDefaults: false,
  largestByte: 255,
  parenthesesConvert: false,
  rightOfByteIsByte: true,
  enumCount: 'lessOne',
  writesAllArguments: true,
  hasParameterDefaults: true,
  nativesHaveDefaults: true,
  hasOutVariables: true,
  eats: 'destroyed',
  endOfScript: true,
  escapes: { n: '\n' },
  foreachSkipsAll: true,
  coercedResultFollowsClass: true,
  superOfStateIsOwnClass: true,
  hasMaps: true,
  namesFromStrings: true,
  cutsBytes: true,
  enumCastsWantBytes: false,
  delegatesOfObjectsAreVariables: false,
}

/** UDK 820 to 868, TERA, XCOM 2, Killing Floor 2: 2,394 of 2,404 scripts of UDK's Engine. */
export const UE3: ScriptDialect = { ...UE3_SIZES, id: 'ue3', contextProperties: true }
