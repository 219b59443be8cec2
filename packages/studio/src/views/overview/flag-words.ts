/**
 * What the flags of packages mean, by the engine's names (Epic's public headers and pages on packages; the
 * names are those of `packageFlagNames`).
 */
const WORDS: Readonly<Record<string, string>> = {
  AllowDownload: 'clients may download it from a server',
  ClientOptional: 'a client may play without it',
  ServerSideOnly: 'only the server needs it; clients never get it',
  BrokenLinks: 'it was loaded with links that lead nowhere',
  Unsecure: 'it is not trusted',
  Encrypted: 'it is encrypted',
  Official: "it is the game maker's own",
  Need: 'a client needs it now',
  Cooked: 'it was made ready for a platform by the cooker',
  ContainsMap: 'it holds a map',
  ContainsScript: 'it holds classes',
  ContainsDebugInfo: 'its code has notes for debuggers',
  StoreCompressed: 'it is compressed in chunks',
  StoreFullyCompressed: 'the whole file is compressed',
  DisallowLazyLoading: 'all of it is loaded at once',
  PlayInEditor: 'the editor made it to play a map',
  Trash: 'it was deleted in the editor',
  Compiling: 'its scripts were being compiled',
  SavedWithNewerVersion: 'a newer engine saved it',
  RequireImportsAlreadyLoaded: 'what it needs has to be loaded before it',
}

/** What a flag means; nothing for one that is not explained. */
export function flagWords(name: string): string | undefined {
  return WORDS[name]
}
