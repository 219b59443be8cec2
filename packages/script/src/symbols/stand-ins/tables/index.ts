// Made by scripts/gather-stand-ins.mjs; do not edit.

import type { StandInText } from '../stand-in-table.js'

/** The tables of one line of the engine. */
export interface StandInLine {
  /** The game that its packages are of. */
  readonly game: string
  /** Loads a table by the name of its package in lower case: one at a time, since few are needed. */
  readonly packages: Readonly<Record<string, () => Promise<StandInText>>>
}

/** All tables, by line. */
export const STAND_INS: Readonly<Record<string, StandInLine>> = {
  ue1: {
    game: 'Unreal Tournament',
    packages: {
      core: () => import('./ue1-core.js'),
      engine: () => import('./ue1-engine.js'),
      editor: () => import('./ue1-editor.js'),
      fire: () => import('./ue1-fire.js'),
      ipdrv: () => import('./ue1-ipdrv.js'),
      ipserver: () => import('./ue1-ipserver.js'),
      uwindow: () => import('./ue1-uwindow.js'),
      ubrowser: () => import('./ue1-ubrowser.js'),
      utbrowser: () => import('./ue1-utbrowser.js'),
      uweb: () => import('./ue1-uweb.js'),
      utserveradmin: () => import('./ue1-utserveradmin.js'),
    },
  },
  ue2: {
    game: 'Unreal Tournament 2004',
    packages: {
      core: () => import('./ue2-core.js'),
      engine: () => import('./ue2-engine.js'),
      fire: () => import('./ue2-fire.js'),
      ipdrv: () => import('./ue2-ipdrv.js'),
      uweb: () => import('./ue2-uweb.js'),
      gameplay: () => import('./ue2-gameplay.js'),
      unrealgame: () => import('./ue2-unrealgame.js'),
      xgame: () => import('./ue2-xgame.js'),
      xinterface: () => import('./ue2-xinterface.js'),
      xpickups: () => import('./ue2-xpickups.js'),
      xweapons: () => import('./ue2-xweapons.js'),
      xadmin: () => import('./ue2-xadmin.js'),
      xwebadmin: () => import('./ue2-xwebadmin.js'),
      vehicles: () => import('./ue2-vehicles.js'),
    },
  },
  'lineage-2': {
    game: 'Lineage II',
    packages: {
      core: () => import('./lineage-2-core.js'),
      engine: () => import('./lineage-2-engine.js'),
      editor: () => import('./lineage-2-editor.js'),
      fire: () => import('./lineage-2-fire.js'),
      gameplay: () => import('./lineage-2-gameplay.js'),
      nwindow: () => import('./lineage-2-nwindow.js'),
      uwindow: () => import('./lineage-2-uwindow.js'),
      udebugmenu: () => import('./lineage-2-udebugmenu.js'),
    },
  },
  vengeance: {
    game: 'SWAT 4',
    packages: {
      core: () => import('./vengeance-core.js'),
      engine: () => import('./vengeance-engine.js'),
      editor: () => import('./vengeance-editor.js'),
      gui: () => import('./vengeance-gui.js'),
      gameplay: () => import('./vengeance-gameplay.js'),
      ipdrv: () => import('./vengeance-ipdrv.js'),
      scripting: () => import('./vengeance-scripting.js'),
      tyrion: () => import('./vengeance-tyrion.js'),
      uwindow: () => import('./vengeance-uwindow.js'),
    },
  },
  'raven-shield': {
    game: 'Raven Shield',
    packages: {
      core: () => import('./raven-shield-core.js'),
      engine: () => import('./raven-shield-engine.js'),
      editor: () => import('./raven-shield-editor.js'),
      fire: () => import('./raven-shield-fire.js'),
      gameplay: () => import('./raven-shield-gameplay.js'),
      ipdrv: () => import('./raven-shield-ipdrv.js'),
      uwindow: () => import('./raven-shield-uwindow.js'),
      unrealed: () => import('./raven-shield-unrealed.js'),
      r6abstract: () => import('./raven-shield-r6abstract.js'),
      r6characters: () => import('./raven-shield-r6characters.js'),
      r6description: () => import('./raven-shield-r6description.js'),
      r6engine: () => import('./raven-shield-r6engine.js'),
      r6game: () => import('./raven-shield-r6game.js'),
      r6gameservice: () => import('./raven-shield-r6gameservice.js'),
      r6menu: () => import('./raven-shield-r6menu.js'),
      r6sfx: () => import('./raven-shield-r6sfx.js'),
      r6weapongadgets: () => import('./raven-shield-r6weapongadgets.js'),
      r6weapons: () => import('./raven-shield-r6weapons.js'),
      r6window: () => import('./raven-shield-r6window.js'),
      r61stweapons: () => import('./raven-shield-r61stweapons.js'),
      r63rdweapons: () => import('./raven-shield-r63rdweapons.js'),
    },
  },
  ue3: {
    game: 'UDK',
    packages: {
      core: () => import('./ue3-core.js'),
      engine: () => import('./ue3-engine.js'),
      gfxui: () => import('./ue3-gfxui.js'),
      gameframework: () => import('./ue3-gameframework.js'),
      ipdrv: () => import('./ue3-ipdrv.js'),
      onlinesubsystemsteamworks: () => import('./ue3-onlinesubsystemsteamworks.js'),
      udkbase: () => import('./ue3-udkbase.js'),
      unrealed: () => import('./ue3-unrealed.js'),
      windrv: () => import('./ue3-windrv.js'),
    },
  },
  'deus-ex': {
    game: 'Deus Ex',
    packages: {
      extension: () => import('./deus-ex-extension.js'),
      engine: () => import('./deus-ex-engine.js'),
    },
  },
  'mass-effect-3': {
    game: 'Mass Effect 3',
    packages: {
      core: () => import('./mass-effect-3-core.js'),
    },
  },
}
