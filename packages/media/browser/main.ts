import { DATA_ID, type PageData } from '../src/page/page-data.js'
import { App } from './app.js'
import { receiveScripts } from './scripts.js'

receiveScripts()
const data: PageData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '{}')
new App(data).start()
