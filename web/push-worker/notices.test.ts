/** The person reads on a locked phone which conversation needs them, hears each question once, and is not shown what is answered. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import type { WaitingAgents } from '@fairlead/protocol/people/push'
import { expect, test } from 'vitest'
import { agentsTag } from '../src/data/person/notice-tags.ts'
import { answered, GENERAL, noticesOf, type Shown } from './notices.ts'

const waiting = (...ids: string[]): NeedsYou => ({
	conversations: ids.map((id) => ({
		conversationId: id,
		title: `Title of ${id}`,
		projectId: 'prj_1',
		projectName: 'Castle',
		runId: `run_${id}`,
	})),
	more: false,
})
const NO_AGENTS: WaitingAgents = { projects: [] }
const agentsSince = (at: number): WaitingAgents => ({
	projects: [{ projectId: 'prj_1', projectName: 'Castle', at }],
})
const AGENTS = agentsTag('prj_1')
const shownOf = (...shown: string[]): Shown => new Map(shown.map((tag) => [tag, 0]))
const tags = (needs: NeedsYou | null, ...shown: string[]): string[] =>
	noticesOf(needs, NO_AGENTS, shownOf(...shown)).map(({ tag }) => tag)

test('a notice says which conversation waits, in which project, and leads there', () => {
	expect(noticesOf(waiting('a'), NO_AGENTS, new Map())).toEqual([
		{
			title: 'Title of a needs you',
			body: 'Castle',
			tag: 'a',
			path: '/p/prj_1/c/a',
			silent: false,
			at: 0,
		},
	])
})

test('a push shows what is new and leaves what is shown', () => {
	expect(tags(waiting('b', 'a'), 'a')).toEqual(['b'])
	expect(tags(waiting('f', 'e', 'd', 'c', 'b', 'a'))).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test('a push shows something each time, or the browser would take the permission away', () => {
	expect(tags(waiting('b', 'a'), 'a', 'b')).toEqual(['b'])
	expect(noticesOf(null, null, new Map())).toMatchObject([
		{ tag: GENERAL, path: '/', silent: false },
	])
	expect(noticesOf(waiting(), NO_AGENTS, new Map())).toMatchObject([{ tag: GENERAL, silent: true }])
})

test('a push takes away what was answered, and nothing while that cannot be read', () => {
	const shown = shownOf('a', 'b', GENERAL, AGENTS)
	expect(answered(waiting('a'), shown)).toEqual(['b', GENERAL])
	expect(answered(null, shown)).toEqual([])
})

test('a notice says in which project an agent waits, once for each time, and leads to its agents', () => {
	expect(noticesOf(waiting(), agentsSince(5), new Map())).toEqual([
		{
			title: 'An agent waits for you',
			body: 'Castle',
			tag: AGENTS,
			path: '/p/prj_1/agents',
			silent: false,
			at: 5,
		},
	])
	expect(noticesOf(waiting(), agentsSince(5), new Map([[AGENTS, 5]]))).toMatchObject([
		{ tag: AGENTS, silent: true },
	])
	expect(noticesOf(waiting(), agentsSince(6), new Map([[AGENTS, 5]]))).toMatchObject([
		{ tag: AGENTS, silent: false },
	])
})

test('an agent does not make a shown question ask again, nor does one hide the other', () => {
	expect(noticesOf(waiting('a'), agentsSince(5), shownOf('a'))).toMatchObject([{ tag: AGENTS }])
	expect(noticesOf(waiting('a'), agentsSince(5), new Map())).toMatchObject([
		{ tag: 'a' },
		{ tag: AGENTS },
	])
	expect(noticesOf(null, agentsSince(5), new Map())).toMatchObject([{ tag: AGENTS }])
	expect(noticesOf(waiting('a'), null, new Map())).toMatchObject([{ tag: 'a' }])
})
