//=============================================================================
// Object: the root of all classes. What has a number is native code: the
// numbers are the engine's, so that code that is compiled with this class
// calls what Unreal Engine 1 has under them.
//=============================================================================
class Object
	native
	noexport;

// Where the engine keeps an object.
var native private const int ObjectInternal[6];
var native const object Outer;
var native const int ObjectFlags;
var(Object) native const editconst name Name;
var native const editconst class Class;

const MaxInt = 0x7fffffff;
const Pi = 3.1415926535897932;

struct Vector
{
	var() config float X, Y, Z;
};

struct Rotator
{
	var() config int Pitch, Yaw, Roll;
};

struct Color
{
	var() config byte R, G, B, A;
};

struct Scale
{
	var() config Vector Scale;
	var() config float SheerRate;
	var() config enum ESheerAxis
	{
		SHEER_None,
		SHEER_XY,
		SHEER_XZ,
		SHEER_YX,
		SHEER_YZ,
		SHEER_ZX,
		SHEER_ZY
	} SheerAxis;
};

// Truth.
native(129) static final preoperator bool ! (bool A);
native(242) static final operator(24) bool == (bool A, bool B);
native(243) static final operator(26) bool != (bool A, bool B);
native(130) static final operator(30) bool && (bool A, skip bool B);
native(131) static final operator(30) bool ^^ (bool A, bool B);
native(132) static final operator(32) bool || (bool A, skip bool B);

// Bytes.
native(135) static final operator(34) byte += (out byte A, byte B);
native(136) static final operator(34) byte -= (out byte A, byte B);
native(139) static final postoperator byte ++ (out byte A);
native(140) static final postoperator byte -- (out byte A);

// Whole numbers.
native(141) static final preoperator int ~ (int A);
native(143) static final preoperator int - (int A);
native(144) static final operator(16) int * (int A, int B);
native(145) static final operator(16) int / (int A, int B);
native(146) static final operator(20) int + (int A, int B);
native(147) static final operator(20) int - (int A, int B);
native(148) static final operator(22) int << (int A, int B);
native(149) static final operator(22) int >> (int A, int B);
native(150) static final operator(24) bool < (int A, int B);
native(151) static final operator(24) bool > (int A, int B);
native(152) static final operator(24) bool <= (int A, int B);
native(153) static final operator(24) bool >= (int A, int B);
native(154) static final operator(24) bool == (int A, int B);
native(155) static final operator(26) bool != (int A, int B);
native(156) static final operator(28) int & (int A, int B);
native(157) static final operator(28) int ^ (int A, int B);
native(158) static final operator(28) int | (int A, int B);
native(159) static final operator(34) int *= (out int A, float B);
native(160) static final operator(34) int /= (out int A, float B);
native(161) static final operator(34) int += (out int A, int B);
native(162) static final operator(34) int -= (out int A, int B);
native(163) static final preoperator int ++ (out int A);
native(164) static final preoperator int -- (out int A);
native(165) static final postoperator int ++ (out int A);
native(166) static final postoperator int -- (out int A);
native(167) static final function int Rand(int Below);
native(249) static final function int Min(int A, int B);
native(250) static final function int Max(int A, int B);
native(251) static final function int Clamp(int Value, int Least, int Most);

// Numbers.
native(169) static final preoperator float - (float A);
native(171) static final operator(16) float * (float A, float B);
native(172) static final operator(16) float / (float A, float B);
native(173) static final operator(18) float % (float A, float B);
native(174) static final operator(20) float + (float A, float B);
native(175) static final operator(20) float - (float A, float B);
native(176) static final operator(24) bool < (float A, float B);
native(177) static final operator(24) bool > (float A, float B);
native(178) static final operator(24) bool <= (float A, float B);
native(179) static final operator(24) bool >= (float A, float B);
native(180) static final operator(24) bool == (float A, float B);
native(181) static final operator(26) bool != (float A, float B);
native(182) static final operator(34) float *= (out float A, float B);
native(184) static final operator(34) float += (out float A, float B);
native(185) static final operator(34) float -= (out float A, float B);
native(186) static final function float Abs(float A);
native(187) static final function float Sin(float A);
native(188) static final function float Cos(float A);
native(193) static final function float Sqrt(float A);
native(195) static final function float FRand();
native(244) static final function float FMin(float A, float B);
native(245) static final function float FMax(float A, float B);

// Vectors and rotators.
native(211) static final preoperator Vector - (Vector A);
native(212) static final operator(16) Vector * (Vector A, float B);
native(213) static final operator(16) Vector * (float A, Vector B);
native(215) static final operator(20) Vector + (Vector A, Vector B);
native(216) static final operator(20) Vector - (Vector A, Vector B);
native(217) static final operator(24) bool == (Vector A, Vector B);
native(218) static final operator(26) bool != (Vector A, Vector B);
native(219) static final operator(16) float Dot (Vector A, Vector B);
native(220) static final operator(16) Vector Cross (Vector A, Vector B);
native(223) static final operator(34) Vector += (out Vector A, Vector B);
native(276) static final operator(22) Vector >> (Vector A, Rotator B);
native(225) static final function float VSize(Vector A);
native(226) static final function Vector Normal(Vector A);
native(252) static final function Vector VRand();
native(142) static final operator(24) bool == (Rotator A, Rotator B);
native(229) static final function GetAxes(Rotator A, out Vector X, out Vector Y, out Vector Z);

// Text.
native(112) static final operator(40) string $ (coerce string A, coerce string B);
native(168) static final operator(40) string @ (coerce string A, coerce string B);
native(122) static final operator(24) bool == (string A, string B);
native(123) static final operator(26) bool != (string A, string B);
native(124) static final operator(24) bool ~= (string A, string B);
native(125) static final function int Len(coerce string Text);
native(126) static final function int InStr(coerce string Text, coerce string Wanted);
native(127) static final function string Mid(coerce string Text, int From, optional int Count);
native(128) static final function string Left(coerce string Text, int Count);
native(235) static final function string Caps(coerce string Text);

// Objects and names.
native(114) static final operator(24) bool == (Object A, Object B);
native(119) static final operator(26) bool != (Object A, Object B);
native(254) static final operator(24) bool == (name A, name B);
native(255) static final operator(26) bool != (name A, name B);

// The log.
native(231) final static function Log(coerce string Text, optional name Tag);
native(232) final static function Warn(coerce string Text);

// States.
native(113) final function GotoState(optional name NewState, optional name Label);
native(281) final function bool IsInState(name TestState);
native(284) final function name GetStateName();
native(117) final function Enable(name ProbeFunc);
native(118) final function Disable(name ProbeFunc);

// Classes, and objects by name.
native(258) static final function bool ClassIsChildOf(class TestClass, class ParentClass);
native(303) final function bool IsA(name ClassName);
native final function object DynamicLoadObject(string ObjectName, class ObjectClass, optional bool MayFail);
native(536) final function SaveConfig();

event BeginState();
event EndState();

defaultproperties
{
}
