import { MemberRole } from '@fairlead/protocol/people/roles'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { authorMay } from './author.ts'
import { can, type Resource, type ResourceOf } from './can.ts'
import { PERMISSIONS, type Permission, type ResourceKind } from './permissions.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]
const person = { id: 'x_1', userId: 'usr_me', name: 'Me' }
const inMine = { id: 'x_2', name: 'It', projectId: 'prj_mine' }
const link = { sessionId: null, expiresAt: null } as const
const session: Actor = { kind: 'session', ...person, standing: 'member', expiresAt: 1 }

interface Subject {
	readonly actor: Actor
	/** The role of its person in its own project. */
	readonly role: MemberRole | null
}

/** In the order of the columns below. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
	nobody: { actor: { kind: 'nobody' }, role: null },
	viewer: { actor: session, role: 'viewer' },
	approver: { actor: session, role: 'approver' },
	editor: { actor: session, role: 'editor' },
	owner: { actor: session, role: 'owner' },
	relay: { actor: { kind: 'relay', ...inMine }, role: null },
	'an editor’s token for everything': {
		actor: { kind: 'token', ...person, standing: 'member', scopes: ALL, expiresAt: null },
		role: 'editor',
	},
	'an owner’s token for nothing': {
		actor: { kind: 'token', ...person, standing: 'member', scopes: [], expiresAt: null },
		role: 'owner',
	},
	'a link to look on': {
		actor: { kind: 'share', ...inMine, ...link, conversationId: null, role: 'viewer', extras: [] },
		role: null,
	},
	'a link to take part in one conversation': {
		actor: {
			kind: 'share',
			...inMine,
			...link,
			conversationId: 'cnv_mine',
			role: 'editor',
			extras: ['scene', 'exports'],
		},
		role: null,
	},
	webhook: { actor: { kind: 'webhook', ...inMine }, role: null },
	schedule: { actor: { kind: 'schedule', ...inMine }, role: null },
	'an editor’s MCP client': {
		actor: {
			kind: 'mcp',
			...person,
			clientName: 'Coder',
			projectId: 'prj_mine',
			standing: 'member',
			scopes: ALL,
			expiresAt: 1,
		},
		role: 'editor',
	},
	system: { actor: { kind: 'system' }, role: null },
	operator: { actor: { kind: 'operator' }, role: null },
	'a viewer’s token for everything': {
		actor: { kind: 'token', ...person, standing: 'member', scopes: ALL, expiresAt: null },
		role: 'viewer',
	},
	'a link to answer approvals': {
		actor: {
			kind: 'share',
			...inMine,
			...link,
			conversationId: null,
			role: 'approver',
			extras: [],
		},
		role: null,
	},
	'an owner’s MCP client for nothing': {
		actor: {
			kind: 'mcp',
			...person,
			clientName: 'Coder',
			projectId: 'prj_mine',
			standing: 'member',
			scopes: [],
			expiresAt: 1,
		},
		role: 'owner',
	},
	'a viewer’s MCP client': {
		actor: {
			kind: 'mcp',
			...person,
			clientName: 'Coder',
			projectId: 'prj_mine',
			standing: 'member',
			scopes: ALL,
			expiresAt: 1,
		},
		role: 'viewer',
	},
}

/** On the subject's own things: + allowed, - forbidden, . hidden, as foreign things are. */
const OWN: Record<Permission, string> = {
	//                     nobody viewer approver editor owner relay token(all) token(none) look take-part webhook schedule mcp system operator token(viewer's) approve mcp(none) mcp(viewer's)
	'service.read': '+++++++-+++++++++-+',
	'share.open': '+++++--------------',
	'session.begin': '+++++--------------',
	'pairing.request': '+++++--------------',
	'connection.request': '+++++--------------',
	'hook.deliver': '+------------------',
	'invitation.read': '+++++--------------',
	'operator.read': '--------------+----',
	'operator.change': '--------------+----',
	'invitation.accept': '.++++.--....-..-.--',
	'account.read': '.++++.+-....-..+.--',
	'account.change': '.++++.--....-..-.--',
	'account.audit': '.++++.--....-..-.--',
	'account.export': '.++++.--....-..-.--',
	'account.delete': '.++++.--....-..-.--',
	'passkeys.manage': '.++++.--....-..-.--',
	'sessions.list': '.++++.--....-..-.--',
	'sessions.end': '.++++.--....-..-.--',
	'api_tokens.manage': '.++++.--....-..-.--',
	'keys.manage': '.++++.--....-..-.--',
	'skills.manage': '.++++.--....-..-.--',
	'prompts.manage': '.++++.--....-..-.--',
	'budget.change': '.++++.--....-..-.--',
	'favourites.manage': '.++++.--....-..-.--',
	'arena.play': '.++++.--....-..-.--',
	'pairing.answer': '.++++.--....-..-.--',
	'models.list': '.++++.+-....-..+.--',
	'projects.list': '.++++.+-....-..+.--',
	'project.create': '.++++.+-....-..+.--',
	'usage.read': '.++++.+-....-..+.--',
	'push.manage': '.++++.--....-..-.--',
	'needs_you.read': '.++++.+-....-..+.--',
	'project.read': '.++++-+--.--++.+--+',
	'project.change': '.---+----.----.----',
	'project.set_budget': '.---+----.----.----',
	'project.delete': '.---+----.----.----',
	'project.leave': '.++++----.----.----',
	'members.read': '.++++-+--.----.+---',
	'members.change': '.---+----.----.----',
	'invitations.manage': '.---+----.----.----',
	'changes.read': '.++++-+--.----.+---',
	'audit.read': '.---+----.----.----',
	'room.watch': '.++++-+--.----.+---',
	'room.read_editor': '.++++-+--.--+-.+--+',
	'room.read_files': '.-+++-+--.--+-.----',
	'room.diagnose': '.--++----.----.----',
	'room.answer_dialog': '.-+++----.----.----',
	'room.stop_command': '.-+++----.----.----',
	'room.see_agents': '.--++----.----.----',
	'room.use_terminals': '.--++----.----.----',
	'room.use_shells': '.---+----.----.----',
	'room.set_target': '.--++-+--.----.----',
	'room.let_first': '.--++----.----.----',
	'room.change_by_hand': '.--++----.----.----',
	'room.make_calls': '.-----+--.--+-.----',
	'mcp.connect': '.-----+--.--+-.+--+',
	'room.serve_editors': '.----+---.----.----',
	'room.ask_people': '.----+---.----.----',
	'seats.read': '.++++-+--.--+-.+--+',
	'seats.forget': '.--++-+--.----.----',
	'relay_tokens.manage': '.--++----.----.----',
	'relay_token.own': '.----+---.----.----',
	'evolutions.read': '.++++-+--.----.+---',
	'grants.read': '.++++-+--.----.+---',
	'grants.revoke': '.--++-+--.----.----',
	'shares.manage': '.--++----.----.----',
	'automations.manage': '.--++----.----.----',
	'mcp_servers.manage': '.--++----.----.----',
	'trash.manage': '.--++-+--.----.----',
	'conversations.list': '.++++-+-+.----.++--',
	'conversation.create': '.--++-+--.+++-.----',
	'computer.set_up': '.--++----.----.----',
	'conversation.read': '.++++-+-++--++.++-+',
	'conversation.watch': '.-------++----.-+--',
	'conversation.scene': '.--------+----.----',
	'conversation.usage': '.--++-+-------.----',
	'conversation.export': '.++++-+--+----.+---',
	'conversation.change': '.--++-+-------.----',
	'conversation.branch': '.--++-+-------.----',
	'conversation.delete': '.--++-+-------.----',
	'run.start': '.--++-+--+++++.----',
	'run.withdraw': '.--++-+--+----.----',
	'run.stop': '.-+++-+--+++++.-+--',
	'run.answer': '.-+++-+--+--+-.-+--',
	'run.answer_always': '.--++-+-------.----',
	'run.revert': '.--++-+-----+-.----',
}
const SIGN = { allowed: '+', forbidden: '-', hidden: '.' } as const

