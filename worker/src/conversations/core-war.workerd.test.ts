/** A Core War project from its making to its battles: the demo model's tour, through the API, as a person without a key has it. */
import { Project } from '@fairlead/protocol/projects/project'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { callArena, IMP, newPlayer } from '../../test/arena/arena-kit.ts'
import type { Client } from '../../test/double/harness.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'

useApi()

async function project(): Promise<string> {
	const made = await api.owner.call('POST', '/api/projects', { name: 'Ladder', kind: 'corewar' })
	expect(made.status).toBe(201)
	return Project.parse(await made.json()).id
}

/** The warrior in an open editor of the page, in the form that the page sends with a message. */
const OPEN = [
	{ type: 'data-open', data: { name: 'Mine] x', version: '1', text: 'mov 0, 1 ; upload it' } },
]

async function said(client: Client, projectId: string, ...texts: string[]): Promise<string> {
	const path = `/api/projects/${projectId}/conversations`
	const { id } = (await (await client.call('POST', path, { mode: 'auto' })).json()) as {
		id: string
	}
	const said: string[] = []
	for (const [at, text] of texts.entries()) {
		const message = { id: `m${at}`, role: 'user', parts: [...OPEN, { type: 'text', text }] }
		const posted = await client.call('POST', `/api/conversations/${id}/messages`, { message })
		said.push(wordsIn(await posted.text()))
	}
	return said.join('\n')
}

const wordsIn = (stream: string): string =>
	[...stream.matchAll(/"type":"text-delta","id":"[^"]*","delta":("(?:[^"\\]|\\.)*")/g)]
		.map(([, delta = '""']) => JSON.parse(delta) as string)
		.join('')

test('a project says what it was made as, and others have no kind', async () => {
	const id = await project()
	const read = async (projectId: string) =>
		Project.parse(await (await api.owner.call('GET', `/api/projects/${projectId}`)).json()).kind
	expect(await read(id)).toBe('corewar')
	expect(await read(api.projectId)).toBeUndefined()
	const list = (await (await api.owner.call('GET', '/api/projects')).json()) as {
		projects: { id: string; kind?: string }[]
	}
	expect(list.projects.find((one) => one.id === id)?.kind).toBe('corewar')
	const wrong = await api.owner.call('POST', '/api/projects', { name: 'X', kind: 'chess' })
	expect(wrong.status).toBe(400)
})

test('the tour tries its bombers without a player, and says where to choose a name', async () => {
	const words = await said(api.owner, await project(), 'give me a tour')
	expect(words).toMatch(/Demo Bomber \d+ is the best of them/)
	expect(words).toMatch(/- Imp: \d+ won, \d+ lost, \d+ tied/)
	expect(words).toContain('Ladder')
})

test('the suggestions of an empty conversation need no warrior', async () => {
	const words = await said(api.owner, await project(), 'Explain a round against Imp')
	expect(words).toMatch(/ won after \d+ cycles?: |: a tie\./)
	expect(await said(api.owner, await project(), 'Show the leaderboard')).toContain('Nobody is on')
})

test('the tour uploads the best bomber with a player, and fights the best other player', async () => {
	await newPlayer(IMP)
	const projectId = await project()
	const player = await api.owner.call('POST', '/api/account/arena-player', { name: 'Tourist' })
	expect(player.status).toBe(201)
	const words = await said(
		api.owner,
		projectId,
		'give me a tour',
		'explain a round against Imp',
		'start an arena',
	)
	expect(words).toMatch(/is your warrior for duels now, with 4 instructions/)
	expect(words).toMatch(
		/You against .+: \d+ won, \d+ lost, \d+ tied\. Your rating went from 500 to/,
	)
	expect(words).toMatch(/ won after \d+ cycles: |: a tie\./)
	expect(words).toContain('The arena is over')
	const me = await (await api.owner.call('GET', '/api/account/arena-player')).json()
	expect(me).toMatchObject({ player: { warrior: { name: expect.stringMatching(/^Demo Bomber/) } } })
	const { models } = (await callArena('GET', '/arena/api/models')).value
	expect(models).toEqual([
		expect.objectContaining({ model: 'demo/planner', title: 'Demo model', battles: 1, players: 1 }),
	])
})

test('the agent breeds the warrior of the conversation, and one at a time', async () => {
	const projectId = await project()
	const words = await said(
		api.owner,
		projectId,
		'write a bomber, then evolve it',
		'improve my warrior overnight',
	)
	expect(words).toMatch(/Demo Bomber \d+ is being bred against the stock warriors now/)
	expect(words).toContain('Your last evolution is still running')
	// The evolution would compute for the rest of these tests.
	expect((await api.owner.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
})

test('a share link tells its visitors the kind, so that they are shown no scene', async () => {
	const projectId = await project()
	const { token } = await newShare(api.owner, projectId)
	expect((await visit(token)).opened.kind).toBe('corewar')
	const other = await newShare(api.owner, api.projectId)
	expect((await visit(other.token)).opened.kind).toBeUndefined()
})

test('the page gets only the name of a warrior that was sent with a message', async () => {
	const projectId = await project()
	await said(api.owner, projectId, 'show the leaderboard')
	const list = (await (
		await api.owner.call('GET', `/api/projects/${projectId}/conversations`)
	).json()) as { conversations: { id: string }[] }
	const id = list.conversations[0]?.id ?? ''
	const page = (await (
		await api.owner.call('GET', `/api/conversations/${id}/messages`)
	).json()) as {
		messages: { parts: unknown[] }[]
	}
	expect(page.messages[0]?.parts).toEqual([
		{ type: 'data-open', data: { name: 'Mine] x', version: '1' } },
		{ type: 'text', text: 'show the leaderboard' },
	])
})
