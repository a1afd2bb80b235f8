/** What visitors see of calls that read files or ran programs: that they happened, not what came of them. */
import type { StoredMessage } from '@fairlead/protocol/http'
import type { UiChunk } from '@fairlead/protocol/ui-chunks'
import { expect, test } from 'vitest'
import { sharedChunk, sharedMessage } from './shared-parts.ts'

const PLANTED = 'planted-7Q'
const HIDDEN = ['read_file', 'search_files', 'git', 'run_command', 'recall']
const output = { result: { output: PLANTED, content: [PLANTED] } }
const data = { toolCallId: 'call', startedAt: 1, progress: PLANTED }

const message = (tool: string): StoredMessage =>
	({
		...{ id: 'm', role: 'assistant' },
		parts: [
			{ type: 'data-call', id: 'call', data },
			{ type: `tool-${tool}`, toolCallId: 'call', state: 'output-available', input: {}, output },
		],
	}) as unknown as StoredMessage

function frames(tool: string): string {
	const chunks = [
		{ type: 'tool-input-available', toolCallId: 'call', toolName: tool, input: {} },
		{ type: 'data-call', id: 'call', data },
		{ type: 'tool-output-available', toolCallId: 'call', output },
	] as unknown as UiChunk[]
	const tools = new Map<string, string>()
	return JSON.stringify(chunks.map((chunk) => sharedChunk(chunk, tools)))
}

test.each(HIDDEN)('neither the result nor the progress of %s is shared', (tool) => {
	const stored = JSON.stringify(sharedMessage(message(tool)))
	expect(stored).toContain(`tool-${tool}`)
	expect(stored).not.toContain(PLANTED)
	expect(frames(tool)).toContain(tool)
	expect(frames(tool)).not.toContain(PLANTED)
})

test.each(['git', 'run_command'])('what a program said when %s failed is not shared', (tool) => {
	const error = { code: 'failed', message: PLANTED, hint: PLANTED }
	const failed = {
		type: 'data-call',
		id: 'call',
		data: { toolCallId: 'call', startedAt: 1, error },
	}
	const errorText = `Git says: ${PLANTED}`
	const parts = [
		failed,
		{ type: `tool-${tool}`, toolCallId: 'call', state: 'output-error', input: {}, errorText },
	]
	const stored = { id: 'm', role: 'assistant', parts } as unknown as StoredMessage
	expect(JSON.stringify(sharedMessage(stored))).not.toContain(PLANTED)
	const tools = new Map([['call', tool]])
	for (const chunk of [failed, { type: 'tool-output-error', toolCallId: 'call', errorText }])
		expect(JSON.stringify(sharedChunk(chunk as unknown as UiChunk, tools))).not.toContain(PLANTED)
})

test('those of a tool of the editor are', () => {
	const { parts } = sharedMessage(message('scene_query'))
	expect(parts).toEqual(message('scene_query').parts)
	expect(frames('scene_query').split(PLANTED)).toHaveLength(4)
})

test('the progress of a call whose tool is not known is not shared', () => {
	const chunk = { type: 'data-call', id: 'call', data } as UiChunk
	expect(JSON.stringify(sharedChunk(chunk, new Map()))).not.toContain(PLANTED)
})
