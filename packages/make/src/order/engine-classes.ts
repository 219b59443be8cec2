/**
 * Native classes of Engine in the order in which its DLL registers them, as far as packages show it; others come after
 * these.
 *
 * Deduced from tables that are right in this order alone: the names of ServerCrashFix (1 of the 120 orders of its
 * classes) and of NexgenCC (1 of 24), the imports of improvedRL (2 of 120), with which the imports of NexgenCC and
 * ServerCrashFix agree. It is the same in Unreal Tournament and Mobile Forces.
 */
export const ENGINE_CLASSES: readonly string[] =
  'Pawn PlayerPawn Actor Level PlayerReplicationInfo Info LevelInfo Weapon'.split(' ')
