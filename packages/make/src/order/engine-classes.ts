/**
 * Native classes of Engine in the order in which its DLL registers them, as far as packages show it; others
 * come after these. As in Core, a class is followed by what it extends.
 *
 * Deduced from tables that are right in this order alone: the names of ServerCrashFix (1 of the 120 orders of
 * its classes) and of NexgenCC (1 of 24), the imports of improvedRL (2 of 120), with which the imports of
 * NexgenCC and ServerCrashFix agree. With `SkeletalMesh` before them, which no package contains, all imports
 * of RSkeletalMeshEx come out. Where `Texture` is rests on four packages that have more rows right with it at
 * the beginning, none of them all. The order is the same in Unreal Tournament and Mobile Forces.
 */
export const ENGINE_CLASSES: readonly string[] = (
  'Texture Bitmap SkeletalMesh LodMesh Mesh Primitive Pawn PlayerPawn Actor Level PlayerReplicationInfo Info ' +
  'LevelInfo Weapon'
).split(' ')
