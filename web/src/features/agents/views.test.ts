import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { expect, test } from 'vitest'
import { terminal as anyTerminal } from '../../../test/fixtures/terminal.ts'
import { answerBy, firstView, terminalOf } from './views.ts'

const card = (change: Partial<AgentCard> = {}): AgentCard => ({
	agentId: 'a',
	sessionId: 'a',
	title: 'a',
	folder: '',
	status: { kind: 'idle' },
	since: 1,
	heardAt: 1,
	tools: [],
	tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	...change,
})
const terminal = (terminalId: string, change: Partial<Terminal> = {}): Terminal =>
	anyTerminal(terminalId, { agentId: 'a', ...change })
const list = (cards: AgentCard[], terminals?: Terminal[]): AgentList => ({
	shown: true,
	revision: 1,
	cards,
	...(terminals && { terminals: { list: terminals } }),
})
const exited = { kind: 'exited', code: 0, at: 1 } as const
const ended = { kind: 'ended', sure: true } as const
const waits = { kind: 'waiting_input', text: '', sure: true } as const

test('an agent stands in the terminal that its card names, and before it has a card in the one that names it', () => {
	const both = [terminal('before', { state: exited }), terminal('now')]
	expect(terminalOf('a', list([card({ terminalId: 'now' })], both))?.terminalId).toBe('now')
	expect(terminalOf('a', list([], [terminal('first')]))?.terminalId).toBe('first')
	expect(terminalOf('b', list([card()], both))).toBeUndefined()
	expect(terminalOf('a', null)).toBeUndefined()
})

test('an agent opens with its transcript, if there is one', () => {
	expect(firstView(card(), terminal('t'))).toBe('terminal')
	expect(firstView(card(), undefined)).toBe('transcript')
	expect(firstView(card(), terminal('t', { protocol: 'acp' }))).toBe('transcript')
	expect(firstView(card({ status: { kind: 'working', text: '' } }), terminal('t'))).toBe(
		'transcript',
	)
	const interrupted = card({ tokens: { input: 5, output: 0, cacheRead: 0, cacheWrite: 0 } })
	expect(firstView(interrupted, terminal('t'))).toBe('transcript')
})

test('an agent is answered where that is possible, and else it is said where', () => {
	const by = (change: Partial<AgentCard>, terminals?: Terminal[]) => {
		const one = card(change)
		return answerBy(one, list([one], terminals))
	}
	expect(by({ status: waits }, [terminal('t')])).toBe('reply')
	expect(by({ status: { kind: 'working', text: '' } }, [terminal('t')])).toBe('reply')
	expect(by({ status: waits }, [])).toBe('elsewhere')
	expect(by({ status: waits })).toBe('elsewhere')
	expect(by({ status: { kind: 'working', text: '' } })).toBeNull()
	const asks = { kind: 'waiting_permission', text: 'rm', sure: true } as const
	const asking = { status: asks, conversationId: 'cnv_1' }
	expect(by(asking)).toBe('permission')
	expect(by({ ...asking, parent: 'leader' })).toBe('permission')
	expect(by(asking, [terminal('t')])).toBe('reply')
	expect(by({ status: asks })).toBeNull()
	// Its program has just ended, and the card does not say so yet; or it was closed.
	expect(by({ status: waits }, [terminal('t', { state: exited })])).toBeNull()
	expect(by({ status: waits, terminalId: 'closed' }, [])).toBeNull()
})

test('a session that ended goes on where terminals are allowed, but no sub-agent does', () => {
	const by = (change: Partial<AgentCard>, terminals?: Terminal[]) => {
		const one = card({ status: ended, ...change })
		return answerBy(one, list([one], terminals))
	}
	expect(by({}, [])).toBe('continue')
	expect(by({}, [terminal('t', { state: exited })])).toBe('continue')
	expect(by({ program: 'Gemini', continues: true }, [])).toBe('continue')
	expect(by({ program: 'Gemini' }, [])).toBe('over')
	expect(by({ program: 'Gemini', continues: true })).toBeNull()
	expect(by({})).toBeNull()
	expect(by({ agentId: 'a.sub', parent: 'a' }, [])).toBeNull()
	expect(by({ parent: 'leader' }, [])).toBeNull()
})
