import type { Verb } from './verb.js'

/**
 * A verb in the register: the texts that appear outside its own help. Its code is loaded when it is needed.
 */
export interface ListedVerb {
  /** The words after `ukit`. */
  readonly usage: string
  /** The line in the list of verbs. */
  readonly summary: string
  load(): Promise<Verb>
}

/** Verbs that belong together. */
export interface VerbGroup {
  readonly heading: string
  readonly verbs: Readonly<Record<string, ListedVerb>>
}

/**
 * *The register*: every verb, in the order of the overview. This is the only list of verbs; the code of each
 * is in its own file.
 */
export const VERB_GROUPS: readonly VerbGroup[] = [
  {
    heading: 'Look at packages',
    verbs: {
      studio: {
        usage: 'studio [FILE|DIR]',
        summary: 'Everything in packages to see, hear and read, in the browser',
        load: async () => (await import('../verbs/look/studio.js')).studio,
      },
      info: {
        usage: 'info FILE…',
        summary: 'What a file is: version, game, flags, counts, compression',
        load: async () => (await import('../verbs/look/info.js')).info,
      },
      ls: {
        usage: 'ls FILE…',
        summary: 'What is in it: exports as a tree, imports, names',
        load: async () => (await import('../verbs/look/ls.js')).ls,
      },
      show: {
        usage: 'show FILE [PATH…]',
        summary: 'A package at a glance, or objects decoded; --hex maps their bytes',
        load: async () => (await import('../verbs/look/show.js')).show,
      },
      verify: {
        usage: 'verify FILE…',
        summary: 'Whether every count, range and reference is in order',
        load: async () => (await import('../verbs/look/verify.js')).verify,
      },
      original: {
        usage: 'original FILE…',
        summary: 'Whether a file is one that a game shipped, and of which release',
        load: async () => (await import('../verbs/look/original.js')).original,
      },
      duplicates: {
        usage: 'duplicates FILE…',
        summary: 'What is in a pile more than once, or is not what its GUID says',
        load: async () => (await import('../verbs/look/duplicates.js')).duplicates,
      },
      flags: {
        usage: 'flags FILE…',
        summary: 'What the flags of packages mean for a server and its players',
        load: async () => (await import('../verbs/look/flags.js')).flags,
      },
      diff: {
        usage: 'diff A B',
        summary: 'What changed from one package to another, and what it breaks',
        load: async () => (await import('../verbs/look/diff.js')).diff,
      },
      deps: {
        usage: 'deps [FILE…]',
        summary: 'What packages need, where it is found, and what is missing',
        load: async () => (await import('../verbs/deps/deps.js')).deps,
      },
    },
  },
  {
    heading: 'Extract and change',
    verbs: {
      extract: {
        usage: 'extract FILE… -o DIR',
        summary: 'Save pictures, sounds, music and texts as ordinary files',
        load: async () => (await import('../verbs/change/extract.js')).extract,
      },
      plan: {
        usage: 'plan MAP…',
        summary: 'Draw maps from above, as SVG or PNG',
        load: async () => (await import('../verbs/level/plan.js')).plan,
      },
      t3d: {
        usage: 't3d MAP… [ACTOR…]',
        summary: 'Actors and brushes as the text that editors export and paste',
        load: async () => (await import('../verbs/level/t3d.js')).t3d,
      },
      'level check': {
        usage: 'level check MAP…',
        summary: 'What players and bots would stumble over in a map',
        load: async () => (await import('../verbs/level/check.js')).levelCheck,
      },
      page: {
        usage: 'page DIR',
        summary: 'One HTML page of what was extracted, with meshes in 3D',
        load: async () => (await import('../verbs/change/page.js')).page,
      },
      import: {
        usage: 'import FILE PATH PICTURE…',
        summary: 'Put pictures, sounds and models into a package, or replace them',
        load: async () => (await import('../verbs/change/import.js')).importFiles,
      },
      copy: {
        usage: 'copy IN… OUT',
        summary: 'Open and save: the round-trip check; also (de)compresses',
        load: async () => (await import('../verbs/change/copy.js')).copy,
      },
      edit: {
        usage: 'edit FILE EDIT…',
        summary: 'Change a package: properties, names, groups, flags, GUID, and more',
        load: async () => (await import('../verbs/change/edit.js')).edit,
      },
      conform: {
        usage: 'conform NEW OLD -o OUT',
        summary: 'Keep network compatibility with an older version, or check it',
        load: async () => (await import('../verbs/change/conform.js')).conform,
      },
      repair: {
        usage: 'repair IN OUT',
        summary: 'Rescue what can be rescued from a damaged package',
        load: async () => (await import('../verbs/change/repair.js')).repair,
      },
    },
  },
  {
    heading: 'UnrealScript',
    verbs: {
      decompile: {
        usage: 'decompile FILE [CLASS…]',
        summary: 'Source of classes: declarations, code, default properties',
        load: async () => (await import('../verbs/script/decompile.js')).decompile,
      },
      disasm: {
        usage: 'disasm FILE [PATH…]',
        summary: 'The bytecode of functions and states as text that assembles back',
        load: async () => (await import('../verbs/script/disasm.js')).disasm,
      },
      assemble: {
        usage: 'assemble FILE LISTING',
        summary: 'Put the scripts of a changed listing back into a package',
        load: async () => (await import('../verbs/script/assemble.js')).assemble,
      },
      headers: {
        usage: 'headers FILE…',
        summary: 'The C++ header of a package, as the engine’s make -h writes it',
        load: async () => (await import('../verbs/script/headers.js')).headers,
      },
      int: {
        usage: 'int FILE…',
        summary: 'Texts to translate (.int), or what a translation lacks',
        load: async () => (await import('../verbs/script/int.js')).int,
      },
      ucl: {
        usage: 'ucl FILE…',
        summary: 'What UT2004 lists in its menus (.ucl)',
        load: async () => (await import('../verbs/script/ucl.js')).ucl,
      },
      'script patch': {
        usage: 'script patch FILE FUNC',
        summary: 'Replace the script of one function or state',
        load: async () => (await import('../verbs/script/patch.js')).scriptPatch,
      },
      make: {
        usage: 'make FOLDER…',
        summary: 'Build packages from sources, or compare packages with theirs',
        load: async () => (await import('../verbs/make/make.js')).make,
      },
      'script prove': {
        usage: 'script prove FILE…',
        summary: 'Compile the source in packages and compare it with their code',
        load: async () => (await import('../verbs/script/prove.js')).scriptProve,
      },
      'script check': {
        usage: 'script check FILE.uc…',
        summary: 'What the compiler says of sources',
        load: async () => (await import('../verbs/script/check.js')).scriptCheck,
      },
      'script tree': {
        usage: 'script tree FILE… [CLASS…]',
        summary: 'What extends what: the classes of packages as a tree',
        load: async () => (await import('../verbs/script/tree.js')).scriptTree,
      },
      'script calls': {
        usage: 'script calls FILE… [FUNC…]',
        summary: 'Who calls a function, and what it calls and overrides',
        load: async () => (await import('../verbs/script/calls.js')).scriptCalls,
      },
      'script natives': {
        usage: 'script natives FILE…',
        summary: 'The numbers of native functions, gaps and clashes',
        load: async () => (await import('../verbs/script/natives.js')).scriptNatives,
      },
      'script unused': {
        usage: 'script unused FILE…',
        summary: 'Functions and variables that no code uses',
        load: async () => (await import('../verbs/script/unused.js')).scriptUnused,
      },
      'script strings': {
        usage: 'script strings FILE…',
        summary: 'Every text in the code',
        load: async () => (await import('../verbs/script/strings.js')).scriptStrings,
      },
      'script grep': {
        usage: 'script grep PATTERN FILE…',
        summary: 'Search the source of packages, decompiled if need be',
        load: async () => (await import('../verbs/script/grep.js')).scriptGrep,
      },
    },
  },
  {
    heading: 'Several packages at once',
    verbs: {
      'package move': {
        usage: 'package move FROM TO PATH…',
        summary: 'Move objects from one package to another',
        load: async () => (await import('../verbs/package/move.js')).packageMove,
      },
      'package embed': {
        usage: 'package embed MAP PACKAGE…',
        summary: 'Put what a map needs from other packages into it (MyLevel)',
        load: async () => (await import('../verbs/package/embed.js')).packageEmbed,
      },
      'package takeout': {
        usage: 'package takeout MAP PACKAGE PATH…',
        summary: 'Move what a map carries into a package of its own',
        load: async () => (await import('../verbs/package/takeout.js')).packageTakeout,
      },
      'package split': {
        usage: 'package split FILE NEW PATH…',
        summary: 'Move part of a package into a new one',
        load: async () => (await import('../verbs/package/split.js')).packageSplit,
      },
      'package merge': {
        usage: 'package merge TO PACKAGE…',
        summary: 'Merge several packages into one',
        load: async () => (await import('../verbs/package/merge.js')).packageMerge,
      },
      'package retarget': {
        usage: 'package retarget OLD NEW FILE…',
        summary: 'Point references to an object or a package elsewhere',
        load: async () => (await import('../verbs/package/retarget.js')).packageRetarget,
      },
      'package fixup': {
        usage: 'package fixup FILE…',
        summary: 'Point references past redirectors of UE3, and remove those',
        load: async () => (await import('../verbs/package/fixup.js')).packageFixup,
      },
      'package stub': {
        usage: 'package stub NAME USER… -o FILE',
        summary: 'Make a missing package from what others need of it',
        load: async () => (await import('../verbs/package/stub.js')).packageStub,
      },
      'package rename': {
        usage: 'package rename FILE NAME',
        summary: 'Rename a package in all packages that import it',
        load: async () => (await import('../verbs/package/rename.js')).packageRename,
      },
    },
  },
  {
    heading: 'Games and servers',
    verbs: {
      game: {
        usage: 'game DIR',
        summary: 'What game this is, where it looks for packages, what is wrong with it',
        load: async () => (await import('../verbs/game/game.js')).game,
      },
      'game conflicts': {
        usage: 'game conflicts MOD…',
        summary: 'What several mods do differently, and which of them wins',
        load: async () => (await import('../verbs/game/conflicts.js')).gameConflicts,
      },
      join: {
        usage: 'join --server DIR MAP',
        summary: 'Whether a player can join a server on a map, and if not, why',
        load: async () => (await import('../verbs/game/join.js')).join,
      },
      serve: {
        usage: 'serve DIR…',
        summary: 'Serve packages over HTTP to players who join',
        load: async () => (await import('../verbs/redirect/serve.js')).serve,
      },
      'redirect build': {
        usage: 'redirect build DIR… OUT',
        summary: 'Make a folder that any web server can serve',
        load: async () => (await import('../verbs/redirect/build.js')).redirectBuild,
      },
      fetch: {
        usage: 'fetch URL PKG…',
        summary: 'Download packages as a game does, and say what is wrong',
        load: async () => (await import('../verbs/redirect/fetch.js')).fetch,
      },
      compress: {
        usage: 'compress FILE… [-o DIR]',
        summary: 'Make compressed downloads (.uz, .uz2, .uz3) for a redirect',
        load: async () => (await import('../verbs/redirect/compress.js')).compress,
      },
      decompress: {
        usage: 'decompress FILE… [-o DIR]',
        summary: 'Unpack compressed downloads (.uz, .uz2, .uz3)',
        load: async () => (await import('../verbs/redirect/decompress.js')).decompress,
      },
    },
  },
  {
    heading: 'The cache of downloads',
    verbs: {
      'cache ls': {
        usage: 'cache ls DIR',
        summary: 'What is in a game’s cache',
        load: async () => (await import('../verbs/cache/ls.js')).cacheLs,
      },
      'cache verify': {
        usage: 'cache verify DIR',
        summary: 'Whether a game’s cache is in order',
        load: async () => (await import('../verbs/cache/verify.js')).cacheVerify,
      },
      'cache restore': {
        usage: 'cache restore DIR [WHAT…] -o OUT',
        summary: 'Copy downloads out under their real names',
        load: async () => (await import('../verbs/cache/restore.js')).cacheRestore,
      },
      'cache clean': {
        usage: 'cache clean DIR',
        summary: 'Remove what has not been used for a long time',
        load: async () => (await import('../verbs/cache/clean.js')).cacheClean,
      },
      'cache add': {
        usage: 'cache add DIR FILE…',
        summary: 'Put packages into a game’s cache',
        load: async () => (await import('../verbs/cache/add.js')).cacheAdd,
      },
    },
  },
  {
    heading: 'Installers',
    verbs: {
      'umod ls': {
        usage: 'umod ls FILE…',
        summary: 'What is in an installer',
        load: async () => (await import('../verbs/umod/ls.js')).umodLs,
      },
      'umod verify': {
        usage: 'umod verify FILE…',
        summary: 'Whether installers are complete and intact',
        load: async () => (await import('../verbs/umod/verify.js')).umodVerify,
      },
      'umod extract': {
        usage: 'umod extract FILE… -o DIR',
        summary: 'Extract the files of an installer',
        load: async () => (await import('../verbs/umod/extract.js')).umodExtract,
      },
      'umod create': {
        usage: 'umod create IN OUT',
        summary: 'Build an installer from a manifest or a folder',
        load: async () => (await import('../verbs/umod/create.js')).umodCreate,
      },
      'umod plan': {
        usage: 'umod plan FILE GAME',
        summary: 'What an installer would do to a game',
        load: async () => (await import('../verbs/umod/plan.js')).umodPlan,
      },
      'umod install': {
        usage: 'umod install FILE GAME',
        summary: 'Install an installer into a game',
        load: async () => (await import('../verbs/umod/install.js')).umodInstall,
      },
      'umod uninstall': {
        usage: 'umod uninstall PRODUCT GAME',
        summary: 'Undo an installation',
        load: async () => (await import('../verbs/umod/uninstall.js')).umodUninstall,
      },
    },
  },
]

/** Every verb by its name. */
export const VERBS: Readonly<Record<string, ListedVerb>> = Object.assign({}, ...VERB_GROUPS.map(({ verbs }) => verbs))
