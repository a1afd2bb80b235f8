/** `npm run bridge -- FOLDER [--port N]`: a Messages API on the loopback that a person or a program answers over files. */
import { parseArgs } from 'node:util'
import { startMessagesServer } from '../eval/messages-server.ts'
import { openBridge } from './bridge.ts'

const DEFAULT_PORT = 8789

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { port: { type: 'string', default: String(DEFAULT_PORT) } },
})
const folder = positionals[0] ?? 'bridge'
const bridge = await openBridge(folder, (text) => console.log(text))
const server = await startMessagesServer(bridge, Number(values.port))
console.log(`Requests are written to ${folder}. Start the product with it as its model:

  ANTHROPIC_API_KEY=none ANTHROPIC_BASE_URL=${server.url} npm start

Ctrl-C ends it.`)
