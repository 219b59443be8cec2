import type { BatchVerb } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { checkMakeUsage, MAKE_OPTIONS } from './options.js'
import { verifyReport } from './verify.js'

/** `ukit make FOLDER…` and `ukit make --verify FILE…` */
export const make: BatchVerb<typeof MAKE_OPTIONS> = {
  when: [
    'You have the source of a mod, and want its package: FOLDER has a folder Classes with .uc files, and has ' +
      'the name that the package will have. Classes are compiled, #exec lines carried out, and System/FOLDER.u ' +
      'is written. Packages that are newer than everything they are made of are left alone.',
    'With --ini, all packages of a game’s EditPackages that have sources are made, in that order. Without, several ' +
      'folders are built in the order in which they need each other.',
    'With --verify, you want to know whether the classes of a finished package match its source: they are built ' +
      'again in memory and compared field by field.',
  ],
  files: [
    'FOLDER is the folder of a package (MyMod, with MyMod/Classes/*.uc), or one that such folders are in. With ' +
      '--verify, FILE is a package.',
    ...PACKAGE_FILES.slice(1),
  ],
  options: MAKE_OPTIONS,
  notes: [
    [
      'Packages',
      'The packages that the mod is made for are looked up in the folders of --packages, in System beside the ' +
        'folder of the package, and in the game (--game). Core says for which version and game the package is written.',
    ],
    [
      'Errors',
      'All errors are printed, each with its line. A package with errors is not written, and neither are those that ' +
        'need it: the old files stay as they are. The previous package is kept as FILE.bak.',
    ],
    [
      'Flags',
      'Classes/FOLDER.upkg has the flags of the package: [Flags] AllowDownload, ClientOptional, ServerSideOnly.',
    ],
    [
      '--verify',
      'Names are compared ignoring case, objects by what they refer to. The text that a package carries ends ' +
        'before its default properties: those are compared with --sources or --defaults. The order of tables is ' +
        'not compared; "identical" says whether all bytes are the same.',
    ],
    [
      'JSON',
      'packages [{name, path, built, classes, why, bytes, backup, further [paths]}], errors [{file, line, ' +
        'column, severity, message, package}], notes. With --verify: path, classes (that were compared), ' +
        'identicalClasses, identicalDefaults (absent when defaults were not compared), identical, byRules ' +
        '{identical, difference, otherCase} (UE3, when defaults were compared and all classes are the same: ' +
        'nothing that the rules give is taken from the package), differences [{object, field, message, ' +
        'isDefault}], skipped [{class, package}] (they need a package that is not available), uncompiled ' +
        '(classes made by the editor, not by a compiler), unverified (why no class was compared: no classes, no ' +
        'text, not compiled, missing packages), otherRevisions (packages that are not those it was compiled ' +
        'against: checksums of their texts differ, or a class is missing), baseRevisions [{package, same, ' +
        'other}] (for each base package that it was compiled against: how many classes have the same text, and ' +
        'how many a different one), againstOthers [{class, package}] (the classes that differ and were compiled ' +
        'against these), problems [{severity, className, file, line, column, message, missingPackage}] (what did ' +
        'not compile), missingPackages, error.',
    ],
  ],
  result:
    'Exit status 1 when a package has errors; with --verify, when a file cannot be read, a class ' +
    'differs, or no class of a package could be compared.',
  examples: [
    ['ukit make MyMod', 'System/MyMod.u from MyMod/Classes, with the game’s packages in System'],
    ['ukit make MyMod --packages ~/ut99/System --out MyMod.u', 'a mod that is elsewhere'],
    ['ukit make --ini System/UnrealTournament.ini', 'what is out of date among the EditPackages'],
    ['ukit make --check MyMod', 'the errors, nothing else'],
    ['ukit make --verify System/Botpack.u', 'whether a package matches its source'],
  ],
  run: async (call) => {
    checkMakeUsage(call.options)
    if (call.options.verify) return runBatch(make, call, call.options)
    const { makeFolders } = await import('./make-folders.js')
    return makeFolders(call)
  },
  ...verifyReport,
}
