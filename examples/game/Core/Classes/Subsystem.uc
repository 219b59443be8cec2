//=============================================================================
// Subsystem: a part of the engine, such as what draws or what plays sounds.
//=============================================================================
class Subsystem extends Object
	native
	noexport;

// The tables of functions that native code has in this place.
var native private const int ExecVtbl;

defaultproperties
{
}
