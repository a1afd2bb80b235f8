import { text } from 'node:stream/consumers'
import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { Author } from '@fairlead/protocol/people/author'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'
import { agentCard } from '../../../../test/fixtures/agent-card.ts'
import { terminal } from '../../../../test/fixtures/terminal.ts'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { clientOf, repliesTo } from './client.ts'
import { ClientNote } from './client-note.tsx'

const CLAUDE: Author = { kind: 'relay', id: 'rtk_1', userId: null, name: 'Claude Code (ada-desk)' }

const asked = (id: string, by?: Author): ChatMessage => ({
	id,
	role: 'user',
	parts: [{ type: 'data-client-call', data: { id, name: 'unity_hierarchy', input: {} } }],
	...(by && { metadata: { by } }),
})
const ran = (toolCallId: string, editorKey: string): ChatMessage => ({
	id: `answer-${toolCallId}`,
	role: 'assistant',
	parts: [{ type: 'data-call', id: toolCallId, data: { toolCallId, editorKey, startedAt: 1 } }],
})

async function note(messages: readonly ChatMessage[]): Promise<string> {
	const conversation = { id: 'cnv_1', projectId: 'prj_1' } as Conversation
	const { prelude } = await prerenderToNodeStream(
		createElement(ClientNote, { messages, conversation }),
	)
	return (await text(prelude)).replaceAll('<!-- -->', '').replace(/<[^>]*>/g, '')
}

test('the message box of a client says that Fairlead answers there, and not the client', async () => {
	expect(await note([asked('mcp_1', CLAUDE)])).toBe(
		'Messages here go to Fairlead&#x27;s agent, not to Claude Code.',
	)
	const far: Author = { kind: 'mcp', id: 'con_1', userId: 'usr_1', name: 'Ada (Cursor)' }
	expect(await note([asked('mcp_1', far)])).toContain('not to Cursor.')
	expect(await note([asked('mcp_1')])).toContain('not to the MCP client.')
	const hand: Author = { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'Ada' }
	expect(await note([asked('own_1', hand)])).toBe('')
})

test("the client is the one of the newest call, at that call's folder, whatever Fairlead's agent did since", () => {
	const next = asked('mcp_2')
	const messages = [asked('mcp_1', CLAUDE), ran('mcp_1', 'r:a'), next, ran('mcp_2', 'r:b')]
	expect(clientOf([...messages, ran('call_3', 'r:c')])).toEqual({
		name: 'Claude Code',
		editorKey: 'r:b',
		isByHand: false,
	})
})

/** Each card in a terminal of its own, if it names one. */
const list = (...cards: AgentCard[]): AgentList => ({
	shown: true,
	revision: 1,
	cards,
	terminals: {
		list: cards.flatMap(({ terminalId, agentId }) =>
			terminalId === undefined ? [] : [terminal(terminalId, { agentId })],
		),
	},
})
const card = (agentId: string, change: Partial<AgentCard> = {}) =>
	agentCard(agentId, { terminalId: `term_${agentId}`, ...change })
const ids = (cards: readonly AgentCard[]) => cards.map(({ agentId }) => agentId)

test('a reply is offered to the sessions of that agent which take one', () => {
	const gemini = card('gemini', { program: 'Gemini' })
	const all = list(card('one'), card('two'), gemini, agentCard('elsewhere'))
	expect(ids(repliesTo('claude-code', 'cnv_1', all))).toEqual(['one', 'two'])
	expect(ids(repliesTo('gemini-cli', 'cnv_1', all))).toEqual(['gemini'])
	expect(repliesTo('Cursor', 'cnv_1', all)).toEqual([])
	const asks = list(card('one'), card('two', { conversationId: 'cnv_1' }))
	expect(ids(repliesTo('claude-code', 'cnv_1', asks))).toEqual(['two'])
})
