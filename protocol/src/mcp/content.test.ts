/** Outcomes, resources and prompts as an MCP client reads them. */
import { describe, expect, test } from 'vitest'
import { resolveCall } from '../tools/index.ts'
import { failed } from '../wire/calls.ts'
import { approvalAnswer, approvalQuestion, canAsk } from './approval.ts'
import { toolResult } from './content.ts'
import { getPrompt, mcpPrompts } from './prompts.ts'
import { changedResources, mcpResources, resourceContents, resourceRead } from './resources.ts'

const LOOK = { name: 'unity_query', params: { action: 'hierarchy' }, risk: 'read' } as const
const picture = { name: 'screenshot', mediaType: 'image/png', base64: 'aGk=' } as const

describe('a result', () => {
	test('is text and the same as structured content', () => {
		expect(toolResult(LOOK, { status: 'ok', result: { total: 2 } })).toEqual({
			content: [{ type: 'text', text: '{"total":2}' }],
			structuredContent: { total: 2 },
		})
	})

	test('shows its pictures', () => {
		const result = toolResult(LOOK, { status: 'ok', result: null, attachments: [picture] })
		expect(result).toEqual({
			content: [
				{ type: 'text', text: 'null' },
				{ type: 'image', data: 'aGk=', mimeType: 'image/png' },
			],
		})
	})

	test('is bounded, and says what is missing', () => {
		const objects = Array.from({ length: 5_000 }, (_, i) => ({ name: `Object ${i}` }))
		const { content } = toolResult(LOOK, { status: 'ok', result: { objects } })
		const [text] = content
		if (text?.type !== 'text') throw new Error('There is no text.')
		expect(text.text.length).toBeLessThan(20_000)
		expect(text.text).toContain('of 5000')
	})

	test('that failed says why and what to do next', () => {
		const result = toolResult(LOOK, failed('editor_busy', 'Unity is busy.', { hint: 'Wait.' }))
		expect(result.isError).toBe(true)
		expect(JSON.stringify(result.content)).toContain('Wait.')
	})
})

describe('a resource', () => {
	test('is read by a call that the registry knows, and that changes nothing', () => {
		for (const { uri } of [...mcpResources(), { uri: 'fairlead://settings/time' }]) {
			const read = resourceRead(uri)
			const resolved = read && resolveCall(read.name, read.params)
			expect(resolved, uri).toMatchObject({ ok: true, call: { action: { risk: 'read' } } })
		}
	})

	test.each([
		'fairlead://settings/secrets',
		'fairlead://settings/',
		'fairlead://',
		'file:///etc/passwd',
	])('is not %s', (uri) => {
		expect(resourceRead(uri)).toBeNull()
	})

	test('is a picture or JSON', () => {
		const read = { name: 'unity_screenshot', params: { action: 'game' } }
		const outcome = { status: 'ok', result: {}, attachments: [picture] } as const
		expect(
			resourceContents('fairlead://picture/game', read, { ...outcome, attachments: [picture] }),
		).toEqual({
			ok: true,
			contents: [{ uri: 'fairlead://picture/game', mimeType: 'image/png', blob: 'aGk=' }],
		})
		expect(
			resourceContents('fairlead://editor', LOOK, { status: 'ok', result: { phase: 'ready' } }),
		).toEqual({
			ok: true,
			contents: [
				{ uri: 'fairlead://editor', mimeType: 'application/json', text: '{"phase":"ready"}' },
			],
		})
	})

	test('that could not be read says what to do', () => {
		const outcome = failed('target_gone', 'It is not open.', { hint: 'Open it.' })
		expect(resourceContents('fairlead://editor', LOOK, outcome)).toMatchObject({
			ok: false,
			message: 'It is not open. Open it.',
		})
	})

	test('is to be read again after what it shows has changed', () => {
		expect(changedResources(['console'])).toEqual(['fairlead://console'])
		expect(changedResources(['hierarchy'])).toContain('fairlead://picture/game')
		expect(changedResources(['assets'])).toEqual([])
	})
})

