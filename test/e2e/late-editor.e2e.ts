/** Relay up, Unity closed: what is asked for waits, visibly, and is carried out once when Unity is opened. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELAY_MAIN } from '../../scripts/paths.ts'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { Service } from '../../scripts/service.ts'
import { type Stack, startStack } from '../../scripts/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'

let dir: string
let stack: Stack
let editor: Service | null = null
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
	const env = { ...process.env, ANTHROPIC_API_KEY: '' }
	stack = await startStack({ port: 0, dir, editor: 'none', env })
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	await viewer.until((s) => s.relays.length === 1 && s.editors[0]?.phase === 'gone')
	viewer.close()
})
afterAll(async () => {
	await editor?.end()
	await stack.stop()
	await rm(dir, { recursive: true, maxRetries: 10, retryDelay: 200 })
})

test('a run that began while Unity was closed goes on when it is opened, each call once', async () => {
	const ledger = join(dir, 'ledger')
	const chat = await ChatClient.open(stack)
	const posted = await chat.post('create a cube named Patient at 0 1 0')
	const { frames, message } = await chat.follow(posted, {
		onFrame: (frame) => {
			if (editor || !frame.includes('"data-wait"')) return
			editor = new Service(
				{
					name: 'the editor',
					file: RELAY_MAIN,
					args: ['simulate', stack.projectFolder, '--ledger', ledger],
					env: { ...process.env, FAIRLEAD_HOME: stack.home },
					onOutput: () => undefined,
				},
				{ restart: false, onCrash: () => undefined },
			)
			editor.start()
		},
	})
	expect(frames).toContain('"reason":"Unity is closed"')
	expect(message.metadata).toMatchObject({ state: 'completed' })
	expect(toolParts(message).map((part) => part.state)).not.toContain('output-error')
	const ids = (await readFile(ledger, 'utf8'))
		.split(/\r?\n/)
		.flatMap((line) => line.split(' ')[0] || [])
	expect(ids.length).toBeGreaterThan(0)
	expect(new Set(ids).size).toBe(ids.length)
})
