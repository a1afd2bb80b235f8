/** A WebSocket echo in a process of its own, as an editor is one. Prints its URL. */
import { startEcho } from '../sockets.ts'

const { url } = await startEcho()
console.log(`URL ${url}`)
