import { join } from 'node:path'
import { openInstall } from '@ukit/game'
import * as server from '@ukit/server'
import { ut99Install } from '../../../../testing/installs.js'
import type { Answer } from './call-doors.js'
import { withTexts } from './with-texts.js'

/** *What the server's doors give*: they run in Node only, on the loopback. */
export async function* callServerDoors(folder: string): AsyncGenerator<Answer> {
  const files = await ut99Install()
  // A server starts only if it has all that its map needs.
  files.add('Textures/MissingTex.utx', files.bytes.get('Textures/Unused.utx') ?? '')
  await files.writeTo(join(folder, 'game'))
  const folders = [join(folder, 'game/Textures')]
  const compressor = server.inlineCompressor()
  const built = await server.buildRedirect(folders, join(folder, 'out'), { compressor })
  yield { door: 'server: buildRedirect', value: withTexts(built) }
  const redirect = await server.serveRedirect({
    folders,
    port: 0,
    host: '127.0.0.1',
    cacheFolder: join(folder, 'cache'),
    compressor,
  })
  try {
    const fetched = await server.fetchPackage(`http://127.0.0.1:${redirect.port}/`, { fileName: 'SkyCity.utx' })
    yield { door: 'server: fetchPackage', value: withTexts(fetched) }
  } finally {
    await redirect.close()
  }
  const install = await openInstall(files, '/ut99')
  const negotiation = await server.serveNegotiation(install, 'DM-Tower')
  try {
    yield { door: 'server: negotiate', value: withTexts(await server.negotiate(negotiation, install)) }
  } finally {
    await negotiation.close()
  }
}
