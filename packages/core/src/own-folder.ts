/** The folder in which ukit keeps what it takes to undo what it does to files below the folder around it: a game's, or that of the packages of an edit. */
export const OWN_FOLDER = '.ukit'
