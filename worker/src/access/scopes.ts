/**
 * The scopes of API tokens: groups of permissions with names that a person can choose from. Each
 * permission that tokens may have is in exactly one; a test holds that.
 */
import { TOKEN_SCOPES, type TokenScope } from '@fairlead/protocol/people/api-tokens'
import type { Permission } from './permissions.ts'

export const SCOPES: Readonly<Record<TokenScope, readonly Permission[]>> = {
	'projects:read': [
		'models.list',
		'projects.list',
		'project.read',
		'members.read',
		'changes.read',
		'seats.read',
		'grants.read',
		'evolutions.read',
		'room.watch',
		'room.read_editor',
		'needs_you.read',
		'service.read',
		'account.read',
	],
	'projects:write': [
		'project.create',
		'project.change',
		'project.delete',
		'room.set_target',
		'seats.forget',
		'grants.revoke',
	],
	'editor:read': ['mcp.connect'],
	'editor:call': ['room.make_calls'],
	'conversations:read': ['conversations.list', 'conversation.read', 'conversation.export'],
	'conversations:write': [
		'conversation.create',
		'conversation.change',
		'conversation.branch',
		'conversation.delete',
		'trash.manage',
	],
	'runs:start': ['run.start', 'run.stop', 'run.withdraw', 'run.revert'],
	// The files in a request are there to decide by.
	'runs:approve': ['run.answer', 'run.answer_always', 'room.read_files'],
	'usage:read': ['usage.read', 'conversation.usage'],
}

/** Scopes of MCP clients on a relay's machine, which act as the person who linked it. */
export const DESK_CLIENT_SCOPES: readonly TokenScope[] = ['runs:start', 'runs:approve']

/** The permissions of these scopes. A stored name that no longer exists gives none. */
export const permissionsOf = (scopes: readonly string[]): Permission[] =>
	scopes.flatMap((scope) => (Object.hasOwn(SCOPES, scope) ? SCOPES[scope as TokenScope] : []))

/** The scope that holds this permission; null: tokens cannot have it. */
export const scopeOf = (permission: Permission): TokenScope | null =>
	TOKEN_SCOPES.find((scope) => SCOPES[scope].includes(permission)) ?? null
