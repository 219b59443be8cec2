/**
 * *What a DebugInfo token belongs to*, by its code: those of UDK's debug builds, 75,000 tokens beside their
 * source (versions 820 and 867). `Assert` and `PreviousStackState` are in none of them: public readers of the
 * format list them.
 */
export const DebugKind = {
  Let: 0x00,
  If: 0x01,
  Switch: 0x02,
  While: 0x03,
  Assert: 0x04,
  ReturnValue: 0x10,
  Return: 0x11,
  NewStack: 0x20,
  NewStackLatent: 0x21,
  NewStackLabel: 0x22,
  PreviousStack: 0x30,
  PreviousStackLatent: 0x31,
  PreviousStackLabel: 0x32,
  PreviousStackState: 0x33,
  EndOfArguments: 0x40,
  EndOfOperator: 0x41,
  EndOfIterator: 0x42,
  ForInit: 0x50,
  ForTest: 0x51,
  ForStep: 0x52,
  BreakLoop: 0x60,
  BreakFor: 0x61,
  BreakForeach: 0x62,
  BreakSwitch: 0x63,
  ContinueLoop: 0x70,
  ContinueForeach: 0x71,
  ContinueFor: 0x72,
} as const

/** One of these codes. */
export type DebugKind = (typeof DebugKind)[keyof typeof DebugKind]

/** The names by code. */
export const DEBUG_KINDS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(DebugKind).map(([name, code]) => [code, name]),
)
