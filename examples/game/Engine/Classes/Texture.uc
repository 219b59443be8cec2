//=============================================================================
// Texture: a picture on a surface.
//=============================================================================
class Texture extends Bitmap
	safereplace
	native
	noexport;

var() Texture BumpMap, DetailTexture, MacroTexture;
var() float Diffuse, Specular, Alpha, DrawScale, Friction, MipMult;
var() Sound FootstepSound, HitSound;
var(Surface) bool bInvisible, bMasked, bTransparent, bTwoSided, bUnlit;
var(Animation) Texture AnimNext;
var(Animation) byte PrimeCount;
var(Animation) float MinFrameRate, MaxFrameRate;

defaultproperties
{
	Diffuse=1.000000
	Specular=1.000000
	DrawScale=1.000000
	Friction=1.000000
	MipMult=1.000000
}
