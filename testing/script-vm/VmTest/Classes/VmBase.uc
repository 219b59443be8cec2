//=============================================================================
// VmBase: what VmData overrides.
//=============================================================================
class VmBase extends Object;

var int Number;
var string Title;
var VmBase Next;

function string Who()
{
	return "base";
}

function string Speak()
{
	return "I am" @ Who();
}

static function int Level()
{
	return 1;
}

final function int Fixed()
{
	return Number * 10;
}

defaultproperties
{
	Number=7
	Title="first"
}
