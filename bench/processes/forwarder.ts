/** `forwarder.ts <url> <url>`: hands each frame of one socket to the other, as a relay process would that does nothing else. */
import { open } from '../sockets.ts'

const [near = '', far = ''] = process.argv.slice(2)
const a = await open(near)
const b = await open(far)
a.on('message', (data) => b.send(data.toString()))
b.on('message', (data) => a.send(data.toString()))
console.log('READY')
