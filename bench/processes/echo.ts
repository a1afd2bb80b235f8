/** A WebSocket echo in a separate process, like an editor. Prints its URL. */
import { startEcho } from '../sockets.ts'

const { url } = await startEcho()
console.log(`URL ${url}`)
