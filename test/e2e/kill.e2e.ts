/** SIGKILL in the middle of a run. The simulator's journal counts what it executed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { type Stack, startStack } from '../../scripts/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'

let dir: string
let stack: Stack
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
	stack = await startStack({ port: 0, dir, env: { ...process.env, ANTHROPIC_API_KEY: '' } })
	await ready()
})
afterAll(async () => {
	await stack.stop()
	await rm(dir, { recursive: true, maxRetries: 10, retryDelay: 200 })
})

async function ready(): Promise<void> {
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	await viewer.until((s) => s.editors.some((editor) => editor.phase === 'ready'), 60_000)
	viewer.close()
}

async function objectsNamed(name: string): Promise<number> {
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	await viewer.until((s) => s.editors.some((editor) => editor.phase === 'ready'), 60_000)
	const outcome = await viewer.read('unity_query', { action: 'find', name })
	viewer.close()
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return (outcome.result as { total: number }).total
}

describe('a process is killed in the middle of a run', () => {
	test.each([
		[
			'the relay',
			async () => {
				await stack.relay.kill()
				await stack.restartRelay()
			},
		],
		[
			'the Worker',
			async () => {
				await stack.worker.kill()
				await stack.restartWorker()
			},
		],
	])('%s: the run ends as it would have, and nothing is done twice', async (who, kill) => {
		const name = who.replace(' ', '')
		const chat = await ChatClient.open(stack)
		const running = chat.post(
			`create three cubes named ${name} in a row and then take a screenshot`,
		)
		let killed: Promise<void> | null = null
		const { message } = await chat.follow(await running, {
			onFrame: (frame) => {
				// As soon as the first change is under way.
				if (!killed && frame.includes('tool-input-available') && frame.includes('create')) {
					killed = kill()
				}
			},
		})
		await killed
		expect(message.metadata).toMatchObject({ state: 'completed' })
		await ready()
		const created = toolParts(message, 'unity_hierarchy').filter(
			(part) => part.input?.['action'] === 'create' && part.state === 'output-available',
		)
		// Each creation that was reported happened exactly once; one whose fate is unknown, at most once.
		const unknown = toolParts(message).filter((part) => part.state === 'output-error')
		const made = await objectsNamed(name)
		expect(made).toBeGreaterThanOrEqual(created.length)
		expect(made).toBeLessThanOrEqual(created.length + unknown.length)
		expect((await chat.messages()).at(-1)).toEqual(message)
	})
})
