/** Words in Find lead to the thing that is meant, and Enter runs nothing that was not named. */
import { describe, expect, test } from 'vitest'
import { findIn, RANK_IN_TEXT, rank } from './rank.ts'

const commands = [
	'New conversation',
	'Show or hide conversations',
	'Connect Unity',
	'Check the connection',
	'Share by link',
	'Automations',
	'Download or copy this conversation',
	'What the model reads',
	'Always allowed',
	'Run limits',
	'Project settings',
	'Model and limits of a conversation',
	'Usage of this project',
	'Your settings',
	'All projects',
	'Core War workbench',
	'Light theme',
	'Dark theme',
	'Third-party licenses',
].map((title) => ({ title }))
const conversations = [
	{ title: 'make three blue spheres in a row' },
	{ title: 'write a script that rotates an object' },
	// Found by the server, in a message.
	{ title: 'let it fall', rank: RANK_IN_TEXT },
]
const objects = [
	{ title: 'Main Camera', also: '/Main Camera' },
	{ title: 'Sphere', also: '/Sphere' },
	{ title: 'Sphere (1)', also: '/Sphere (1)' },
	{ title: 'PlayerRig', also: '/World/PlayerRig' },
	{ title: 'Arm', also: '/World/PlayerRig/Arm' },
]
const groups = [
	{ heading: 'Commands', entries: commands },
	{ heading: 'Conversations', entries: conversations },
	{ heading: 'Objects', entries: objects },
]
const found = (query: string): string[] =>
	findIn(groups, query).flatMap(({ entries }) => entries.map(({ title }) => title))
const byName = (query: string): string[] => found(query).filter((title) => title !== 'let it fall')

describe('a query and what it finds, in order', () => {
	test.each([
		['sphere', ['Sphere', 'Sphere (1)', 'make three blue spheres in a row']],
		['set', ['Project settings', 'Your settings']],
		['settings', ['Project settings', 'Your settings']],
		['project', ['Project settings', 'Usage of this project', 'All projects']],
		['rotator', []],
		['rot', ['write a script that rotates an object']],
		['row blue', ['make three blue spheres in a row']],
		['player', ['PlayerRig', 'Arm']],
		['rig', ['PlayerRig', 'Arm']],
		['playerrig', ['PlayerRig', 'Arm']],
		['sphere 1', ['Sphere (1)']],
		['caméra', ['Main Camera']],
		['DARK', ['Dark theme']],
		['down', ['Download or copy this conversation']],
		['load', []],
		['here', []],
		['?', []],
	])('%s', (query, wanted) => expect(byName(query)).toEqual(wanted))
})

test('a word that stands only in a message leads to its conversation, below all that is called so', () => {
	expect(found('rigidbody')).toEqual(['let it fall'])
	expect(found('sphere').at(-1)).toBe('let it fall')
})

test('nothing typed: everything, in the order of the groups', () => {
	expect(found('')).toEqual(groups.flatMap(({ entries }) => entries.map(({ title }) => title)))
	expect(found('  ')).toHaveLength(found('').length)
})

test.each([
	['Cube', 'cube', 'cube 2'],
	['Cube 2', 'cube 2', 'two'],
])(
	'%s: the same name is better than a beginning of it, and that than nothing',
	(title, same, none) => {
		expect(rank({ title }, same)).toBe(0)
		expect(rank({ title }, 'cu')).toBeGreaterThan(0)
		expect(rank({ title }, none)).toBeNull()
	},
)
