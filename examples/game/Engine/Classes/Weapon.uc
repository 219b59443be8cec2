//=============================================================================
// Weapon: what a pawn fights with.
//=============================================================================
class Weapon extends Inventory
	abstract
	native;

var() int AmmoCount, HitDamage;
var() float RefireRate, TraceRange;
var() Sound FireSound;
var() name DamageName;
var() localized string DeathMessage;

function GiveTo(Pawn Other)
{
	Super.GiveTo(Other);
	if (Other.Weapon == None)
		Other.Weapon = Self;
}

function Fire(float Value)
{
	if (AmmoCount <= 0)
		return;
	AmmoCount--;
	PlaySound(FireSound, SLOT_Misc, 1.0);
	TraceFire();
	GotoState('Firing');
}

function TraceFire()
{
	local Vector HitLocation, HitNormal, Start, X, Y, Z;
	local Actor Other;
	local Pawn Shooter;

	Shooter = Pawn(Owner);
	if (Shooter == None)
		return;
	GetAxes(Shooter.ViewRotation, X, Y, Z);
	Start = Shooter.Location + vect(0,0,1) * Shooter.BaseEyeHeight;
	Other = Trace(HitLocation, HitNormal, Start + X * TraceRange, Start, true);
	if (Other != None && Other != Shooter)
		Other.TakeDamage(HitDamage, Shooter, HitLocation, X * HitDamage, DamageName);
}

// Cannot fire again before it is ready.
state Firing
{
	ignores Fire;

Begin:
	Sleep(RefireRate);
	GotoState('Carried');
}

defaultproperties
{
	AmmoCount=20
	HitDamage=15
	RefireRate=0.500000
	TraceRange=8000.000000
	DamageName="Shot"
	DeathMessage="%o was shot by %k."
}
