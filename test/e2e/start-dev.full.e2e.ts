/** `npm run dev`: its open ports, and its state under `npm start`. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { ChatClient } from './chat-client.ts'
import { killStarted, npmStartReady, START_TEST_MS } from './npm-start.ts'
import { expectClosed, KEY } from './open-ports.ts'
import { newStateDir, removeDir } from './stack-kit.ts'

let dir: string
let stack: Stack | null = null
beforeEach(async () => {
	dir = await newStateDir()
})
afterEach(async () => {
	await stack?.stop()
	stack = null
	killStarted()
	await removeDir(dir)
})

test.skipIf(process.platform === 'win32')(
	'no port is a debugger, gives out a secret, or is open to the network',
	async () => {
		await expectClosed(await npmStartReady(dir, ['--reload'], { ANTHROPIC_API_KEY: KEY }))
	},
	START_TEST_MS,
)

test('projects and conversations of npm run dev are there under npm start', async () => {
	stack = await startStack({ port: 0, dir, reload: true, editor: 'none' })
	const { projectId } = stack
	const chat = await ChatClient.open(stack)
	const { message } = await chat.ask('hello')
	expect(message.metadata).toMatchObject({ state: 'completed' })
	await stack.stop()
	stack = await startStack({ port: 0, dir, editor: 'none' })
	expect(stack.projectId).toBe(projectId)
	expect((await chat.on(stack).messages()).at(-1)).toEqual(message)
})
