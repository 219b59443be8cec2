// Runs the built command many times in one process, for tests: see run-ukit.ts. A message {args, cwd, env}
// starts a run; the answer is {status, stdout, stderr}, as bytes.

const { main } = await import('../../ukit/dist/command/main.js')
const START = process.cwd()
const STREAMS = ['stdout', 'stderr']

process.on('message', async ({ args, cwd, env }) => {
  const written = { stdout: [], stderr: [] }
  const writes = STREAMS.map((name) => process[name].write)
  for (const name of STREAMS) process[name].write = collectInto(written[name])
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  Object.assign(process.env, env)
  process.chdir(cwd ?? START)
  process.exitCode = 0
  try {
    await main(args)
  } finally {
    STREAMS.forEach((name, i) => {
      process[name].write = writes[i]
      process[name].removeAllListeners('error')
    })
    process.removeAllListeners('SIGINT')
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    // The folder of a run is removed after its test, and a process needs a current folder that exists.
    process.chdir(START)
  }
  process.send({
    status: process.exitCode,
    stdout: Buffer.concat(written.stdout).toString(),
    stderr: Buffer.concat(written.stderr).toString(),
  })
})

function collectInto(pieces) {
  return (piece, encoding, done) => {
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.slice()))
    const callback = typeof encoding === 'function' ? encoding : done
    if (callback !== undefined) setImmediate(callback)
    return true
  }
}
