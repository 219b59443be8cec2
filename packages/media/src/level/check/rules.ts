import type { LevelRule } from './finding.js'
import { darkZones, leakingZones, tooMuch, unlitSurfaces, withoutTexture } from './geometry.js'
import { missingObjects, noScreenshot, noSummary, unreadable, untitled } from './packaging.js'
import { noPaths, unlinkedPlaces, unreachableItems } from './paths.js'
import { beyondWorld, outsideWorld, stillMovers, unheardSounds } from './places.js'
import { fewPlayerStarts, noPlayerStart, startInWall, startsTogether, teamWithoutStart } from './starts.js'

/** *All rules*, in the order in which findings are listed. */
export const LEVEL_RULES: readonly LevelRule[] = [
  {
    name: 'unreadable',
    severity: 'error',
    looksFor: 'what is damaged',
    advice: 'ukit verify says where the package is damaged; open it in the editor and save it again',
    find: unreadable,
  },
  {
    name: 'missing',
    severity: 'error',
    looksFor: 'textures, meshes, sounds and classes of other packages that are not there',
    advice: 'put the package beside the map, embed what it needs (ukit package embed), or replace it in the editor',
    find: missingObjects,
  },
  {
    name: 'no-start',
    severity: 'error',
    looksFor: 'maps without a player start',
    advice: 'place at least one PlayerStart',
    find: noPlayerStart,
  },
  {
    name: 'start-in-wall',
    severity: 'error',
    looksFor: 'player starts in solid ground',
    advice: 'move it into the room, and rebuild',
    find: startInWall,
  },
  {
    name: 'team-start',
    severity: 'warning',
    looksFor: 'teams without a player start, where there are flags',
    advice: 'set TeamNumber of the player starts in that base',
    find: teamWithoutStart,
  },
  {
    name: 'starts-together',
    severity: 'warning',
    looksFor: 'player starts in the same place',
    advice: 'move one of them, or remove it',
    find: startsTogether,
  },
  {
    name: 'few-starts',
    severity: 'hint',
    looksFor: 'fewer player starts than players',
    advice: 'add player starts, or change the number of players in the LevelInfo',
    find: fewPlayerStarts,
  },
  {
    name: 'too-much',
    severity: 'error',
    looksFor: 'more zones and nodes than the engine takes',
    advice: 'make brushes that add detail semi-solid, or static meshes, and rebuild',
    find: tooMuch,
  },
  {
    name: 'outside',
    severity: 'warning',
    looksFor: 'items, weapons and places of bots in solid ground',
    advice: 'move it into the room, and rebuild paths',
    find: outsideWorld,
  },
  {
    name: 'beyond',
    severity: 'warning',
    looksFor: 'actors beyond the end of the world',
    advice: 'move it back, or remove it',
    find: beyondWorld,
  },
  {
    name: 'no-texture',
    severity: 'warning',
    looksFor: 'surfaces without a texture, of which games show a default one or a hall of mirrors',
    advice: 'choose a texture for the surface, or make it invisible',
    find: withoutTexture,
  },
  {
    name: 'unlit',
    severity: 'warning',
    looksFor: 'surfaces without a light map that are not unlit',
    advice: 'rebuild the light',
    find: unlitSurfaces,
  },
  {
    name: 'dark-zone',
    severity: 'hint',
    looksFor: 'zones without light',
    advice: 'place a light, or set AmbientBrightness of its ZoneInfo',
    find: darkZones,
  },
  {
    name: 'zone-leak',
    severity: 'warning',
    looksFor: 'zones that are not closed: two ZoneInfos in one, portals within one',
    advice: 'close the gap beside the portal, or remove what has no effect, and rebuild',
    find: leakingZones,
  },
  {
    name: 'still-mover',
    severity: 'hint',
    looksFor: 'movers all of whose keys are the same',
    advice: 'move it in the editor while a further key is chosen',
    find: stillMovers,
  },
  {
    name: 'unheard',
    severity: 'hint',
    looksFor: 'sounds out of range of anybody',
    advice: 'raise SoundRadius, or move it to where players are',
    find: unheardSounds,
  },
  {
    name: 'no-paths',
    severity: 'hint',
    looksFor: 'maps without ways for bots',
    advice: 'place path nodes, and build paths',
    find: noPaths,
  },
  {
    name: 'no-link',
    severity: 'warning',
    looksFor: 'places that no way of bots leads to',
    advice: 'move it nearer to another one, and rebuild paths',
    find: unlinkedPlaces,
  },
  {
    name: 'unreachable',
    severity: 'warning',
    looksFor: 'items that bots cannot get to from a player start',
    advice: 'add path nodes, a lift exit or a jump spot between them, and rebuild paths',
    find: unreachableItems,
  },
  {
    name: 'no-screenshot',
    severity: 'hint',
    looksFor: 'a screenshot that is missing',
    advice: 'set Screenshot of the LevelInfo to a texture of the map itself',
    find: noScreenshot,
  },
  {
    name: 'no-summary',
    severity: 'warning',
    looksFor: 'a LevelSummary that is missing: menus would show no title',
    advice: 'save the map again in the editor, which adds one',
    find: noSummary,
  },
  {
    name: 'untitled',
    severity: 'hint',
    looksFor: 'a title and an author',
    advice: 'set Title and Author of the LevelInfo',
    find: untitled,
  },
]
