/** Visitors of a share link: whose computer it was, and secrets in titles, stay with the members. */
import type { Author } from '@fairlead/protocol/people/author'
import { describe, expect, test } from 'vitest'
import { deskActor } from '../mcp-server/calls/desk-call.ts'
import { clientTitle } from '../mcp-server/conversation-of.ts'
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

	test('stands in a title without it', () => {
		expect(sharedTitle(clientTitle(`${client} by MCP`, NOW))).toBe('outsider by MCP, 2026-11-29')
		expect(sharedTitle(clientTitle(client, NOW))).toBe('outsider, 2026-11-29')
	})

	test('is named as author without it', () => {
		expect(named('relay', client)).toBe('outsider')
		expect(named('mcp', `Ada Doe (outsider, ${computer})`)).toBe('Ada Doe (outsider)')
	})
})

test('a name that is no computer stays', () => {
	expect(named('session', 'Ada (she)')).toBe('Ada (she)')
	expect(named('mcp', 'Doe, Ada (Claude Code)')).toBe('Doe, Ada (Claude Code)')
	expect(sharedTitle('Fix the jump (again)')).toBe('Fix the jump (again)')
})

test('a secret in a title is hidden, as in what the agent did', () => {
	const token = `ghp_${'a1B2'.repeat(9)}`
	expect(sharedTitle(`Push with ${token}, please`)).not.toContain(token)
	expect(sharedTitle('Connect with password=hunter2345 to it')).not.toContain('hunter2345')
})
