/** `forwarder.ts <url> <url>`: passes each frame of one socket to the other, like a relay process without other work. */
import { open } from '../sockets.ts'

const [near = '', far = ''] = process.argv.slice(2)
const a = await open(near)
const b = await open(far)
a.on('message', (data) => b.send(data.toString()))
b.on('message', (data) => a.send(data.toString()))
console.log('READY')
