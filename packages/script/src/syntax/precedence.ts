/** What `Object` of all three engines declares; `$` and `@` bind loosest of what is not an assignment. */
const DECLARED: readonly (readonly [number, string])[] = [
  [12, '**'],
  [16, '* / dot cross'],
  [18, '%'],
  [20, '+ -'],
  [22, '<< >> >>>'],
  [24, '< > <= >= == ~= clockwisefrom'],
  [26, '!='],
  [28, '& ^ |'],
  [30, '&& ^^'],
  [32, '||'],
  [34, '*= /= += -='],
  [40, '$ @'],
  [44, '$= @='],
]

const PRECEDENCES = new Map(
  DECLARED.flatMap(([precedence, operators]) =>
    operators.split(' ').map((operator) => [operator, precedence] as const),
  ),
)

/** How tightly an operator of the engine's `Object` binds; one that it does not declare binds as `$`. */
export function usualPrecedence(operator: string): number {
  return PRECEDENCES.get(operator.toLowerCase()) ?? 40
}
