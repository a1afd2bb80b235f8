/**
 * Every permission, its kind of resource, and the actors that have it on their own things. A row is complete
 * or does not compile: a new actor or permission must be considered everywhere.
 */
import type { ActorKind, MemberRole, ShareExtra } from './actor.ts'

/**
 * never · always: on all of the actor's own things · a role: if the actor, or the person it acts for,
 * has at least that role in the project.
 */
export type Rule = 'never' | 'always' | MemberRole

export type ResourceKind = 'installation' | 'account' | 'project' | 'computer' | 'conversation'

export type Row = Readonly<Record<ActorKind, Rule>>

interface Declared {
	readonly on: ResourceKind
	readonly may: Row
}

type Rules = [
	nobody: Rule,
	session: Rule,
	relay: Rule,
	token: Rule,
	share: Rule,
	webhook: Rule,
	schedule: Rule,
	mcp: Rule,
	system: Rule,
	operator: Rule,
]

function on<K extends ResourceKind>(kind: K, ...rules: Rules): { on: K; may: Row } {
	const [nobody, session, relay, token, share, webhook, schedule, mcp, system, operator] = rules
	return {
		on: kind,
		may: { nobody, session, relay, token, share, webhook, schedule, mcp, system, operator },
	}
}

const never = 'never'
const always = 'always'
const viewer = 'viewer'
const approver = 'approver'
const editor = 'editor'
const owner = 'owner'

