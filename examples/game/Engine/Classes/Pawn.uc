//=============================================================================
// Pawn: a creature, led by a player or by itself.
//=============================================================================
class Pawn extends Actor
	abstract
	native;

var Pawn NextPawn;
var travel int Health;
var travel Weapon Weapon;
var travel Inventory Inventory;
var(Movement) float GroundSpeed;
var Rotator ViewRotation;
var float BaseEyeHeight;

replication
{
	reliable if (Role == ROLE_Authority)
		Health, Weapon;
	reliable if (Role < ROLE_Authority)
		ServerFire;
}

exec function Fire(optional float F)
{
	ServerFire();
}

function ServerFire()
{
	if (Weapon != None)
		Weapon.Fire(1.0);
}

event TakeDamage(int Damage, Pawn InstigatedBy, Vector HitLocation, Vector Momentum, name DamageType)
{
	Damage = Level.Game.ReduceDamage(Damage, DamageType, Self, InstigatedBy);
	Health -= Damage;
	if (Health <= 0)
		Died(InstigatedBy, DamageType);
}

function Died(Pawn Killer, name DamageType)
{
	Level.Game.Killed(Killer, Self, DamageType);
	GotoState('Dying');
}

function bool AddInventory(Inventory Item)
{
	local Inventory At;

	for (At = Inventory; At != None; At = At.NextItem)
		if (At == Item)
			return false;
	Item.NextItem = Inventory;
	Inventory = Item;
	return true;
}

state Dying
{
	ignores Fire, TakeDamage;

Begin:
	Sleep(2.0);
	Destroy();
}

defaultproperties
{
	Health=100
	GroundSpeed=400.000000
	BaseEyeHeight=27.000000
	DrawType=DT_Mesh
	bCollideActors=True
}
