/** The answers of a start's open ports to a foreign page. */
import { connect } from 'node:net'
import { expect } from 'vitest'
import { SETUP_TOKEN } from './npm-start.ts'
import { isLoopback, listeners, processTree } from './process-tree.ts'

/** The key that the start was given. */
export const KEY = 'sk-ant-key-of-this-test'
/** A connection that is silent for this long has answered. */
const SILENCE_MS = 1_000

/** A port's first answer to a foreign page that found it; silence is an answer too. */
function ask(
	port: number,
	path: string,
	connection = 'connection: close\r\n',
	host = `localhost:${port}`,
): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect({ host: '127.0.0.1', port })
		let text = ''
		const end = (): void => {
			socket.destroy()
			resolve(text)
		}
		socket.setTimeout(SILENCE_MS, end)
		socket.on('error', end)
		socket.on('close', end)
		socket.on('data', (chunk) => {
			text += chunk
		})
		socket.write(
			`GET ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: https://evil.example\r\n${connection}\r\n`,
		)
	})
}

const UPGRADE =
	'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

/** No port is a debugger, gives out a secret, or is open to the network. */
export async function expectClosed(start: {
	readonly pid: number
	readonly port: number
}): Promise<void> {
	const open = listeners(processTree(start.pid))
	expect(open.map((one) => one.port)).toContain(start.port)
	expect(open.filter((one) => !isLoopback(one.address))).toEqual([])
	const asked = open.flatMap(({ port }) => [
		...['/json', '/json/list', '/json/version'].map((path) => ask(port, path)),
		...['/', '/ws', '/fairlead', '/core:user:fairlead', '/core:entry'].map((path) =>
			ask(port, path, UPGRADE),
		),
	])
	for (const answer of await Promise.all(asked)) {
		expect(answer).not.toMatch(/^HTTP\/1\.1 101/)
		expect(answer).not.toMatch(/webSocketDebuggerUrl|devtoolsFrontendUrl|Protocol-Version/i)
		expect(answer).not.toContain(KEY)
		expect(answer).not.toContain(SETUP_TOKEN)
	}
	expect(await askRebound(start.port)).toMatch(/^HTTP\/1\.1 403/)
	expect(await ask(start.port, '/api/health')).toMatch(/^HTTP\/1\.1 200/)
}

/** The answer to a site whose own name leads here. @param header an additional line, with its end */
export const askRebound = (port: number, header = ''): Promise<string> =>
	ask(port, '/api/health', `connection: close\r\n${header}`, `evil.example:${port}`)
