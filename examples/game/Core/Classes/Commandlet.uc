//=============================================================================
// Commandlet: a program that runs inside the engine without a game.
//=============================================================================
class Commandlet extends Object
	abstract
	transient
	noexport
	native;

var localized string HelpCmd, HelpOneLiner, HelpUsage;
var bool IsServer, IsClient, IsEditor, ShowBanner, ShowErrorCount;

// Gives the status that the program ends with; 0 is success.
native event int Main(string Parameters);

defaultproperties
{
	ShowBanner=True
}
