/** The editor dies in the middle of a run. Its ledger, which outlives it, counts the executed calls. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'
import { EDITOR } from './editor-kind.ts'
import { editorReady, ownStack } from './stack-kit.ts'

/** Far longer than the test needs to see that a call has begun, also on a busy machine. */
const CALL_MS = 15_000
const POLL_MS = 20
const CREATE = 'unity_hierarchy'

let ledger: string
let stack: Stack
beforeAll(async () => {
	const own = await ownStack((dir) => ({
		editor: EDITOR,
		// Time enough to end the process during its first creation.
		editorArgs: ['--ledger', join(dir, 'ledger'), '--fault', `slow=${CALL_MS}@${CREATE}`],
	}))
	stack = own.stack
	ledger = join(own.dir, 'ledger')
	await editorReady(stack)
	return own.close
})

interface Begun {
	readonly callId: string
	readonly tool: string
}

/** The calls that any of the processes began to execute; the file outlives them. */
async function begun(): Promise<readonly Begun[]> {
	const text = await readFile(ledger, 'utf8').catch(() => '')
	return text.split(/\r?\n/).flatMap((line) => {
		const [callId, tool] = line.split(' ')
		return callId && tool ? [{ callId, tool }] : []
	})
}

/** Waits until a creation has begun and kills the process that executes it. */
async function killInCreation(): Promise<void> {
	await expect
		.poll(async () => (await begun()).map(({ tool }) => tool), { interval: POLL_MS })
		.toContain(CREATE)
	await stack.editor?.kill()
}

describe(`the editor "${EDITOR}" is killed in the middle of a call and started again`, () => {
	test('the run ends, the model is told what is unknown, and no call was executed twice', async () => {
		const chat = await ChatClient.open(stack)
		const answer = chat.ask('create a cube named Doomed at 0 1 0')
		await killInCreation()
		stack.editor?.start()
		const { message } = await answer
		expect(['completed', 'failed']).toContain(message.metadata?.['state'])
		const failed = toolParts(message, CREATE).filter((p) => p.state === 'output-error')
		expect(failed.length).toBeGreaterThan(0)
		const ids = (await begun()).map((call) => call.callId)
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
	})
})
