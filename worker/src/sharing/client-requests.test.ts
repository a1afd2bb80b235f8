/** Calls of MCP clients where conversations are read without our page: as sentences, as there. */
import { callText } from '@fairlead/protocol/client-call'
import type { StoredMessage } from '@fairlead/protocol/http'
import { expect, test } from 'vitest'
import { conversationMarkdown } from './export/markdown.ts'
import { replayDocument } from './export/replay.ts'
import { conversationPage } from './page/pages.ts'

const message = (text: string): StoredMessage =>
	({
		...{ id: 'mcp_1', role: 'user', parts: [{ type: 'text', text }] },
		metadata: { by: { kind: 'mcp', id: 'mcp_c', userId: 'usr_1', name: 'Claude Code' } },
	}) as unknown as StoredMessage
const asked = (input: object) => message(callText({ id: 'mcp_1', name: 'unity_hierarchy', input }))
const nothing = { pictures: new Map(), leftOut: 0 }

const readings = {
	page: (messages: StoredMessage[]) => {
		const page = conversationPage({
			...{ title: 'A day', live: false, messages, addressOf: () => null, takesPart: false },
			...{ liveAddress: '/x', nextAddress: null, listAddress: null },
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
		expect(shown).toContain('Asked: Change objects: create')
		expect(shown).toContain('Tower')
		expect(shown).not.toMatch(/json|"action"|&quot;action|mcp_1/)
	},
)

test.each(Object.entries(readings))("%s: a person's own words stay as they are", (_, read) => {
	expect(read([message('make unity_hierarchy green')])).toContain('make unity_hierarchy green')
})

test('a name in a call is text on the page', () => {
	const shown = readings.page([asked({ action: 'create', name: '<img src=x>' })])
	expect(shown.slice(shown.indexOf('<main>'))).not.toContain('<img')
})