function resource(
	kind: ResourceKind,
	whose: 'mine' | 'foreign',
	role: MemberRole | null,
): Resource {
	const mine = whose === 'mine'
	switch (kind) {
		case 'installation':
			return { kind }
		case 'account':
			return { kind, userId: mine ? 'usr_me' : 'usr_other' }
		case 'project':
			return { kind, projectId: `prj_${whose}`, role: mine ? role : null }
		case 'computer':
			return { kind, projectId: `prj_${whose}`, pairedBy: 'usr_me', role: mine ? role : null }
		case 'conversation':
			return {
				kind,
				projectId: `prj_${whose}`,
				conversationId: `cnv_${whose}`,
				role: mine ? role : null,
			}
		default:
			return kind satisfies never
	}
}

/** The types tie a permission to its kind of resource; the table also covers the other pairs. */
const verdict = can as (actor: Actor, permission: Permission, on: Resource) => keyof typeof SIGN

test.each(ALL)('%s: allowed actors on their own things', (permission) => {
	const { on } = PERMISSIONS[permission]
	const row = Object.values(SUBJECTS).map(
		({ actor, role }) => SIGN[verdict(actor, permission, resource(on, 'mine', role))],
	)
	expect(row.join('')).toBe(OWN[permission])
})

test.each(ALL)('%s: foreign, deleted and nonexistent things look the same', (permission) => {
	const { on } = PERMISSIONS[permission]
	for (const [name, { actor, role }] of Object.entries(SUBJECTS)) {
		expect(verdict(actor, permission, { kind: 'gone' }), name).toBe('hidden')
		// Nothing is foreign to the system actor, and the installation is foreign to no actor.
		if (on === 'installation' || (actor.kind === 'system' && on !== 'account')) continue
		expect(verdict(actor, permission, resource(on, 'foreign', role)), name).toBe('hidden')
	}
})

test('a link to one conversation shows no other conversation of the project', () => {
	const { actor } = SUBJECTS['a link to take part in one conversation']!
	const other = {
		kind: 'conversation',
		projectId: 'prj_mine',
		conversationId: 'cnv_other',
		role: null,
	} as const
	expect(can(actor, 'conversation.read', other)).toBe('hidden')
})

test('only the person who paired a computer sets it up, whatever the role of others', () => {
	const of = (pairedBy: string | null) =>
		({ kind: 'computer', projectId: 'prj_mine', pairedBy, role: 'owner' }) as const
	expect(can(session, 'computer.set_up', of('usr_me'))).toBe('allowed')
	expect(can(session, 'computer.set_up', of('usr_other'))).toBe('forbidden')
	// Paired before that was stored.
	expect(can(session, 'computer.set_up', of(null))).toBe('forbidden')
	// Removed from the project since.
	expect(can(session, 'computer.set_up', { ...of('usr_me'), role: null })).toBe('hidden')
})

test('a request accepted earlier counts only while its author may still write', () => {
	const author = { kind: 'session', id: 'usr_me', userId: 'usr_me', name: 'Me' } as const
	const may = ([null, ...MemberRole.options] as const).map((role) =>
		authorMay(
			author,
			'run.start',
			resource('conversation', 'mine', role) as ResourceOf<'conversation'>,
		),
	)
	expect(may).toEqual([false, false, false, true, true])
})
