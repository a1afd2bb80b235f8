/** SIGKILL in the middle of a run. The simulator's journal counts what it executed. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'
import { editorReady, objectsNamed, ownStack } from './stack-kit.ts'

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

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
				// Kills while the first change is running.
				if (!killed && frame.includes('tool-input-available') && frame.includes('create')) {
					killed = kill()
				}
			},
		})
		await killed
		expect(message.metadata).toMatchObject({ state: 'completed' })
		await editorReady(stack)
		const created = toolParts(message, 'unity_hierarchy').filter(
			(part) => part.input?.['action'] === 'create' && part.state === 'output-available',
		)
		// Each creation that was reported happened exactly once; one with an unknown effect, at most once.
		const unknown = toolParts(message).filter((part) => part.state === 'output-error')
		const made = await objectsNamed(stack, name)
		expect(made).toBeGreaterThanOrEqual(created.length)
		expect(made).toBeLessThanOrEqual(created.length + unknown.length)
		expect((await chat.messages()).at(-1)).toEqual(message)
	})
})
