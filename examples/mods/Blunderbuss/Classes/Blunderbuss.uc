//=============================================================================
// Blunderbuss: a weapon with a mesh, a texture and a sound of its own. It
// throws a handful of shot at once.
//=============================================================================
class Blunderbuss extends Weapon;

#exec TEXTURE IMPORT NAME=BlunderbussSkin FILE=Models\Skin.pcx GROUP=Skins
#exec AUDIO IMPORT NAME=BlunderbussShot FILE=Sounds\Shot.wav GROUP=Blunderbuss
#exec MESH IMPORT MESH=BlunderbussMesh ANIVFILE=Models\Gun_a.3d DATAFILE=Models\Gun_d.3d
#exec MESH ORIGIN MESH=BlunderbussMesh X=0 Y=0 Z=0
#exec MESH SEQUENCE MESH=BlunderbussMesh SEQ=All STARTFRAME=0 NUMFRAMES=4
#exec MESH SEQUENCE MESH=BlunderbussMesh SEQ=Fire STARTFRAME=0 NUMFRAMES=4 RATE=12
#exec MESHMAP SCALE MESHMAP=BlunderbussMesh X=0.1 Y=0.1 Z=0.1
#exec MESHMAP SETTEXTURE MESHMAP=BlunderbussMesh NUM=0 TEXTURE=BlunderbussSkin

// Lead in a charge, and how far apart it flies.
var() int Pellets;
var() float Spread;

function TraceFire()
{
	local int I;

	PlayAnim('Fire');
	for (I = 0; I < Pellets; I++)
		TracePellet(Pawn(Owner));
}

function TracePellet(Pawn Shooter)
{
	local Vector HitLocation, HitNormal, Start, X, Y, Z;
	local Actor Other;

	if (Shooter == None)
		return;
	GetAxes(Shooter.ViewRotation, X, Y, Z);
	Start = Shooter.Location + vect(0,0,1) * Shooter.BaseEyeHeight;
	X = Normal(X + VRand() * Spread);
	Other = Trace(HitLocation, HitNormal, Start + X * TraceRange, Start, true);
	if (Other != None && Other != Shooter)
		Other.TakeDamage(HitDamage, Shooter, HitLocation, X * HitDamage, DamageName);
}

defaultproperties
{
	Pellets=8
	Spread=0.080000
	AmmoCount=6
	HitDamage=9
	RefireRate=1.200000
	TraceRange=2000.000000
	FireSound=Sound'Blunderbuss.Blunderbuss.BlunderbussShot'
	DeathMessage="%k filled %o with lead."
	ItemName="Blunderbuss"
	PickupMessage="You got the blunderbuss."
	PlayerViewMesh=LodMesh'Blunderbuss.BlunderbussMesh'
	PickupViewMesh=LodMesh'Blunderbuss.BlunderbussMesh'
	Mesh=LodMesh'Blunderbuss.BlunderbussMesh'
	Skin=Texture'Blunderbuss.Skins.BlunderbussSkin'
}
