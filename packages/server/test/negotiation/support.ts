import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Install, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import { closeLater } from '../../../../testing/cleanup.js'
import { put, type TwoGames, twoGames } from '../../../game/test/join/two-games.js'

/** A server in memory and a client on disk, with the same game. */
export async function games(change: (games: TwoGames) => unknown = () => undefined): Promise<{
  readonly server: () => Promise<Install>
  readonly client: () => Promise<Install>
  readonly folder: string
  readonly files: TwoGames
}> {
  const files = await twoGames()
  await change(files)
  const folder = mkdtempSync(join(tmpdir(), 'ukit-join-'))
  closeLater(() => rmSync(folder, { recursive: true, force: true }))
  await files.client.writeTo(folder)
  return {
    server: () => openInstall(files.server, files.server.root),
    client: () => openInstall(folderFiles, folder),
    folder,
    files,
  }
}

export { put }

/** A server that answers each connection as a test specifies: for misbehaving servers. */
export async function rudeServer(answer: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server: Server = createServer((socket) => {
    closeLater(() => socket.destroy())
    socket.on('error', () => undefined)
    answer(socket)
  })
  closeLater(() => new Promise((resolve) => server.close(resolve)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return { host: '127.0.0.1', port: address.port }
}

/** A server's answer to lines that are sent unchanged, until it closes the connection. */
export async function saying(server: { host: string; port: number }, text: string | Uint8Array): Promise<string> {
  const socket = connect(server)
  closeLater(() => socket.destroy())
  socket.write(text)
  let heard = ''
  for await (const piece of socket) heard += String(piece)
  return heard
}
