/** The token of relay.json goes to the relay, over the connection on which it has proved itself. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isNonce, proofOf, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { afterEach, expect, test } from 'vitest'
import { askRelay } from './local-client.ts'
import { RELAY_PROOF_PATH } from './wire.ts'

const TOKEN = 'T'.repeat(43)
const ends: (() => void)[] = []
afterEach(() => {
	for (const end of ends.splice(0)) end()
})

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void) {
	const sent: (string | undefined)[] = []
	let connections = 0
	const server = createServer((request, response) => {
		sent.push(request.headers.authorization)
		answer(request, response)
	})
	server.on('connection', () => {
		connections++
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	ends.push(() => {
		server.closeAllConnections()
		server.close()
	})
	const { port } = server.address() as AddressInfo
	return {
		sent,
		connections: () => connections,
		ask: () =>
			askRelay(
				{ port, token: TOKEN, pid: process.pid, version: '0.1.0' },
				{ method: 'POST', path: '/x', timeoutMs: 5_000, body: { secret: 1 } },
			),
	}
}

const prove = (request: IncomingMessage, response: ServerResponse, token: string): void => {
	const nonce = request.headers[TOKEN_PROOF.nonceHeader]
	if (!isNonce(nonce)) throw new Error('no nonce')
	const own = 'n'.repeat(32)
	response
		.writeHead(204, {
			[TOKEN_PROOF.nonceHeader]: own,
			[TOKEN_PROOF.proofHeader]: proofOf('relay', token, nonce, own),
		})
		.end()
}

test('proof, token and body travel on one connection', async () => {
	const relay = await listening((request, response) => {
		if (request.url === RELAY_PROOF_PATH) prove(request, response, TOKEN)
		else response.end('{"ok":true}')
	})
	expect(await relay.ask()).toEqual({ ok: true })
	expect(relay.sent).toEqual([undefined, `Bearer ${TOKEN}`])
	expect(relay.connections()).toBe(1)
})

test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
	['with the proof of another token', (request, response) => prove(request, response, 'other')],
	['that asks for the token', (_, response) => response.writeHead(401).end()],
	['that answers anything', (_, response) => response.end('{}')],
])('a program %s gets nothing', async (_, answer) => {
	const stranger = await listening(answer)
	expect(await stranger.ask()).toBeNull()
	expect(stranger.sent.filter((token) => token !== undefined)).toEqual([])
})
