/** The editor dies in the middle of a run. Its ledger, which outlives it, counts what was carried out. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { type Stack, startStack } from '../../scripts/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'
import { EDITOR } from './editor-kind.ts'

let dir: string
let ledger: string
let stack: Stack
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
	ledger = join(dir, 'ledger')
	stack = await startStack({
		port: 0,
		dir,
		editor: EDITOR,
		// The process dies after its first creation took effect and before anybody hears of it.
		editorArgs: ['--ledger', ledger, '--fault', 'crash-after@unity_hierarchy'],
		env: { ...process.env, ANTHROPIC_API_KEY: '' },
	})
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	await viewer.until((s) => s.editors.some((editor) => editor.phase === 'ready'))
	viewer.close()
})
afterAll(async () => {
	await stack.stop()
	await rm(dir, { recursive: true, maxRetries: 10, retryDelay: 200 })
})

/** How often each call was carried out, by whichever process. */
async function executions(): Promise<Map<string, number>> {
	const counts = new Map<string, number>()
	for (const line of (await readFile(ledger, 'utf8')).split(/\r?\n/)) {
		const callId = line.split(' ')[0]
		if (callId) counts.set(callId, (counts.get(callId) ?? 0) + 1)
	}
	return counts
}

describe(`the editor "${EDITOR}" is killed in the middle of a call and started again`, () => {
	test('the run ends, the model is told what is not known, and no call was carried out twice', async () => {
		const chat = await ChatClient.open(stack)
		const { message } = await chat.ask('create a cube named Doomed at 0 1 0')
		expect(['completed', 'failed']).toContain(message.metadata?.['state'])
		// The host that comes back dies again after its own first creation: the fault is one per process.
		const counts = await executions()
		expect(counts.size).toBeGreaterThan(0)
		expect([...counts.values()].filter((count) => count > 1)).toEqual([])
		const failed = toolParts(message, 'unity_hierarchy').filter((p) => p.state === 'output-error')
		expect(failed.length).toBeGreaterThan(0)
	})
})
