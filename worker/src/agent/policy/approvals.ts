/** Approval requests, the previews that help to decide, and remembered answers. Pure. */

import type {
	ApprovalPart,
	ApprovalScope,
	Permission,
	PreviewRead,
} from '@fairlead/protocol/conversations/stream-parts'
import {
	effectsOf,
	hasActions,
	type Judgement,
	judge,
	madeToRun,
	permissionKey,
	permissionsOf,
	type RiskyPermission,
	raisedReason,
	toolByName,
	widened,
} from '@fairlead/protocol/tools'
import { type Bag, bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import type { Decision, Run, ToolCall } from '../run/run-state.ts'

/** Preview reads per batch; more would not be looked at. */
const MAX_READS = 30

/** The project's permissions that are always allowed, as D1 has them now. */
export interface Grants {
	/** Keys of `permissionKey`. */
	readonly allowed: ReadonlySet<string>
	/** False for a grant that was revoked. A grant that has not reached D1 yet still holds. */
	readonly holds: (grantId: string) => boolean
}

/** Grants for calls that need no approval: D1 is not asked. */
export const NOT_LOOKED_UP: Grants = { allowed: new Set(), holds: () => true }
/** Grants while D1 does not answer: a revoked grant must not count, so a person is asked. */
export const UNKNOWN_GRANTS: Grants = { allowed: new Set(), holds: () => false }

/** An answer that decides without asking. */
export interface Remembered extends Pick<Decision, 'approved' | 'reason'> {
	readonly scope: Exclude<ApprovalScope, 'once'>
}

type Called = Pick<ToolCall, 'name' | 'params' | 'risk'>
/** Whether visitors of a share link see the whole call. */
type SharedWhole = (call: Called) => boolean
/** The part of a run that decides whether a call of it needs approval. */
type Judging = Pick<Run, 'mode' | 'projectKind'>

/** `run` for tools without actions, including the Unity project's own. */
export function actionOf({ name, params }: Pick<Called, 'name' | 'params'>): string {
	const tool = toolByName(name)
	return (tool && hasActions(tool) ? text(params['action']) : undefined) ?? 'run'
}

/** A tool of the project or of an MCP server is one permission, of the risk that it has declared. */
const permissionsFor = (
	{ name, params, risk }: Called,
	{ projectKind }: Pick<Judging, 'projectKind'>,
): readonly RiskyPermission[] =>
	toolByName(name)
		? permissionsOf(name, params, projectKind)
		: [{ tool: name, action: 'run', risk }]

/** The judgement before any answer of a person. */
export const judged = (call: Called, run: Judging): Judgement =>
	judge(permissionsFor(call, run), run.mode)

/** The permissions of a call that need approval in this mode. */
const askedFor = (call: Called, run: Judging): readonly RiskyPermission[] =>
	judged(call, run).needed

/** A denial counts for exactly this set of actions; a set of one also counts inside larger sets. */
const refusalKey = (keys: readonly string[]): string => [...keys].sort().join(' + ')

/** Permissions each of which alone allows the call. */
const keysOf = (one: RiskyPermission): string[] => [permissionKey(one), permissionKey(widened(one))]

/**
 * The run's own answer, else a grant of the project; null: a person is asked. A batch runs when
 * everything in it is allowed, and does not when part of it was denied. Visitors decide about nothing that is not
 * shared with them whole.
 */
export function remembered(
	call: Called,
	run: Judging & Pick<Run, 'decisions'>,
	allowed: ReadonlySet<string>,
	isSharedWhole: SharedWhole,
): Remembered | null {
	const asked = askedFor(call, run)
	const keys = asked.map(permissionKey)
	if (keys.length === 0) return null
	const decided = (key: string): Decision | undefined => {
		const decision = run.decisions[key]
		return decision?.byVisitor && !isSharedWhole(call) ? undefined : decision
	}
	const refusal = [refusalKey(keys), ...keys]
		.map(decided)
		.find((decision) => decision?.approved === false)
	if (refusal) {
		const { approved, reason } = refusal
		return { approved, ...(reason === undefined ? {} : { reason }), scope: 'run' }
	}
	const inRun = (one: RiskyPermission): boolean =>
		keysOf(one).some((key) => decided(key)?.approved === true)
	const inProject = (one: RiskyPermission): boolean => keysOf(one).some((key) => allowed.has(key))
	if (!asked.every((one) => inRun(one) || inProject(one))) return null
	return { approved: true, scope: asked.some(inRun) ? 'run' : 'project' }
}

interface Given {
	/** The wider permissions were given. */
	readonly wider?: boolean
	/** Grant ids by `permissionKey`. */
	readonly grantIds?: ReadonlyMap<string, string>
}

/** The decisions of a run after an answer that counts until it ends. */
export function withDecision(
	call: Called,
	run: Judging & Pick<Run, 'decisions'>,
	decision: Decision,
	{ wider = false, grantIds = new Map() }: Given = {},
): Run['decisions'] {
	const keys = coveredBy(call, run, wider).map(permissionKey)
	const decided = (decision.approved ? keys : [refusalKey(keys)]).map((key) => {
		const grantId = grantIds.get(key)
		return [key, grantId === undefined ? decision : { ...decision, grantId }] as const
	})
	return { ...run.decisions, ...Object.fromEntries(decided) }
}

/** The decisions without those whose project grant was revoked. */
export const decisionsInForce = (
	decisions: Run['decisions'],
	{ holds }: Pick<Grants, 'holds'>,
): Run['decisions'] =>
	Object.fromEntries(
		Object.entries(decisions).filter(([, { grantId }]) => grantId === undefined || holds(grantId)),
	)

/** The scope in which an answer is remembered. @param wider as far as a person may choose */
export const coveredBy = (call: Called, run: Judging, wider = false): Permission[] =>
	askedFor(call, run).map((one) => {
		const { risk: _, wider: __, unasked: ___, ...permission } = one
		return wider ? widened(one) : permission
	})

/** The wider permissions that a person may give instead; none if they are not more. */
function widerChoice(call: Called, run: Judging): Pick<ApprovalPart, 'wider'> {
	const wider = askedFor(call, run).flatMap((one) =>
		one.wider ? [{ ...widened(one), means: one.wider.means }] : [],
	)
	return wider.length === 0 ? {} : { wider }
}

/** The text for the model after a denial. */
export function refusalText(reason: string | undefined, scope: ApprovalScope): string {
	const said = `The user denied this call${reason ? `: “${reason}”` : ''}. It did not run.`
	return scope === 'once' ? said : `${said} Do not try this again in this run.`
}

/** The `data-approval` part of a new request. */
export const approvalPart = (call: ToolCall, run: Run): ApprovalPart => ({
	approvalId: call.callId,
	toolCallId: call.toolCallId,
	tool: call.name,
	action: actionOf(call),
	covers: coveredBy(call, run),
	...widerChoice(call, run),
	risk: call.risk,
	...reasonOf(call, run),
	...(run.editorKey === null ? {} : { editorKey: run.editorKey }),
	...(effectsOf(call.name, call.params).undo === false ? {} : { inScene: true as const }),
	reads: previewReads(call.name, call.params, run.projectKind).slice(0, MAX_READS),
	askedAt: call.createdAt,
})

function reasonOf(call: ToolCall, { projectKind }: Judging): Pick<ApprovalPart, 'why'> {
	const why = call.risk === 'execute' ? raisedReason(call, projectKind) : null
	return why === null ? {} : { why }
}

/** Changes of an object whose old values an inspection shows, with the component that has them. */
const OBJECT_CHANGES: Readonly<Record<string, { readonly component_type?: string }>> = {
	set_transform: { component_type: 'Transform' },
	rename: { component_type: 'Transform' },
	set_active: { component_type: 'Transform' },
	set_tag_layer: { component_type: 'Transform' },
	destroy: { component_type: 'Transform' },
}

/** Reads that show what a call would replace, or make run, in the order of its arguments, which may be anything. */
export function previewReads(
	name: string,
	params: Bag,
	kind: Judging['projectKind'] = 'unity',
): PreviewRead[] {
	const source = madeToRun({ name, params }, kind)
	if (source !== null) return [{ shows: 'source', method: 'read_file', params: { path: source } }]
	switch (name) {
		case 'write_file':
		case 'edit_file':
			return [{ shows: 'file', method: 'read_file', params: { path: params['path'] } }]
		case 'delete_file':
			return folderRead(params['path'])
		case 'copy_file':
		case 'move_file':
			return folderRead(params['from'])
		case 'unity_component': {
			const { action, component_type } = params
			if (action !== 'modify' && action !== 'configure') return []
			return inspection('component', params['game_object_id'], { component_type })
		}
		case 'unity_hierarchy': {
			const change = text(params['action']) ?? ''
			const more = Object.hasOwn(OBJECT_CHANGES, change) ? OBJECT_CHANGES[change] : undefined
			return more ? inspection('object', params['instance_id'], more) : []
		}
		case 'unity_asset': {
			const { action, path } = params
			const look =
				action === 'modify_material'
					? { action: 'inspect_material', path }
					: action === 'replace_references'
						? { action, path, with: params['with'] }
						: null
			return look ? [{ shows: 'asset', method: 'unity_asset', params: look }] : []
		}
		case 'unity_batch':
			return bags(params['operations']).flatMap(({ tool, args }) =>
				previewReads(text(tool) ?? '', bag(args), kind),
			)
		default:
			return []
	}
}

/** Reads a folder as deep, and as many entries, as one listing tells. */
const folderRead = (path: unknown): PreviewRead[] => [
	{ shows: 'folder', method: 'list_directory', params: { path, depth: 5, limit: 1_000 } },
]

/** No reads for an object that an operation of the same batch creates (`$0`). */
const inspection = (
	shows: PreviewRead['shows'],
	id: unknown,
	more: Record<string, unknown>,
): PreviewRead[] =>
	typeof id !== 'string' || id.startsWith('$')
		? []
		: [
				{
					shows,
					method: 'unity_query',
					params: { action: 'inspect_object', instance_id: id, ...more },
				},
			]
