/** Where files may be, for the help of the verbs that take them. */
const PLACES =
  'A FILE may be a file, a folder (searched for packages, with all folders in it), a pattern such as ' +
  '"Maps/*.unr", or a file inside a zip archive or installer: maps.zip!DM-Deck.unr, ' +
  'maps.zip!Maps/*.unr, mod.umod! for all packages in it.'

/** For verbs that read packages. */
export const PACKAGE_FILES = [
  `${PLACES} A compressed download (.uz, .uz2, .uz3) is read as the package in it.`,
] as const

/** For verbs that treat a compressed download like any other file. */
export const PLAIN_FILES = [PLACES] as const

/** For the verbs of installers. */
export const INSTALLER_FILES = [
  'A FILE may be an installer, an address (http://…), a folder (searched for installers), a pattern ' +
    'such as "*.umod", or an installer inside a zip archive: mods.zip!mod.umod.',
] as const
