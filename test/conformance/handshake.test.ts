/** A relay that crashed leaves its relay.json, and its port to any program: an editor must tell that program nothing. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { rpcNotification, rpcRequest, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { isProof, newNonce, proofOf } from '@fairlead/protocol/wire/token-proof'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeRelayFile } from '../../relay-cli/src/home/home.ts'
import { Cleanups, makeCall, temporaryFolder, until } from '../../relay-cli/test/kit/support.ts'
import { EDITOR, EditorProcess } from './kit/editor-process.ts'
import { ForeignServer, type Reaction } from './kit/foreign-server.ts'

const TOKEN = randomBytes(32).toString('base64url')

let cleanups: Cleanups
beforeEach(() => {
	cleanups = new Cleanups()
})
afterEach(() => cleanups.run())

/** An editor that finds the token and the server's port in relay.json. */
async function start(
	reaction: Reaction,
): Promise<{ server: ForeignServer; editor: EditorProcess }> {
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove())
	const [home, project, ledger] = ['home', 'Game', 'ledger'].map((name) =>
		join(folder.path, name),
	) as [string, string, string]
	const server = cleanups.add(await ForeignServer.start(reaction), (made) => made.stop())
	await writeRelayFile({ port: server.port, token: TOKEN, pid: process.pid }, home)
	const editor = EditorProcess.start({ home, project, ledger })
	return { server, editor: cleanups.add(editor, (made) => made.kill()) }
}

/** The token must not be in what was received, in any of the forms in which a program may write it. */
function expectNoToken(received: Buffer): void {
	// The nonce came: the bytes are those of the editor.
	expect(received.toString('latin1').toLowerCase()).toContain('fairlead-nonce: ')
	const text = received.toString('latin1')
	const forms = [Buffer.from(TOKEN), Buffer.from(TOKEN, 'base64url')].flatMap((bytes) =>
		(['latin1', 'base64', 'base64url', 'hex'] as const).map((form) => bytes.toString(form)),
	)
	for (const form of forms) expect(text).not.toContain(form)
}

const proofWith = (params: object): string => rpcNotification('relay.proof', params)
const CALL = makeCall('c1', 'unity_hierarchy', { action: 'create', name: 'Cube' })
const WELCOME = { protocolVersion: 1, relayVersion: '9', forget: [], watching: true }

const REACTIONS: readonly (readonly [string, Reaction])[] = [
	['says nothing', () => undefined],
	[
		'welcomes the editor, and calls it',
		(socket) => {
			socket.send(rpcSuccess('hello-1', WELCOME))
			socket.send(rpcRequest('r1', 'call', CALL))
		},
	],
	[
		'has the proof of an earlier connection',
		(socket) => {
			const nonce = newNonce()
			socket.send(proofWith({ nonce, proof: proofOf('relay', TOKEN, newNonce(), nonce) }))
			socket.send(rpcRequest('r1', 'call', CALL))
		},
	],
	[
		'has another token',
		(socket, editorNonce) => {
			const nonce = newNonce()
			socket.send(proofWith({ nonce, proof: proofOf('relay', 't'.repeat(43), editorNonce, nonce) }))
		},
	],
	[
		'sends back what it gets',
		(socket, nonce) => {
			socket.on('message', (data) => socket.send(data))
			socket.send(proofWith({ nonce, proof: nonce }))
		},
	],
	['closes as if the link had been removed', (socket) => socket.close(CLOSE.unlinked)],
]

test.each(REACTIONS)(
	'a program that %s gets a nonce and no frame, and the relay is taken up when it is back',
	async (_what, reaction) => {
		const { server, editor } = await start(reaction)
		await until('the next dial', () => server.dials >= 2)
		expect(server.frames).toEqual([])
		expectNoToken(server.received)
		if (EDITOR === 'simulator')
			expect(editor.output.match(/Another program has the port/g)).toHaveLength(1)
		const hellos: string[] = []
		server.reaction = (socket, editorNonce) => {
			const nonce = newNonce()
			socket.send(proofWith({ nonce, proof: proofOf('relay', TOKEN, editorNonce, nonce) }))
			socket.once('message', (data) => {
				const { params } = JSON.parse(String(data))
				if (isProof(params.proof, proofOf('client', TOKEN, editorNonce, nonce)))
					socket.once('message', (hello) => hellos.push(JSON.parse(String(hello)).method))
			})
		}
		server.hangUp()
		await until('the hello', () => hellos.length > 0)
		expect(hellos[0]).toBe('editor.hello')
		expectNoToken(server.received)
		expect(editor.executions().size).toBe(0)
	},
)

test('an older relay, which asks for the token, does not get it', async () => {
	const { server, editor } = await start((socket) =>
		socket.close(CLOSE.unauthorized, 'Send the token of relay.json.'),
	)
	if (EDITOR === 'simulator')
		await until('the advice', () => editor.output.includes('Update and restart it'))
	else await until('the end', () => editor.output.includes(`Disconnected (${CLOSE.unauthorized})`))
	expect(server.dials).toBe(1)
	expect(server.frames).toEqual([])
	expectNoToken(server.received)
})
