/** The same product with a model behind the Messages API: a loopback server that speaks its real SSE. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answer, calls, type FakeAnthropic, overloaded, text } from '../fakes/anthropic-server.ts'
import { heldAnswer } from '../fakes/held-answer.ts'
import { ChatClient, textOf, toolParts } from './chat-client.ts'
import { editorReady, ownStackWithModel } from './stack-kit.ts'

let model: FakeAnthropic
let stack: Stack
beforeAll(async () => {
	const own = await ownStackWithModel({ ANTHROPIC_WEB_SEARCH: '1' })
	;({ stack, model } = own)
	await editorReady(stack)
	return own.close
})
afterEach(() => {
	// The real API would have accepted every request of these tests.
	expect(model.requests.flatMap((request) => request.violations)).toEqual([])
})

const CUBE = {
	id: 'toolu_cube',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube', name: 'FromClaude', position: [0, 3, 0] },
}
const LOOK = { id: 'toolu_look', name: 'unity_query', input: { action: 'hierarchy' } }
const thinking = (id: string) =>
	({ type: 'thinking', thinking: `I think about ${id}.`, signature: `sig-${id}` }) as const

describe('a model behind the Messages API', () => {
	test('thinks, calls two tools in parallel, sees their results, answers; the thinking goes back signed', async () => {
		model.script(
			answer([
				thinking('cube'),
				{ type: 'text', text: 'I make a cube and look around.' },
				{ type: 'tool_use', ...CUBE },
				{ type: 'tool_use', ...LOOK },
			]),
			text('There is a cube now.'),
		)
		const before = model.requests.length
		const chat = await ChatClient.open(stack)
		const { message } = await chat.ask('make a cube')
		expect(toolParts(message).map((part) => part.state)).toEqual([
			'output-available',
			'output-available',
		])
		expect(message.parts.find((part) => part.type === 'reasoning')?.text).toContain('I think')
		expect(textOf(message)).toContain('There is a cube now.')
		const second = JSON.stringify(model.requests[before + 1]?.body)
		expect(second).toContain('sig-cube')
		expect(second).toContain('FromClaude')
		expect(await chat.messages()).toContainEqual(message)
	})

	test('a picture reaches the model as an image', async () => {
		model.script(
			calls({ id: 'toolu_shot', name: 'unity_screenshot', input: { action: 'game' } }),
			text('I see the scene.'),
		)
		const before = model.requests.length
		const { message } = await (await ChatClient.open(stack)).ask('show me')
		expect(toolParts(message)[0]?.output?.attachments?.[0]?.mediaType).toBe('image/png')
		expect(JSON.stringify(model.requests[before + 1]?.body)).toContain('"media_type":"image/png"')
	})

	test('searches the web at the provider, with sources, and survives a search that fails', async () => {
		model.script(
			answer([
				{
					type: 'server_tool_use',
					id: 'srvtoolu_1',
					name: 'web_search',
					input: { query: 'Unity 6' },
				},
				{
					type: 'web_search_tool_result',
					tool_use_id: 'srvtoolu_1',
					content: [
						{
							type: 'web_search_result',
							url: 'https://docs.unity3d.com',
							title: 'Unity manual',
							encrypted_content: 'secret',
							page_age: null,
						},
					],
				},
				{
					type: 'server_tool_use',
					id: 'srvtoolu_2',
					name: 'web_search',
					input: { query: 'again' },
				},
				{
					type: 'web_search_tool_result',
					tool_use_id: 'srvtoolu_2',
					content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
				},
				{ type: 'text', text: 'Found it.' },
			]),
			text('And again.'),
		)
		const chat = await ChatClient.open(stack)
		const { message } = await chat.ask('look it up')
		expect(JSON.stringify(message)).toContain('https://docs.unity3d.com')
		expect(message.metadata).toMatchObject({ state: 'completed' })
		await chat.ask('thanks')
	})

	test('an overload is waited out', async () => {
		model.script(overloaded, text('Here I am.'))
		const { message } = await (await ChatClient.open(stack)).ask('hello')
		expect(textOf(message)).toBe('Here I am.')
		expect(message.parts.find((part) => part.type === 'data-wait')?.data).toMatchObject({
			on: 'retry',
		})
	})

	test('a stream cut in the middle of a word is requested again; nothing of it stays', async () => {
		model.script(
			answer([{ type: 'text', text: 'This answer will never be whole.' }], { cutAfterEvents: 5 }),
			text('Whole.'),
		)
		const { message } = await (await ChatClient.open(stack)).ask('hello')
		expect(textOf(message)).toBe('Whole.')
	})

	test('a paused turn continues', async () => {
		model.script(
			answer([{ type: 'text', text: 'One moment.' }], { stopReason: 'pause_turn' }),
			text('Done.'),
		)
		const { message } = await (await ChatClient.open(stack)).ask('hello')
		expect(textOf(message)).toBe('One moment.\nDone.')
	})

	test.each([
		['max_tokens', 'output_limit'],
		['refusal', 'model_refusal'],
	])('the stop reason %s is said', async (stopReason, code) => {
		model.script(answer([{ type: 'text', text: 'So far.' }], { stopReason }))
		const { message } = await (await ChatClient.open(stack)).ask('hello')
		expect(message.parts.find((part) => part.type === 'data-notice')?.data).toMatchObject({ code })
	})

	test('stopped in the middle of an answer: the next request is valid', async () => {
		model.script(heldAnswer().turn, text('Short.'))
		const chat = await ChatClient.open(stack)
		// Once: a second one, at a second frame, could come late and stop the next run.
		let stop: Promise<unknown> | undefined
		const following = chat.follow(await chat.post('tell me everything'), {
			onFrame: (frame) => {
				if (frame.includes('"text-delta"')) stop ??= chat.stop()
			},
		})
		const { message } = await following
		await stop
		expect(message.metadata).toMatchObject({ state: 'cancelled' })
		const { message: next } = await chat.ask('shorter, please')
		expect(textOf(next)).toBe('Short.')
	})

	test('a script with an error: the error comes back, is fixed, and the component is attached', async () => {
		const path = 'Assets/Scripts/FromClaude.cs'
		const broken =
			'using UnityEngine;\n\npublic class FromClaude : MonoBehaviour\n{\n\tpublic float speed = 90\n\n\tvoid Update() { transform.Rotate(0, speed * Time.deltaTime, 0); }\n}\n'
		model.script(
			calls({ id: 'toolu_w', name: 'write_file', input: { path, content: broken } }),
			calls({ id: 'toolu_r1', name: 'unity_refresh', input: { watched_scripts: ['FromClaude'] } }),
			calls({
				id: 'toolu_e',
				name: 'edit_file',
				input: { path, edits: [{ find: 'speed = 90', replace: 'speed = 90f;' }] },
			}),
			calls({ id: 'toolu_r2', name: 'unity_refresh', input: { watched_scripts: ['FromClaude'] } }),
			calls({
				id: 'toolu_c',
				name: 'unity_component',
				input: {
					action: 'configure',
					game_object_id: '/FromClaude',
					component_type: 'FromClaude',
					properties: { speed: 45 },
				},
			}),
			text('It spins.'),
		)
		const { message } = await (await ChatClient.open(stack)).ask('make it spin')
		const states = toolParts(message).map((part) => `${part.type} ${part.state}`)
		expect(states).toEqual([
			'tool-write_file output-available',
			'tool-unity_refresh output-available',
			'tool-edit_file output-available',
			'tool-unity_refresh output-available',
			'tool-unity_component output-available',
		])
		const [first, second] = toolParts(message, 'unity_refresh').map(
			(part) =>
				part.output?.result as { hasErrors: boolean; errors: { line: number; code: string }[] },
		)
		expect(first).toMatchObject({ hasErrors: true, errors: [{ code: 'CS1002', line: 5 }] })
		expect(second).toMatchObject({ hasErrors: false })
	})
})
