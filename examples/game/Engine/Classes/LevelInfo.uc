//=============================================================================
// LevelInfo: what is known of a level.
//=============================================================================
class LevelInfo extends Info
	native;

var() localized string Title;
var() string Author;
var float TimeSeconds;
var GameInfo Game;
var Pawn PawnList;

replication
{
	reliable if (Role == ROLE_Authority)
		TimeSeconds;
}

defaultproperties
{
	Title="Untitled"
}
