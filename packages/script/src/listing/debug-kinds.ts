/**
 * What a DebugInfo token belongs to, by its code: those of UDK's debug builds, 5,047 tokens beside their
 * source.
 */
export const DEBUG_KINDS: Readonly<Record<number, string>> = {
  0: 'Let',
  1: 'If',
  2: 'Switch',
  3: 'While',
  16: 'ReturnValue',
  17: 'Return',
  32: 'NewStack',
  48: 'PreviousStack',
  64: 'EndOfArguments',
  66: 'EndOfIterator',
  80: 'ForInit',
  81: 'ForTest',
  82: 'ForStep',
  97: 'BreakLoop',
  98: 'BreakFor',
  99: 'BreakSwitch',
  113: 'ContinueForeach',
}
