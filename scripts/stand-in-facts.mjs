// What classes of packages declare that nobody has published, as far as pages and programs say so: numbers,
// names and parameters, for `gather-stand-ins.mjs`. The rest is as in the other game, as far as is known.

/**
 * Functions and enums that Engine has in Deus Ex, and Unreal Tournament has not, or has with other
 * parameters.
 *
 * Actor: the page "Actor" of a public handbook for modders of Deus Ex, which quotes the declarations, and the
 * mods OpenDX and TCBots, which call 713 and 720. Pawn: the numbers and parameters that SurrealEngine
 * (dpjudas/SurrealEngine on GitHub) gives the functions of Deus Ex. EAIEventType, EAIEventState, XAIParams:
 * mods that repeat them in their text (TheMarkie/VanillaMatters, Dx-Reborn/_DXR on GitHub).
 */
export const DEUS_EX_ENGINE = [
  `class Actor extends Object native;
enum EPhysics { PHYS_None, PHYS_Walking, PHYS_Falling, PHYS_Swimming, PHYS_Flying, PHYS_Rotating, PHYS_Projectile,
  PHYS_Rolling, PHYS_Interpolating, PHYS_MovingBrush, PHYS_Spider, PHYS_Trailer };
enum ESoundSlot { SLOT_None, SLOT_Misc, SLOT_Pain, SLOT_Interact, SLOT_Ambient, SLOT_Talk, SLOT_Interface };
enum EAIEventState { EAISTATE_Begin, EAISTATE_End, EAISTATE_Pulse, EAISTATE_ChangeBest };
enum EAIEventType { EAITYPE_Visual, EAITYPE_Audio, EAITYPE_Olifactory };
struct XAIParams { var Actor BestActor; var float Score, Visibility, Volume, Smell; };
native(264) final function int PlaySound(Sound Sound, optional ESoundSlot Slot, optional float Volume,
  optional bool bNoOverride, optional float Radius, optional float Pitch);
native(265) final function StopSound(int Id);
native(268) final function SetInstantSoundVolume(byte NewSoundVolume);
native(269) final function SetInstantSpeechVolume(byte NewSpeechVolume);
native(270) final function SetInstantMusicVolume(byte NewMusicVolume);
native(700) final function float AIGetLightLevel(Vector Location);
native(701) final function float AIVisibility(optional bool bIncludeVelocity);
native(710) final function AISetEventCallback(name EventName, name Callback, optional name ScoreCallback,
  optional bool bCheckVisibility, optional bool bCheckDir, optional bool bCheckCylinder, optional bool bCheckLOS);
native(711) final function AIClearEventCallback(name EventName);
native(713) final function AISendEvent(name EventName, EAIEventType EventType, optional float Value,
  optional float Radius);
native(714) final function AIStartEvent(name EventName, EAIEventType EventType, optional float Value,
  optional float Radius);
native(715) final function AIEndEvent(name EventName, EAIEventType EventType);
native(716) final function AIClearEvent(name EventName);
native(717) final function Rotator RandomBiasedRotation(int CentralYaw, float YawDistribution, int CentralPitch,
  float PitchDistribution);
native(718) final function bool IsOverlapping(Actor CheckActor);
native(720) final function PlayerPawn GetPlayerPawn();
native(721) final function bool InStasis();
native(722) final function float ParabolicTrace(out Vector FinalLocation, optional Vector StartVelocity,
  optional Vector StartLocation, optional bool bCheckActors, optional Vector Cylinder, optional float MaxTime,
  optional float Elasticity, optional bool bBounce, optional float LandingSpeed, optional float Granularity);
native(723) final function float LastRendered();
native(724) final function bool GetBoundingBox(out Vector MinVect, out Vector MaxVect, optional bool bExact,
  optional Vector TestLocation, optional Rotator TestRotation);
native(1000) final iterator function TraceTexture(class<Actor> BaseClass, out Actor Actor, out name TexName,
  out name TexGroup, out int Flags, out Vector HitLoc, out Vector HitNorm, Vector End, optional Vector Start,
  optional Vector Extent);
native(1002) final iterator function CycleActors(class<Actor> BaseClass, out Actor Actor, out int Index);
native(1003) final iterator function TraceVisibleActors(class<Actor> BaseClass, out Actor Actor,
  out Vector HitLoc, out Vector HitNorm, Vector End, optional Vector Start, optional Vector Extent);
native(1010) final function PlayBlendAnim(name Sequence, optional float Rate, optional float TweenTime,
  optional int BlendSlot);
native(1012) final function TweenBlendAnim(name Sequence, float Time, optional int BlendSlot);
native(1013) final function Texture GetMeshTexture(optional int TexNum);
native(3970) final function SetPhysics(EPhysics NewPhysics, optional Actor NewFloor);
`,
  `class Pawn extends Actor native;
native(504) final latent function StrafeTo(Vector NewDestination, Vector NewFocus, optional float Speed);
native(506) final latent function StrafeFacing(Vector NewDestination, Actor NewTarget, optional float Speed);
native(514) final function bool LineOfSightTo(Actor Other, optional bool bIgnoreDistance);
native(705) final function float AICanSee(Actor Other, optional float Visibility, optional bool bCheckVisibility,
  optional bool bCheckDir, optional bool bCheckCylinder, optional bool bCheckLOS);
native(706) final function float AICanHear(Actor Other, optional float Volume, optional float Radius);
native(707) final function float AICanSmell(Actor Other, optional float Smell);
native(708) final function bool AIDirectionReachable(Vector Focus, int Yaw, int Pitch, float MinDist,
  float MaxDist, out Vector BestDest);
native(709) final function bool AIPickRandomDestination(float MinDist, float MaxDist, int CentralYaw,
  float YawDistribution, int CentralPitch, float PitchDistribution, int Tries, float Multiplier, out Vector Dest);
native(1004) final iterator function ReachablePathnodes(class<NavigationPoint> BaseClass,
  out NavigationPoint NavPoint, Actor FromPoint, out float Distance, optional bool bUsePrunedPaths);
native(1020) final function ComputePathnodeDistances(optional Actor StartActor);
`,
]

/**
 * Native functions whose numbers in Mass Effect 3 and the third part of the Legendary Edition are others than
 * in UE3, since 0x70 to 0x7F are prefixes there. Numbers: the table of LegendaryExplorer
 * (ME3Tweaks/LegendaryExplorer on GitHub), and code of 684/194, which compares objects by 640 and 641.
 * Parameters: those of UDK.
 */
export const MASS_EFFECT_3_CORE = [
  `class Object native;
native(600) static final operator(40) string $ (coerce string A, coerce string B);
native(601) static final operator(24) bool < (string A, string B);
native(602) static final operator(24) bool > (string A, string B);
native(603) static final operator(24) bool <= (string A, string B);
native(604) static final operator(24) bool >= (string A, string B);
native(605) static final operator(24) bool == (string A, string B);
native(606) static final operator(26) bool != (string A, string B);
native(607) static final operator(24) bool ~= (string A, string B);
native(620) final function GotoState(optional name NewState, optional name Label, optional bool bForceEvents,
  optional bool bKeepStack);
native(640) static final operator(24) bool == (Object A, Object B);
native(641) static final operator(26) bool != (Object A, Object B);
native(650) static final function int Len(coerce string S);
native(651) static final function int InStr(coerce string S, coerce string T, optional bool bSearchFromRight,
  optional bool bIgnoreCase, optional int StartPos);
native(652) static final function string Mid(coerce string S, int I, optional int J);
native(653) static final function string Left(coerce string S, int I);
`,
]
