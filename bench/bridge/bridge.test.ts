import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../relay-cli/test/kit/support.ts'
import { type MessagesServer, startMessagesServer } from '../eval/messages-server.ts'
import { openBridge, readAnswer } from './bridge.ts'

const TOOL = { name: 'unity_query', input_schema: { type: 'object' as const } }

describe('the bridge, asked by the published client', () => {
	let folder: string
	let server: MessagesServer
	let heard: string[]
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'fairlead-bridge-'))
		heard = []
		server = await startMessagesServer(await openBridge(folder, (text) => heard.push(text)))
	})
	afterEach(async () => {
		await server.close()
		await rm(folder, { recursive: true, force: true })
	})

	const ask = () =>
		new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 }).messages
			.stream({
				model: 'claude-bridge',
				max_tokens: 100,
				tools: [TOOL],
				system: 'You are here.',
				messages: [{ role: 'user', content: 'Look around.' }],
			})
			.finalMessage()
	const written = (name: string): Promise<string> =>
		until(name, async () =>
			(await readdir(folder)).includes(name) ? readFile(join(folder, name), 'utf8') : null,
		)

	test('a request shows what a model sees, and the answer is streamed to whoever asked', async () => {
		const asked = ask()
		const request = JSON.parse(await written('001.request.json')) as unknown
		expect(request).toEqual({
			model: 'claude-bridge',
			system: 'You are here.',
			tools: [TOOL],
			messages: [{ role: 'user', content: 'Look around.' }],
		})
		const content = [
			{ type: 'text', text: 'I look around — gründlich.' },
			{ type: 'tool_use', name: 'unity_query', input: { action: 'hierarchy' } },
		]
		await writeFile(join(folder, '001.answer.json'), JSON.stringify({ content }))
		const message = await asked
		expect(message).toMatchObject({ stop_reason: 'tool_use', content })
	})

	test('a mistake in an answer is named, and the mended file is taken', async () => {
		const asked = ask()
		await written('001.request.json')
		const answer = join(folder, '001.answer.json')
		await writeFile(
			answer,
			'{"content": [{"type": "tool_use", "name": "unity_qury", "input": {}}]}',
		)
		const { error } = JSON.parse(await written('001.error.json')) as { error: string }
		expect(error).toContain('There is no tool "unity_qury"')
		expect(error).toContain('unity_query')
		expect(heard.join('\n')).toContain(error)
		await writeFile(answer, '[{"type": "text", "text": "Never mind."}]')
		expect((await asked).content).toMatchObject([{ type: 'text', text: 'Never mind.' }])
	})

	test('numbers go on where an earlier run left off', async () => {
		await writeFile(join(folder, '041.request.json'), '{}')
		const again = await startMessagesServer(await openBridge(folder, () => undefined))
		try {
			const asked = fetch(`${again.url}/v1/messages`, {
				method: 'POST',
				body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [] }),
			}).catch(() => null)
			await written('042.request.json')
			await again.close()
			await asked
		} finally {
			await again.close()
		}
	})
})

test('one whose patience ends says which file is missing', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-bridge-'))
	try {
		const bridge = await openBridge(folder, () => undefined, 1)
		const turn = await bridge({ model: 'm', messages: [] }, new AbortController().signal)
		expect(turn).toMatchObject({ kind: 'refuse' })
		expect(JSON.stringify(turn)).toContain('001.answer.json')
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
})

test.each([
	['hello', 'not JSON'],
	['[]', 'content'],
	['{"content": [{"type": "image"}]}', 'content.0'],
	['{"content": [{"type": "text", "text": ""}]}', 'content.0.text'],
	['{"content": [{"type": "tool_use", "name": "unity_query"}]}', 'content.0.input'],
	['{"contents": [{"type": "text", "text": "x"}]}', 'content'],
])('%s is refused with the place', (text, place) => {
	expect(() => readAnswer(text, '001', ['unity_query'])).toThrow(place)
})
