//=============================================================================
// VmMods: uses the mods of examples. The lines with //= are calls with their
// results.
//=============================================================================
class VmMods extends Object;

// Half of 40 gets through one padding, a quarter through two; a fall hurts as before.
//= Padded(40, Shot, false) -> 20
//= Padded(40, Shot, true) -> 10
//= Padded(40, Fell, true) -> 40
function int Padded(int Damage, name Type, bool bTwice)
{
	local Padding One;

	One = new(None) class'Padding';
	if (bTwice)
		One.AddMutator(new(None) class'Padding');
	One.MutatorTakeDamage(Damage, None, None, Type);
	return Damage;
}

// A kill heals by 10, up to what a pawn starts with.
//= Healed(-30) -> -20
//= Healed(-4) -> 0
function int Healed(int More)
{
	local Padding One;
	local Pawn Killer, Victim;

	One = new(None) class'Padding';
	Killer = new(None) class'Pawn';
	Victim = new(None) class'Pawn';
	Killer.Health += More;
	One.ScoreKill(Killer, Victim);
	return Killer.Health - Killer.default.Health;
}

//= Gun() -> 8 BlunderbussShot BlunderbussSkin 32 x 32 BlunderbussMesh
function string Gun()
{
	local Weapon Gun;

	Gun = new(None) class'Blunderbuss';
	return Blunderbuss(Gun).Pellets @ Gun.FireSound.Name @ Gun.Skin.Name @ Gun.Skin.USize @ "x" @ Gun.Skin.VSize
		@ Gun.Mesh.Name;
}
