/** The document, a package or an entry of one: live, since it is what is worked with. */
const DOCUMENT = 'gives the document, a package or an entry of one, which are live'
/** What only changes what it is given gives nothing. */
const NOTHING = 'gives nothing, or a number, a text or a truth alone'
const BYTES = 'gives bytes, or a source or a container of them, which is live'
const SAME = 'gives what another function gives that is called'
const SERVICE = 'gives a service, which is live'
const OPENED = 'gives an opened game, list or index, which is live'
const OTHER_FORM = 'takes what its neighbour gives, and gives the same kind of rows'

const of = (reason: string, names: string): [string, string][] => names.split(' ').map((name) => [name, reason])

/**
 * Functions of the doors whose answers are not sent through a worker, with the reason. A function that is
 * neither called nor listed here fails the test: what it gives has to be decided.
 */
export const LIVE: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  edit: new Map([
    ...of(
      NOTHING,
      'adoptNames firstNames checkBodies checkFree checkObjectName convertVersion moveObject checkName maxNameLength ' +
        'renameObject setObjectFlags setPackageFlags setGuid startOver checkPackageName hasRedirectors ' +
        'removeProperty setProperties setProperty placedText',
    ),
    ...of(
      DOCUMENT,
      'buildPackage addObject importAt createPackage emptyLike importObject groupAt dependantsOf familyOf ' +
        'removeObject removeObjects renamePackage usesOf findProperty moveBetween',
    ),
    ...of(BYTES, 'buildImage repairedFile'),
    ...of(SAME, 'changesBetween embedPackages'),
    ['newGuid', 'gives a GUID, whose plain form is its text'],
  ]),
  game: new Map([
    ...of(
      NOTHING,
      'cacheFileName cacheKeyText extensionFor placeInGame isMapFile isStubFile isStubTables redirectorText ' +
        'networkRole flagsOfUpkg bytesText durationText challengeResponse formatLine gameOfInstaller comesWithGame ' +
        'editionsOf editionsText isInEveryCopy engineOf needsServerSide likelyGame dotText mermaidText svgText',
    ),
    ...of(BYTES, 'writeUpkg'),
    ...of(OPENED, 'openInstall folderFinder finderOf loadStock overlayIni'),
    ...of(
      OTHER_FORM,
      'readCachedPackage planClean clientPackages checkServerSideOnly checkStock patchLevelOf nativeCodeOf ' +
        'commonCounts importRefusal refusedImports clientAnswer downloadWays wantedOf mergeReleases stampOf stockStateOf',
    ),
    ['gatherDependencies', 'gives a graph with the tables of its packages, which is live; drawingOf is plain'],
    ['importGroups', 'gives groups with the tables of packages, which are live'],
  ]),
  umod: new Map([
    ...of(NOTHING, 'memCrc versionNumber isUmod'),
    ...of(BYTES, 'umodContainer makeDelta readMember'),
    ...of(OPENED, 'openUmod readUmod installedIn parseManifest groupsOf'),
  ]),
  make: new Map([
    ...of(NOTHING, 'orderLike orderTables qsort problemLine scriptTextOf textChecksum withCppText'),
    ...of(DOCUMENT, 'buildFromSources makePackage stubPackage'),
  ]),
  import: new Map([
    ...of(NOTHING, 'projectPath isModelFile'),
    ...of(
      OTHER_FORM,
      'importFont importT3d importTrueType importFile importAnimation importSkeletalMesh importMusic importSound ' +
        'importStaticMesh importTextureAnimation importMesh readAse readBrushes readGltf readMd3 readPictureFile ' +
        'readPictureFrames readPsa readPsk readVertexFiles',
    ),
  ]),
  server: new Map([
    ...of(NOTHING, 'accessLine defaultCacheFolder'),
    ...of(SERVICE, 'createRedirect serveRedirect serveNegotiation serveStudio inlineCompressor threadCompressor'),
    ['fetchToCache', SAME],
  ]),
}