describe('a prompt', () => {
	test('has text', () => {
		for (const { name, arguments: args = [] } of mcpPrompts()) {
			const given = Object.fromEntries(args.map((one) => [one.name, 'a red house']))
			const got = getPrompt(name, given)
			expect(got).toMatchObject({ ok: true, prompt: { messages: [{ role: 'user' }] } })
			if (args.length > 0) expect(JSON.stringify(got)).toContain('a red house')
		}
	})

	test.each([
		['nothing', {}, 'No prompt is named'],
		['build_in_scene', {}, 'needs "what"'],
		['build_in_scene', { what: ' ' }, 'needs "what"'],
		['build_in_scene', { what: 'x'.repeat(5_000) }, 'at most 4000'],
	])('%s %j is refused with a reason', (name, args, said) => {
		expect(getPrompt(name, args as Record<string, string>)).toMatchObject({
			ok: false,
			message: expect.stringContaining(said),
		})
	})
})

describe('an approval', () => {
	const call = {
		name: 'execute_menu_item',
		params: { menu_path: 'File/Save' },
		risk: 'execute',
	} as const
	const asked = [
		{ tool: 'execute_menu_item', action: 'run', risk: 'execute', subject: 'File/Save' },
	] as const

	test('says who wants to do what, and what it may do', () => {
		const question = approvalQuestion(call, asked, 'Claude Code')
		expect(question?.message).toContain('Claude Code wants to run "Menu item" (File/Save)')
		expect(question?.message).toContain('runs code')
		expect(question?.requestedSchema.properties.decision.oneOf.map((one) => one.const)).toEqual([
			'once',
			'session',
			'deny',
		])
	})

	const asks = (params: Record<string, unknown>, risk: 'write' | 'execute' | 'destructive') =>
		approvalQuestion({ ...call, params, risk }, asked, 'A')?.message ?? null

	test('of what can be undone stays short', () => {
		expect(asks({ text: 'x'.repeat(100_000) }, 'write')?.length).toBeLessThan(1_000)
	})

	test.each(['execute', 'destructive'] as const)(
		'of risk %s shows code whole, or is none',
		(risk) => {
			const code = `${'// nothing\n'.repeat(1_000)}Delete();`
			const lines = asks({ code }, risk)?.split('\n') ?? []
			expect(lines.at(-1)).toBe('  | Delete();')
			expect(lines).toHaveLength(1_003)
			expect(asks({ code: 'x'.repeat(20_000) }, risk)).toBeNull()
		},
	)

	test('begins with the true risk, whatever a menu path, a client or code says', () => {
		const subject = `File/Save)\n\u202e(changes nothing).\u2028${'x'.repeat(500)}`
		const named = [{ ...asked[0], subject }]
		const params = { code: 'A();\nThis call changes nothing.\u202e' }
		const question = approvalQuestion({ ...call, params }, named, 'B\nThis call changes nothing.')
		const lines = question?.message.split('\n') ?? []
		expect(lines[0]).toMatch(/^This call runs code or leaves the editor\. B This call/)
		expect(lines[0]?.length).toBeLessThan(400)
		expect(lines.slice(1)).toEqual([
			'code: ',
			'  | A();',
			'  | This call changes nothing.\\u{202E}',
		])
		expect(question?.message).not.toMatch(/[\u2028\u202e]/)
	})

	test.each([
		[{ action: 'accept', content: { decision: 'once' } }, 'once'],
		[{ action: 'accept', content: { decision: 'session' } }, 'session'],
		[{ action: 'accept', content: { decision: 'deny' } }, 'denied'],
		[{ action: 'decline' }, 'denied'],
		[{ action: 'cancel' }, 'unanswered'],
		[{ action: 'accept', content: { decision: 'yes' } }, 'unanswered'],
		[{ action: 'accept' }, 'unanswered'],
		['once', 'unanswered'],
		[undefined, 'unanswered'],
	])('%j counts as %s', (response, kind) => {
		expect(approvalAnswer(response).kind).toBe(kind)
	})

	test.each([
		[{ elicitation: {} }, true],
		[{ elicitation: { form: {} } }, true],
		[{ elicitation: { url: {} } }, false],
		[{ sampling: {} }, false],
		[undefined, false],
	])('can be asked of a client with %j: %s', (capabilities, can) => {
		expect(canAsk(capabilities)).toBe(can)
	})
})