// biome-ignore format: a table is read by its columns.
export const PERMISSIONS = {
	//                                           nobody  session relay   token   share   webhook schedule mcp    system  operator
	'service.read':        on('installation',    always, always, always, always, always, always, always, always, always, always),
	'share.open':          on('installation',    always, always, never,  never,  never,  never,  never,  never,  never,  never),
	'session.begin':       on('installation',    always, always, never,  never,  never,  never,  never,  never,  never,  never),
	'pairing.request':     on('installation',    always, always, never,  never,  never,  never,  never,  never,  never,  never),
	// An MCP client makes it, with what a person gave it.
	'connection.request':  on('installation',    always, always, never,  never,  never,  never,  never,  never,  never,  never),
	// The signature of a delivery is what lets it in.
	'hook.deliver':        on('installation',    always, never,  never,  never,  never,  never,  never,  never,  never,  never),
	// The invitation's token is what lets its reader see it.
	'invitation.read':     on('installation',    always, always, never,  never,  never,  never,  never,  never,  never,  never),
	// People, projects and their use: names and sums, nothing that they wrote.
	'operator.read':       on('installation',    never,  never,  never,  never,  never,  never,  never,  never,  never,  always),
	'operator.change':     on('installation',    never,  never,  never,  never,  never,  never,  never,  never,  never,  always),

	'invitation.accept':   on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'account.read':        on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),
	'account.change':      on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'account.audit':       on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'account.export':      on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'account.delete':      on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'passkeys.manage':     on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'sessions.list':       on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'sessions.end':        on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'api_tokens.manage':   on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'keys.manage':         on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	// Skills are instructions for the agent: a token that leaked must not write any.
	'skills.manage':       on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'prompts.manage':      on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	// A brake on spending: a token that leaked must not release it.
	'budget.change':       on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'favourites.manage':   on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	// A player in the Core War arena, and its API key.
	'arena.play':          on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'pairing.answer':      on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'models.list':         on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),
	'projects.list':       on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),
	'project.create':      on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),
	'usage.read':          on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),
	// The browser that asks, and only it.
	'push.manage':         on('account',         never,  always, never,  never,  never,  never,  never,  never,  never,  never),
	'needs_you.read':      on('account',         never,  always, never,  always, never,  never,  never,  never,  never,  never),

	'project.read':        on('project',         never,  viewer, never,  viewer, never,  never,  never,  viewer, always, never),
	'project.change':      on('project',         never,  owner,  never,  owner,  never,  never,  never,  never,  never,  never),
	'project.set_budget':  on('project',         never,  owner,  never,  never,  never,  never,  never,  never,  never,  never),
	'project.delete':      on('project',         never,  owner,  never,  owner,  never,  never,  never,  never,  never,  never),
	// Any member; the last owner is refused by what leaving does.
	'project.leave':       on('project',         never,  viewer, never,  never,  never,  never,  never,  never,  never,  never),
	'members.read':        on('project',         never,  viewer, never,  viewer, never,  never,  never,  never,  never,  never),
	'members.change':      on('project',         never,  owner,  never,  never,  never,  never,  never,  never,  never,  never),
	'invitations.manage':  on('project',         never,  owner,  never,  never,  never,  never,  never,  never,  never,  never),
	'changes.read':        on('project',         never,  viewer, never,  viewer, never,  never,  never,  never,  never,  never),
	'audit.read':          on('project',         never,  owner,  never,  never,  never,  never,  never,  never,  never,  never),
	'room.watch':          on('project',         never,  viewer, never,  viewer, never,  never,  never,  never,  never,  never),
	'room.read_editor':    on('project',         never,  viewer, never,  viewer, never,  never,  never,  viewer, never,  never),
	// The file contents in an approval request: for people who may answer it.
	'room.read_files':     on('project',         never,  approver, never, approver, never, never, never,  editor, never,  never),
	// Faults of a desk, for people who may change its links.
	'room.diagnose':       on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	// Same as answering an approval: it presses one button that this person has seen.
	'room.answer_dialog':  on('project',         never,  approver, never, never,  never,  never,  never,  never,  never,  never),
	// Same as stopping a run: it ends what the agent began in a linked folder.
	'room.stop_command':   on('project',         never,  approver, never, never,  never,  never,  never,  never,  never,  never),
	// Sessions in terminals of a computer: files, outputs, and what its people typed.
	'room.see_agents':     on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	// Starting coding agents there and typing into them: all that the relay's person can do on that computer.
	'room.use_terminals':  on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	// The same without an agent between: owners only.
	'room.use_shells':     on('project',         never,  owner,  never,  never,  never,  never,  never,  never,  never,  never),
	'room.set_target':     on('project',         never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	// Which agent changes the editor next.
	'room.let_first':      on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	// The calls that a tool declares for buttons and fields of the page (`isOwnCall`).
	'room.change_by_hand': on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	'room.make_calls':     on('project',         never,  never,  never,  editor, never,  never,  never,  editor, never,  never),
	// Using the project by MCP: what is read and changed through it has the permissions above and below.
	'mcp.connect':         on('project',         never,  never,  never,  viewer, never,  never,  never,  viewer, never,  never),
	'room.serve_editors':  on('project',         never,  never,  always, never,  never,  never,  never,  never,  never,  never),
	// Calls of MCP clients on the relay's machine: they run there, and only after an approval.
	'room.ask_people':     on('project',         never,  never,  always, never,  never,  never,  never,  never,  never,  never),
	'seats.read':          on('project',         never,  viewer, never,  viewer, never,  never,  never,  viewer, never,  never),
	'seats.forget':        on('project',         never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	'relay_tokens.manage': on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	'relay_token.own':     on('project',         never,  never,  always, never,  never,  never,  never,  never,  never,  never),
	'grants.read':         on('project',         never,  viewer, never,  viewer, never,  never,  never,  never,  never,  never),
	'grants.revoke':       on('project',         never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	// A family tree: whose evolution it is does not matter to those who work on the project.
	'evolutions.read':     on('project',         never,  viewer, never,  viewer, never,  never,  never,  never,  never,  never),
	'shares.manage':       on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	'automations.manage':  on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	// The addresses and secrets of servers that the agent uses, and what their tools may do unasked.
	'mcp_servers.manage':  on('project',         never,  editor, never,  never,  never,  never,  never,  never,  never,  never),
	'conversations.list':  on('project',         never,  viewer, never,  viewer, viewer, never,  never,  never,  never,  never),
	'conversation.create': on('project',         never,  editor, never,  editor, never,  always, always, editor, never,  never),
	'trash.manage':        on('project',         never,  editor, never,  editor, never,  never,  never,  never,  never,  never),

	// A relay's computer: listing its Unity projects, linking one, installing the package, starting its editor. For
	// the person who paired it, who is "own" here; other members see the computer, and no more.
	'computer.set_up':     on('computer',        never,  editor, never,  never,  never,  never,  never,  never,  never,  never),

	'conversation.read':   on('conversation',    never,  viewer, never,  viewer, viewer, never,  never,  viewer, always, never),
	// A visitor's socket: one conversation of the room, and of the scene what the link shares.
	'conversation.watch':  on('conversation',    never,  never,  never,  never,  viewer, never,  never,  never,  never,  never),
	'conversation.scene':  on('conversation',    never,  never,  never,  never,  viewer, never,  never,  never,  never,  never),
	// Tokens and costs: for people who may begin runs.
	'conversation.usage':  on('conversation',    never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	'conversation.export': on('conversation',    never,  viewer, never,  viewer, viewer, never,  never,  never,  never,  never),
	'conversation.change': on('conversation',    never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	// Its beginning becomes another conversation of the project: for people who may read, begin and change one.
	'conversation.branch': on('conversation',    never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	'conversation.delete': on('conversation',    never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	'run.start':           on('conversation',    never,  editor, never,  editor, editor, always, always, editor, always, never),
	'run.withdraw':        on('conversation',    never,  editor, never,  editor, editor, never,  never,  never,  never,  never),
	// Stopping is the safe side of answering.
	'run.stop':            on('conversation',    never,  approver, never,  approver, approver, always, always, approver, always, never),
	'run.answer':          on('conversation',    never,  approver, never,  approver, approver, never,  never,  approver, never,  never),
	// "Always in this project": a rule for runs to come, that outlives the run and a link.
	'run.answer_always':   on('conversation',    never,  editor, never,  editor, never,  never,  never,  never,  never,  never),
	'run.revert':          on('conversation',    never,  editor, never,  editor, never,  never,  never,  editor, never,  never),
} as const satisfies Record<string, Declared>

export type Permission = keyof typeof PERMISSIONS
/** The permissions on one kind of resource. */
export type PermissionOn<K extends ResourceKind> = {
	[P in Permission]: (typeof PERMISSIONS)[P]['on'] extends K ? P : never
}[Permission]

/** Permissions that a share link gives only if the person who made it said so. */
export const SHARED_ON_REQUEST: { readonly [P in Permission]?: ShareExtra } = {
	'conversation.scene': 'scene',
	'conversation.export': 'exports',
}
