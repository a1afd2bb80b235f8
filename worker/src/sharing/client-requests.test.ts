/** Calls of MCP clients where conversations are read without our page: as sentences, as there. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { clientCallPart } from '@fairlead/protocol/wire/client-call'
import { expect, test } from 'vitest'
import { conversationMarkdown } from './export/markdown.ts'
import { replayDocument } from './export/replay.ts'
import { documentText } from './page/document.ts'
import { conversationPage } from './page/pages.ts'

const message = (part: object): StoredMessage =>
	({
		id: 'mcp_1',
		role: 'user',
		parts: [part],
		metadata: { by: { kind: 'mcp', id: 'mcp_c', userId: 'usr_1', name: 'Claude Code' } },
	}) as unknown as StoredMessage
const asked = (input: object) =>
	message(clientCallPart({ id: 'mcp_1', name: 'unity_hierarchy', input }))
const nothing = { pictures: new Map(), leftOut: 0 }

const CUBE = { instanceId: '12', name: 'Cube', path: '/Cube' }

const readings = {
	page: (messages: StoredMessage[]) => {
		const page = conversationPage({
			title: 'A day',
			live: false,
			messages,
			addressOf: () => null,
			takesPart: false,
			liveAddress: '/x',
			nextAddress: null,
			listAddress: null,
		})
		return `${page.description}\n${page.body.text}`
	},
	Markdown: (messages: StoredMessage[]) => conversationMarkdown('A day', messages, nothing),
	replay: (messages: StoredMessage[]) =>
		replayDocument('A day', messages, nothing, { style: '', script: '' }),
}

test.each(Object.entries(readings))(
	'%s: what a client asked for is a line, not JSON',
	(_, read) => {
		const shown = read([asked({ action: 'create', name: 'Tower' })])
		expect(shown).toContain('The client asked to create')
		expect(shown).toContain('Tower')
		expect(shown).not.toMatch(/json|"action"|&quot;action|mcp_1/)
	},
)

test.each(Object.entries(readings))(
	'%s: names the client, not a person, as the author of its later calls',
	(_, read) => {
		const part = clientCallPart({
			id: 'mcp_2',
			name: 'unity_hierarchy',
			input: { action: 'create', name: 'Tower' },
		})
		const answer = {
			id: 'msg_2',
			role: 'assistant',
			parts: [{ type: 'steering-message', id: 'mcp_2', parts: [part] }],
		} as unknown as StoredMessage
		const shown = read([answer])
		expect(shown).toMatch(/<h2>The client<|### The client/)
		expect(shown).not.toContain('User')
	},
)

test.each(Object.entries(readings))(
	'%s: a call reads as on the page, by the same words',
	(_, read) => {
		const moved = { action: 'configure', game_object_id: '12', component_type: 'MeshRenderer' }
		const answer = {
			id: 'msg_2',
			role: 'assistant',
			parts: [
				{
					type: 'tool-unity_query',
					toolCallId: 'c1',
					state: 'output-available',
					input: { action: 'find' },
					output: { result: { objects: [CUBE] } },
				},
				{
					type: 'tool-unity_component',
					toolCallId: 'c2',
					state: 'output-available',
					input: { ...moved, properties: { enabled: false } },
					output: { result: {} },
				},
			],
		} as unknown as StoredMessage
		const shown = read([answer]).replace(/<\/?b>|`/g, '')
		expect(shown).toContain('on Cube')
		expect(shown).not.toMatch(/configure|Change components/)
	},
)

test('the picture of a shared page says what it shows, and the page says where it is from', () => {
	const answer = {
		id: 'msg_2',
		role: 'assistant',
		parts: [
			{
				type: 'tool-unity_screenshot',
				toolCallId: 'c1',
				state: 'output-available',
				input: { action: 'game' },
				output: {
					result: {},
					attachments: [{ name: 'screenshot', mediaType: 'image/png', url: '/p.png', bytes: 1 }],
				},
			},
		],
	} as unknown as StoredMessage
	const page = conversationPage({
		title: 'A day',
		live: false,
		messages: [answer],
		takesPart: false,
		addressOf: (url: string) => url,
		liveAddress: '/x',
		nextAddress: null,
		listAddress: null,
	})
	expect(page.body.text).toContain('alt="Game view"')
	expect(documentText(page)).toContain('Shared from <a href="/">Fairlead</a>')
})

test.each(Object.entries(readings))("%s: a person's own words stay as they are", (_, read) => {
	const text = 'make unity_hierarchy green'
	expect(read([message({ type: 'text', text })])).toContain(text)
})

test('a name in a call is text on the page', () => {
	const shown = readings.page([asked({ action: 'create', name: '<img src=x>' })])
	expect(shown.slice(shown.indexOf('<main>'))).not.toContain('<img')
})
