/** Visitors of a share link: whose computer it was, and secrets in titles, stay with the members. */
import { Author } from '@fairlead/protocol/people/author'
import { describe, expect, test } from 'vitest'
import { deskActor, deskTitle } from '../mcp-server/calls/desk-call.ts'
import { sharedName, sharedTitle } from './shared-names.ts'

const NOW = Date.UTC(2026, 10, 29)
const desk = (client: string, computer: string) =>
	deskActor({ relayId: 'r', tokenId: 't', projectId: 'p', name: computer }, client).name
const named = (kind: Author['kind'], name: string) =>
	sharedName({ kind, id: 'x', userId: null, name })

describe.each([
	'ada-desk',
	'desk (old)',
	'Ada, at home',
	'a) by MCP, 2020-01-01 (b',
	'x'.repeat(100),
])('a client on the computer %s', (computer) => {
	const client = desk('outsider', computer)

	test.each(['site', 'site (old) on a, b', 'é'.repeat(200)])(
		'stands in a title without it, and without the folder %s',
		(folder) => {
			const params = { session: 'Mend (all) doors, 2020-01-01'.repeat(9) }
			const titled = (name: string) =>
				deskTitle({ name: computer }, { client: 'outsider', name, params }, folder, NOW)
			expect(titled('write_file').length).toBeLessThanOrEqual(200)
			expect(sharedTitle(titled('write_file'))).toBe('outsider by MCP, 2026-11-29')
			expect(sharedTitle(titled('agent_permission'))).toBe('outsider, 2026-11-29')
		},
	)

	test('is named as author without it', () => {
		expect(named('relay', client)).toBe('outsider')
		expect(named('mcp', `Ada Doe (outsider, ${computer})`)).toBe('Ada Doe (outsider)')
	})
})

test('conversations of one client have titles for members, which name the session, the folder and the computer', () => {
	const titled = (folder: string, session: string) =>
		deskTitle(
			{ name: 'ada-desk' },
			{ client: 'Claude Code', name: 'agent_permission', params: { session } },
			folder,
			NOW,
		)
	expect(titled('site', 'Mend the door')).toBe(
		'Claude Code (Mend the door, site on ada-desk), 2026-11-29',
	)
	expect(titled('game', '')).toBe('Claude Code (game on ada-desk), 2026-11-29')
})

test('a name that is no computer stays', () => {
	expect(named('session', 'Ada (she)')).toBe('Ada (she)')
	expect(named('mcp', 'Doe, Ada (Claude Code)')).toBe('Doe, Ada (Claude Code)')
	expect(sharedTitle('Ada by hand, 2026-11-30')).toBe('Ada by hand, 2026-11-30')
	expect(sharedTitle('Ada (she) by hand, 2026-11-30')).toBe('Ada by hand, 2026-11-30')
	expect(sharedTitle('Fix the jump (again)')).toBe('Fix the jump (again)')
})

test('a secret in a title is hidden, as in what the agent did', () => {
	const token = `ghp_${'a1B2'.repeat(9)}`
	expect(sharedTitle(`Push with ${token}, please`)).not.toContain(token)
	expect(sharedTitle('Connect with password=hunter2345 to it')).not.toContain('hunter2345')
})

test.each(Author.shape.kind.options)(
	'no author of the kind %s is named with a folder or a secret',
	(kind) => {
		const told = named(kind, 'Hook /home/alice/H1 token=sk-ant-api03-abcdefghijklmnop')
		expect(told).toContain('Hook')
		expect(told).not.toMatch(/alice|abcdef/)
		const labelled = named(kind, 'Owner (ci /home/alice/T1 ghp_abcdefghijklmnop)')
		expect(labelled).toContain('Owner')
		expect(labelled).not.toMatch(/alice|abcdef/)
	},
)
