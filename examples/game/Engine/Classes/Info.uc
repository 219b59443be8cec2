//=============================================================================
// Info: an actor that holds something and is not seen.
//=============================================================================
class Info extends Actor
	abstract
	native;

defaultproperties
{
	bHidden=True
}
