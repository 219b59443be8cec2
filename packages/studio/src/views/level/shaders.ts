/** The vertices of surfaces, of single ones and of copies. */
export const VERTEX = `
attribute vec2 uv1;
attribute vec4 color;
varying vec2 place;
varying vec2 lit;
varying vec4 tint;
varying vec3 world;
varying float away;
uniform float hasColor;
uniform mat3 placing;
uniform vec4 lightPlacing;
uniform vec2 pan;
uniform float time;
void main() {
  place = (placing * vec3(uv, 1.0)).xy + pan * time;
  lit = uv1 * lightPlacing.xy + lightPlacing.zw;
  tint = hasColor > 0.5 ? vec4(pow(color.rgb, vec3(1.0 / 2.2)), color.a) : vec4(1.0);
  vec4 own = vec4(position, 1.0);
  #ifdef USE_INSTANCING
  own = instanceMatrix * own;
  #endif
  vec4 at = modelMatrix * own;
  world = at.xyz;
  vec4 seen = viewMatrix * at;
  away = -seen.z;
  gl_Position = projectionMatrix * seen;
}`

/** Values are multiplied as the engine does: as textures have them, not as linear light. */
export const FRAGMENT = `
uniform sampler2D map;
uniform sampler2D light;
uniform float hasMap;
uniform float hasLight;
uniform vec3 brightness;
uniform vec4 colored;
uniform vec3 lamps;
uniform vec3 zoneColor;
uniform vec3 fogColor;
uniform vec2 fog;
uniform float cutoff;
uniform float isLayer;
uniform float isUnlit;
uniform float mode;
uniform float bright;
varying vec2 place;
varying vec2 lit;
varying vec4 tint;
varying vec3 world;
varying float away;
void main() {
  vec4 own = (hasMap > 0.5 ? texture2D(map, place) : vec4(1.0)) * colored;
  if (own.a < cutoff) discard;
  if (isLayer > 0.5) own.a *= tint.a;
  vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
  float lamp = 0.62 + 0.38 * abs(dot(normal, normalize(vec3(0.4, 0.8, 0.45))));
  vec3 shown = own.rgb;
  if (mode > 0.5 && mode < 1.5 && hasMap < 0.5) shown *= lamp;
  if (mode < 0.5) {
    if (hasLight > 0.5) shown *= texture2D(light, lit).rgb * brightness;
    else if (isUnlit < 0.5) shown *= lamp * tint.rgb * lamps;
    if (fog.y > 0.0) shown = mix(shown, fogColor, clamp((away - fog.x) / (fog.y - fog.x), 0.0, 1.0));
  } else if (mode > 2.5) {
    shown = zoneColor * (0.35 + 0.65 * lamp) * (0.7 + 0.6 * dot(shown, vec3(0.3, 0.6, 0.1)));
  } else if (mode > 1.5) {
    shown = mix(zoneColor, vec3(0.9), 0.55);
    own.a = 1.0;
  }
  gl_FragColor = vec4(pow(max(shown, vec3(0.0)), vec3(1.0 / bright)), own.a);
}`
