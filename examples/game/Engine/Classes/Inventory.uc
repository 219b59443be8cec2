//=============================================================================
// Inventory: what a pawn can carry.
//=============================================================================
class Inventory extends Actor
	abstract
	native;

var travel Inventory NextItem;
var() localized string ItemName, PickupMessage;
var() float RespawnTime;
var(Display) Mesh PlayerViewMesh, PickupViewMesh, ThirdPersonMesh;
var() Sound PickupSound;

replication
{
	reliable if (Role == ROLE_Authority)
		NextItem;
}

// Lies in the level until a pawn touches it.
auto state Pickup
{
	function Touch(Actor Other)
	{
		if (Pawn(Other) == None || !Level.Game.PickupQuery(Pawn(Other), Self))
			return;
		GiveTo(Pawn(Other));
		GotoState('Carried');
	}
}

state Carried
{
	ignores Touch;

	function BeginState()
	{
		bHidden = true;
		SetCollision(false, false, false);
	}
}

function GiveTo(Pawn Other)
{
	Instigator = Other;
	SetOwner(Other);
	Other.AddInventory(Self);
	PlaySound(PickupSound, SLOT_Interact);
}

defaultproperties
{
	PickupMessage="Found something"
	DrawType=DT_Mesh
	bCollideActors=True
}
