/**
 * The classes of Core in the order in which its DLL registers them: what a process has first, after
 * the package itself. UE1 and UE2 have the same.
 *
 * It is the reverse of the order in its sources, and a class brings along what it extends, after itself.
 * Deduced from the imports of VRI, Forest, ActionMan and SwatSkin (Mobile Forces): of all orders of their
 * classes of Core those that give the tables that they have. Packages that had no part in that confirm it:
 * all imports of Serious and WRI (Mobile Forces) and of SimpleB (UT2004). `Struct` and what comes after
 * `Class` come from improvedRL and TestUC1, whose tables it makes right for the most part; where `Map`,
 * `FixedArray`, `Package`, `Language` and `Subsystem` are, is a guess.
 */
export const CORE_CLASSES: readonly string[] = (
  'StructProperty Property Field Object MapProperty ArrayProperty FixedArrayProperty StrProperty NameProperty ' +
  'ClassProperty ObjectProperty FloatProperty BoolProperty IntProperty ByteProperty TextBuffer Package Language ' +
  'Subsystem Function Struct Class State Enum Const'
).split(' ')
