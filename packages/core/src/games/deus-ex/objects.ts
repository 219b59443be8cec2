export { ConAudioList, ConEventRandomLabel, ExtString } from './conversations.js'
