/** What the table says of one problem. */
interface ProblemRow {
  readonly level: 'error' | 'warning'
  /** `{0}`, `{1}` are holes. */
  readonly message: string
}

const error = (message: string): ProblemRow => ({ level: 'error', message })
const warning = (message: string): ProblemRow => ({ level: 'warning', message })

/**
 * *Everything that can be wrong in a text*, in the wording of the engine's own compiler, UCC, where it has
 * one: modders know those sentences, and search for them.
 */
export const PROBLEMS = {
  // The text
  unexpected: error("Unexpected '{0}'"),
  'unexpected-end': error('Unexpected end of file at end of Class'),
  'missing-before': error("Missing '{0}' before '{1}'"),
  'missing-in': error("Missing '{0}' in '{1}'"),
  'missing-function': error("Missing 'function'"),
  'missing-expression': error("Bad or missing expression in '{0}'"),
  'missing-expression-after': error("Bad or missing expression after '{0}'"),
  'bad-command': error("'{0}': Bad command or expression"),
  'declared-here': error("'{0}': Bad command or expression: 'local {0} {1};' belongs before the first statement"),
  'cast-before': error("Missing ';' before '{0}': a cast is written '{1}({0})'"),
  'else-if': error("'{0}': Bad command or expression: expected 'else if'"),
  'assignment-in': error("Missing ')' in '{0}': '=' assigns, '==' compares"),
  'missing-branch': warning("Missing statement after '{0}'"),
  'bad-call': error("Call to '{0}': Bad ',' or missing ')'"),
  'variable-in-code': error("Instance variables are only allowed at class scope (use 'local'?)"),
  misplaced: error("'{0}' is not allowed here"),
  'misplaced-type': error('{0} is not allowed here'),
  'unterminated-string': error('Unterminated string constant: {0}'),
  'unterminated-name': error('Unterminated name: {0}'),
  'unterminated-comment': error('Unexpected end of file in a comment: the one that begins here is never closed'),
  'bad-class': error("Bad class definition '{0}'"),
  'missing-name': error('Missing {0} name'),
  'missing-type': error("Missing variable type before '{0}'"),
  // Warnings: Epic's own GameCrowdDestinationQueuePoint has a stray parenthesis,
  // GameCrowdBehavior_WaitInQueue no end.
  'bad-default': warning('Unknown property in defaults: {0}'),
  // Stored as a name of one quote (Raven Shield's R6ArmPatchGlow).
  'lone-quote': warning('Unterminated name: {0}'),
  'open-value': warning("Missing ')' in 'defaults'"),
  // After default properties: KFGoreJoint_Hand of Killing Floor 2.
  'second-brace': warning("Unexpected '}'"),
  'open-defaults': warning("Missing '}' in '{0}'"),
  'too-deep': error('Nested deeper than {0} levels'),
} satisfies Record<string, ProblemRow>

/** The name of a problem. */
export type ProblemCode = keyof typeof PROBLEMS
