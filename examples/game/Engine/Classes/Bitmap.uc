//=============================================================================
// Bitmap: a picture of any kind.
//=============================================================================
class Bitmap extends Object
	native
	noexport;

var const byte Format;
var(Texture) Palette Palette;
var const byte UBits, VBits;
var const int USize, VSize;
var(Texture) const int UClamp, VClamp;
var const Color MipZero, MaxColor;
var const int InternalTime[2];

defaultproperties
{
	MipZero=(R=64,G=128,B=64)
	MaxColor=(R=255,G=255,B=255,A=255)
}
