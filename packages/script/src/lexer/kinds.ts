/**
 * *What a token is.* Blanks and comments come first, so that one comparison skips them; words come last, each
 * keyword with a number of its own (`KEYWORDS`), so that one comparison recognises a word. Keywords are not
 * reserved: a variable may be called `Event`.
 */
export const Kind = {
  /** Characters up to and including the blank. */
  Blank: 0,
  /** `// …` to the end of the line. */
  LineComment: 1,
  /** A comment with others inside it; an unclosed one reaches to the end of the text. */
  BlockComment: 2,
  /** `#…`: where nothing but blanks is before it in its line, the whole line; `#else` up to `#endif`. */
  Directive: 3,
  /** After the last character. */
  End: 4,

  /** `123`, also `960f`. */
  Int: 5,
  /** `0x1F`. */
  Hex: 6,
  /** `1.5`, `.5`, `2.f`, `1e5`. */
  Float: 7,
  /** `"text"`; an unclosed one ends with its line. */
  String: 8,
  /** `'name'`; an unclosed one ends with its line. */
  Name: 9,

  BraceOpen: 10,
  BraceClose: 11,
  ParenOpen: 12,
  ParenClose: 13,
  BracketOpen: 14,
  BracketClose: 15,
  Semicolon: 16,
  Comma: 17,
  Dot: 18,
  Colon: 19,
  Question: 20,
  /** `=` */
  Assign: 21,
  /** `<` */
  Less: 22,
  /** `>` */
  Greater: 23,
  /** `>>` */
  ShiftRight: 24,
  /** `>>>` */
  ShiftRightUnsigned: 25,
  /** `-` */
  Minus: 26,
  /** `+` */
  Plus: 27,
  /** `++`, `--` */
  Step: 28,
  /** Any other symbol that may be an operator. */
  Operator: 29,
  /** A UE3 macro that is left in the text: `` `name `` or `` `{name} ``. */
  Macro: 30,
  /** A character that no text has outside of strings and comments. */
  Unknown: 31,

  /** A word that is not a keyword. */
  Word: 32,
} as const

/** Words that mean something somewhere. */
export const KEYWORDS = [
  ...['class', 'interface', 'extends', 'expands', 'within', 'var', 'const', 'enum', 'struct'],
  ...['function', 'event', 'delegate', 'operator', 'preoperator', 'postoperator', 'state', 'replication'],
  ...['defaultproperties', 'structdefaultproperties', 'structdefaults', 'cpptext', 'structcpptext', 'cppstruct'],
  ...['ignores', 'local', 'if', 'else', 'while', 'do', 'until', 'for', 'foreach', 'switch', 'case', 'default'],
  ...['break', 'continue', 'return', 'goto', 'stop', 'assert', 'new', 'super', 'global', 'static'],
  ...['true', 'false', 'none', 'self', 'vect', 'rot', 'rng', 'array', 'map', 'string', 'reliable', 'unreliable'],
  ...['begin', 'end', 'object', 'auto', 'simulated', 'native', 'intrinsic', 'final', 'latent', 'iterator'],
  ...['singular', 'exec', 'private', 'protected', 'public', 'coerce', 'client', 'server', 'virtual', 'noexport'],
  ...['dllimport', 'noexportheader', 'demorecording', 'export', 'dot', 'cross', 'clockwisefrom', 'pointer', 'import'],
] as const

/** A keyword, in lower case. */
export type Keyword = (typeof KEYWORDS)[number]

/** The kind of a token that is this keyword. */
export function kindOf(keyword: Keyword): number {
  return Kind.Word + 1 + KEYWORDS.indexOf(keyword)
}
