import { text } from 'node:stream/consumers'
import type { AgentCard, AgentStatus } from '@fairlead/protocol/agents/agents'
import type { Terminal, TerminalList } from '@fairlead/protocol/agents/terminals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { terminal as anyTerminal } from '../../../../test/fixtures/terminal.ts'
import { Continue } from './continue.tsx'
import { Reply } from './reply.tsx'
import { PhoneKeys } from './screen/phone-keys.tsx'
import { StateBar } from './screen/state-bar.tsx'
import { Start } from './start.tsx'

const EDITOR = 'relay-1:aaaaaaaaaaaa'
async function htmlOf(part: ReactElement): Promise<string> {
	const client = createElement(QueryClientProvider, { client: new QueryClient() }, part)
	const { prelude } = await prerenderToNodeStream(createElement(MemoryRouter, null, client))
	return text(prelude)
}
const read = async (part: ReactElement) => (await htmlOf(part)).replace(/<[^>]*>/g, ' ')

const terminal = (change: Partial<Terminal> = {}): Terminal =>
	anyTerminal('term_aaaaaaaaaaaa', { title: 'bash', ...change })

/** A page that follows the terminal. */
const bar = (of: Terminal, change: Partial<Parameters<typeof StateBar>[0]> = {}) =>
	read(
		createElement(StateBar, {
			terminal: of,
			connected: true,
			loading: false,
			isOther: false,
			isOwn: false,
			failure: null,
			onAgain: null,
			taking: false,
			onTake: () => undefined,
			...change,
		}),
	)

test('the person who types is named, and can be relieved while the program runs', async () => {
	const anna = terminal({ writer: { viewer: 'page-2', name: 'Anna' } })
	expect(await bar(anna)).not.toContain('is typing')
	const theirs = await bar(anna, { isOther: true })
	expect(theirs).toContain('Anna')
	expect(theirs).toContain('is typing here.')
	expect(theirs).toContain('Type here')
	const own = await bar(anna, { isOther: true, isOwn: true })
	expect(own).toContain('You are typing on another page.')
	expect(own).not.toContain('Anna')
	expect(own).toContain('Type here')
	const ended = { ...anna, state: { kind: 'exited', code: 1, at: 2 } } as const
	const over = await bar(ended, { isOther: true })
	expect(over).toContain('The program ended with code 1.')
	expect(over).not.toContain('Type here')
})

test('a screen that cannot be read says why, with a way on; one that went with its relay has none', async () => {
	const failure = { failure: 'The relay is busy.', onAgain: () => undefined }
	expect(await bar(terminal(), failure)).toMatch(/The relay is busy\.[\s\S]*Try again/)
	const lost = await bar(terminal({ state: { kind: 'lost', at: 2 } }), failure)
	expect(lost).toContain('The relay was restarted')
	expect(lost).not.toContain('Try again')
})

test('a phone has the keys that programs use and its keyboard lacks', async () => {
	const keys = await htmlOf(createElement(PhoneKeys, { disabled: false, onPress: () => undefined }))
	for (const key of ['Esc', 'Tab', 'Ctrl C']) expect(keys).toContain(`>${key}</button>`)
	for (const name of ['Shift Tab', 'Up', 'Down']) expect(keys).toContain(`aria-label="${name}"`)
})

const reply = (status: AgentStatus, conversationId?: string, change: Partial<Terminal> = {}) =>
	htmlOf(
		createElement(Reply, {
			editorKey: EDITOR,
			terminal: terminal(change),
			connected: true,
			terminalPath: '/p/prj/agents/relay/a?view=terminal',
			card: { status, ...(conversationId && { conversationId }) } as AgentCard,
		}),
	)

test('an agent is interrupted only while it works', async () => {
	expect(await reply({ kind: 'working', text: '' })).toContain('Interrupt')
	expect(await reply({ kind: 'waiting_input', text: '', sure: true })).not.toContain('Interrupt')
})

test('an agent that asks for a permission takes no reply, and its question is one step away', async () => {
	const asks = { kind: 'waiting_permission', text: '', sure: true } as const
	const here = await reply(asks, 'cnv_1')
	expect(here).toMatch(/<textarea[^>]* disabled/)
	expect(here).toContain('/c/cnv_1"')
	const there = await reply(asks)
	expect(there).toContain('?view=terminal"')
	expect(await reply({ kind: 'idle' })).not.toMatch(/<textarea[^>]* disabled/)
})

test('the mode of an agent can be changed, and it is said that some modes do not ask', async () => {
	const list = [
		{ id: 'ask', name: 'Ask first' },
		{ id: 'bypass', name: 'Bypass permissions', description: 'Asks for nothing' },
	]
	const idle = { kind: 'idle' } as const
	const said = await reply(idle, undefined, { modes: { current: 'bypass', list } })
	expect(said).toMatch(/<option value="bypass" selected="">Bypass permissions/)
	expect(said).toContain('Asks for nothing. Modes are the agent')
	expect(said).toContain('it acts without asking.')
	const other = await reply(idle, undefined, { modes: { current: 'root', list } })
	expect(other).toMatch(/<option value="root" selected="">root/)
	expect(await reply(idle)).not.toContain('<select')
})

test('a computer where nothing can be started says why, and nothing is offered', async () => {
	const terminals: TerminalList = { list: [], unavailable: 'Claude Code is not installed.' }
	for (const part of [
		createElement(Start, {
			editorKey: EDITOR,
			folderName: 'Game',
			computer: 'ada-laptop',
			terminals,
		}),
		createElement(Continue, { editorKey: EDITOR, card: { agentId: 'a' } as AgentCard, terminals }),
	]) {
		const html = await htmlOf(part)
		expect(html).toContain('Claude Code is not installed.')
		expect(html).not.toContain('<button')
	}
	// An agent without a screen needs no terminal.
	const acp = { agentId: 'a', program: 'Gemini', continues: true } as AgentCard
	expect(
		await htmlOf(createElement(Continue, { editorKey: EDITOR, card: acp, terminals })),
	).toMatch(/can continue from here\.[\s\S]*<button/)
	const offered = {
		editorKey: EDITOR,
		folderName: 'Game',
		computer: 'ada-laptop',
		terminals: { list: [] },
	}
	expect(await read(createElement(Start, offered))).toMatch(/New agent[\s\S]*New shell/)
})
