//=============================================================================
// Actor: whatever has a place in a level.
//=============================================================================
class Actor extends Object
	abstract
	native;

enum EPhysics
{
	PHYS_None,
	PHYS_Walking,
	PHYS_Falling,
	PHYS_Projectile
};

enum EDrawType
{
	DT_None,
	DT_Sprite,
	DT_Mesh
};

enum ERole
{
	ROLE_None,
	ROLE_SimulatedProxy,
	ROLE_AutonomousProxy,
	ROLE_Authority
};

enum ESoundSlot
{
	SLOT_None,
	SLOT_Misc,
	SLOT_Interact
};

var(Movement) const EPhysics Physics;
var ERole Role, RemoteRole;
var const Actor Owner;
var Pawn Instigator;
var LevelInfo Level;
var(Movement) const Vector Location;
var(Movement) const Rotator Rotation;
var(Movement) Vector Velocity;
var(Events) name Event, Tag;
var(Advanced) bool bHidden, bStatic, bNoDelete;
var const bool bDeleteMe;
var(Display) EDrawType DrawType;
var(Display) Texture Texture, Skin;
var(Display) Mesh Mesh;
var(Display) float DrawScale;
var(Collision) const float CollisionRadius, CollisionHeight;
var(Collision) const bool bCollideActors;
var float LifeSpan;

replication
{
	reliable if (Role == ROLE_Authority)
		Owner, Role, RemoteRole, bHidden, DrawType, Texture, Skin, Mesh, DrawScale;
	unreliable if (Role == ROLE_Authority)
		Location, Rotation, Velocity;
}

native(256) final latent function Sleep(float Seconds);
native(262) final function SetCollision(optional bool bActors, optional bool bBlock, optional bool bPlayers);
native(267) final function bool SetLocation(Vector NewLocation);
native(299) final function bool SetRotation(Rotator NewRotation);
native(272) final function SetOwner(Actor NewOwner);
native(259) final function PlayAnim(name Sequence, optional float Rate, optional float TweenTime);
native(3970) final function SetPhysics(EPhysics NewPhysics);
native(277) final function Actor Trace(out Vector HitLocation, out Vector HitNormal, Vector End, optional Vector Start,
	optional bool bTraceActors, optional Vector Extent);
native(278) final function Actor Spawn(class<Actor> SpawnClass, optional Actor SpawnOwner, optional name SpawnTag,
	optional Vector SpawnLocation, optional Rotator SpawnRotation);
native(279) final function bool Destroy();
native(280) final function SetTimer(float Seconds, bool bLoop);
native(264) final function PlaySound(Sound Sound, optional ESoundSlot Slot, optional float Volume,
	optional bool bNoOverride, optional float Radius, optional float Pitch);
native(304) final iterator function AllActors(class<Actor> BaseClass, out Actor Actor, optional name MatchTag);

// What the engine says.
event Spawned();
event PreBeginPlay();
event BeginPlay();
event PostBeginPlay();
event Destroyed();
event Tick(float DeltaTime);
event Timer();
event Touch(Actor Other);
event Trigger(Actor Other, Pawn EventInstigator);

event TakeDamage(int Damage, Pawn InstigatedBy, Vector HitLocation, Vector Momentum, name DamageType)
{
}

// Tells all actors whose tag is the event.
function SendEvent(name Which, Pawn By)
{
	local Actor A;

	if (Which == '')
		return;
	foreach AllActors(class'Actor', A, Which)
		A.Trigger(Self, By);
}

defaultproperties
{
	Role=ROLE_Authority
	DrawType=DT_Sprite
	DrawScale=1.000000
	CollisionRadius=22.000000
	CollisionHeight=22.000000
}
