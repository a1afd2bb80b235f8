/** The approvals requested and given, checked against what happened, from the page's view alone. */
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { type Risk, resolveCall } from '@fairlead/protocol/tools'
import { isOfGuest } from './kit/actors/guest.ts'
import type { GivenAnswer } from './kit/actors/viewer.ts'
import { keyOf, type ScriptedTurn } from './kit/script.ts'
import { type StoredUi, type ToolLine, tokenOfTool, toolsOf } from './transcript.ts'
import type { World } from './world.ts'

/** The most time between reading the grants and the calls that rely on it. */
const GRANT_SLACK_MS = 5_000
/** Ends of a call that never needed approval. */
const NEVER_A_CALL: ReadonlySet<string> = new Set(['no_code', 'invalid_arguments', 'unknown_tool'])

interface ApprovalData {
	readonly approvalId: string
	readonly toolCallId: string
	readonly tool: string
	readonly action: string
	/** The key made by {@link keyOf}. */
	readonly key: string
	readonly askedAt: number
	readonly answer?: {
		readonly approved: boolean
		readonly scope: 'once' | 'run' | 'project'
		readonly by: 'person' | 'memory' | 'ended'
		readonly at: number
	}
}

type Verdict = 'run' | 'ask' | 'deny'

const VERDICTS: Readonly<Record<ConversationMode, (risk: Risk) => Verdict>> = {
	'read-only': (risk) => (risk === 'read' ? 'run' : 'deny'),
	ask: (risk) => (risk === 'read' ? 'run' : 'ask'),
	auto: (risk) => (risk === 'read' || risk === 'write' ? 'run' : 'ask'),
}

/** A call with the mode that applied when the model proposed it. */
export interface JudgedCall {
	readonly tool: ToolLine
	readonly verdict: Verdict
	/** The mode differs from the one the turn began with. */
	readonly moved: boolean
}

/** The mode that a message brings; a guest uses the mode that the turn began with. */
const modeOf = (turn: ScriptedTurn, messageId: string): ConversationMode | undefined =>
	isOfGuest(messageId) ? turn.mode : turn.steers.find(({ id }) => id === messageId)?.mode

/** All calls of an answer that are valid for the registry. */
export function judgedCalls(turn: ScriptedTurn, answer: StoredUi): JudgedCall[] {
	const lines = new Map(toolsOf(answer).map((tool) => [tool.toolCallId, tool]))
	let mode = turn.mode
	return answer.parts.flatMap((part): JudgedCall[] => {
		if (part.type === 'steering-message') mode = modeOf(turn, String(part['id'])) ?? mode
		const tool = lines.get(String(part['toolCallId']))
		if (!part.type.startsWith('tool-') || !tool) return []
		const resolved = resolveCall(tool.name, tool.input)
		if (!resolved.ok) return []
		const verdict = VERDICTS[mode](resolved.call.action.risk)
		return [{ tool, verdict, moved: mode !== turn.mode }]
	})
}

export function approvals(world: World, answers: readonly StoredUi[]): string[] {
	return [
		...world.user.seen.flatMap(({ messageId, turn }) => {
			const answer = answers.find(({ id }) => id === messageId)
			const script = world.script.turns[turn]
			return answer && script ? ofAnswer(world, script, answer) : []
		}),
		...contradictions(world.user.given),
		...unearnedGrants(world),
	]
}

function ofAnswer(world: World, turn: ScriptedTurn, answer: StoredUi): string[] {
	const calls = new Map(turn.steps.flatMap((s) => s.calls.map((c) => [c.toolCallId, c] as const)))
	const asked = new Map(
		answer.parts
			.filter((part) => part.type === 'data-approval')
			.map((part) => part['data'] as Omit<ApprovalData, 'key'>)
			.map((data) => ({ ...data, key: keyOf(calls.get(data.toolCallId) ?? NO_CALL) }))
			.map((data) => [data.toolCallId, data] as const),
	)
	return judgedCalls(turn, answer).flatMap(({ tool, verdict }) => {
		if (NEVER_A_CALL.has(tool.fate)) return []
		const data = asked.get(tool.toolCallId)
		const ran = world.ledger.count(tokenOfTool(tool)) > 0
		const say = (text: string): string[] => [`Approval of ${tool.toolCallId}: ${text}`]
		switch (verdict) {
			case 'run':
				return data ? say('approval was requested, but is not needed') : []
			case 'deny':
				if (ran) return say('it was executed in the mode read-only')
				return tool.fate === 'denied' ? [] : say(`${tool.fate} in the mode read-only`)
			case 'ask':
				if (!data) return say(`approval was not requested, and it is ${tool.fate}`)
				return ofQuestion(world, data, asked, tool, ran).flatMap(say)
			default:
				return verdict satisfies never
		}
	})
}

function ofQuestion(
	world: World,
	data: ApprovalData,
	asked: ReadonlyMap<string, ApprovalData>,
	tool: ToolLine,
	ran: boolean,
): string[] {
	const { answer } = data
	if (!answer) return ['the question was left open']
	const found: string[] = []
	if (!answer.approved && ran) found.push('it was executed although it was denied')
	if (!answer.approved && answer.by !== 'ended' && tool.fate !== 'denied')
		found.push(`denied, and it is ${tool.fate}`)
	if (answer.approved && tool.fate === 'denied') found.push('allowed, and it was refused')
	const alike = [...asked.values()].filter((other) => other.key === data.key && other !== data)
	const decided = alike.filter(
		(other) => other.answer?.by === 'person' && other.answer.scope !== 'once',
	)
	switch (answer.by) {
		case 'ended':
			break
		case 'person': {
			const mine = world.user.given.filter(
				({ toolCallId, approved, scope }) =>
					approved === answer.approved &&
					scope === answer.scope &&
					(toolCallId === data.toolCallId ||
						(scope !== 'once' && alike.some((other) => other.toolCallId === toolCallId))),
			)
			if (mine.length === 0) found.push(`no person said ${JSON.stringify(answer)}`)
			if (clockIsTrue(world)) found.push(...askedInVain(world, data, decided))
			break
		}
		case 'memory':
			if (answer.scope === 'project') {
				if (!answer.approved) found.push('a permission of the project refused it')
				if (!grantedAt(world, data, GRANT_SLACK_MS))
					found.push('it ran by a permission that was never given, or was revoked')
			} else if (!decided.some((other) => other.answer?.approved === answer.approved))
				found.push('an answer was remembered that was not given in this run')
			else if (
				answer.approved &&
				decided.every((other) => takenBack(world, other, data.askedAt - GRANT_SLACK_MS))
			)
				found.push('it ran by a permission that was revoked')
			break
		default:
			answer.by satisfies never
	}
	return found
}

const clockIsTrue = ({ faults }: World): boolean => !faults.counts.has('clock_jump')
const d1WasUp = ({ faults }: World): boolean =>
	!faults.counts.has('d1_error') && !faults.counts.has('d1_reply_lost')

/** An approval request that an earlier answer had decided. */
function askedInVain(world: World, data: ApprovalData, decided: readonly ApprovalData[]): string[] {
	// Project grants are looked up: without D1 a person is asked.
	const holds = ({ answer }: ApprovalData): boolean =>
		!!answer && answer.at < data.askedAt && (answer.scope === 'run' || d1WasUp(world))
	if (decided.some((other) => holds(other) && !takenBack(world, other, Number.POSITIVE_INFINITY)))
		return ['a person was asked again in the same run']
	if (!d1WasUp(world)) return []
	const rows = grantsFor(world, data).filter(({ id, knownAt }) => {
		const revokedAt = world.user.permissions.begunAt.get(id) ?? Number.POSITIVE_INFINITY
		const at = world.sinceBegin(data.askedAt)
		return knownAt + GRANT_SLACK_MS < at && at < revokedAt
	})
	return rows.length > 0 ? ['a person was asked although it is always allowed'] : []
}

/** A permission that may have applied when the call was made. */
function grantedAt(world: World, data: ApprovalData, slackMs: number): boolean {
	return grantsFor(world, data).some(({ id }) => {
		const revokedAt = world.user.permissions.revokedAt.get(id)
		if (revokedAt === undefined || !clockIsTrue(world)) return true
		return world.sinceBegin(data.askedAt) <= revokedAt + slackMs
	})
}

/** The permission that an answer gave was revoked before then. */
function takenBack(world: World, { answer, ...asked }: ApprovalData, before: number): boolean {
	if (answer?.scope !== 'project' || !clockIsTrue(world)) return false
	const rows = grantsFor(world, asked).filter(({ createdAt }) => createdAt === answer.at)
	return rows.some(({ id }) => {
		const revokedAt = world.user.permissions.revokedAt.get(id)
		return revokedAt !== undefined && revokedAt < world.sinceBegin(before)
	})
}

const NO_CALL = { name: 'none', input: {} }
const keyOfRow = ({ tool, action, subject }: Record<string, unknown>): string =>
	[tool, action, ...(subject ? [subject] : [])].join(' ')

interface GrantRow {
	readonly id: string
	/** The time of the answer that gave it, by the wall clock. */
	readonly createdAt: number
	/** When D1 had it, in milliseconds since the start. */
	readonly knownAt: number
}

const grantsFor = (world: World, { key }: Pick<ApprovalData, 'key'>): GrantRow[] =>
	world.d1
		.rows('SELECT id, tool, action, subject, created_at FROM grants')
		.filter((row) => keyOfRow(row) === key)
		.map(({ id, created_at: createdAt }) => ({
			id: String(id),
			createdAt: Number(createdAt),
			knownAt: world.d1.grantKnownAt.get(String(id)) ?? Number.POSITIVE_INFINITY,
		}))

/** Each approval request has only one valid answer. */
function contradictions(given: readonly GivenAnswer[]): string[] {
	const counted = given.filter((one) => one.counted)
	return [...new Set(counted.map(({ approvalId }) => approvalId))].flatMap((id) => {
		const said = counted
			.filter(({ approvalId }) => approvalId === id)
			.map(({ approved, scope }) => `${approved} (${scope})`)
		return new Set(said).size > 1
			? [`Approval ${id}: who said ${said.join(' and ')} were told that it counts`]
			: []
	})
}

/** Permissions that no answer gave: each answer gives at most one, for what was requested. */
function unearnedGrants({ d1, user, script }: World): string[] {
	const calls = new Map(
		script.turns.flatMap((t) => t.steps.flatMap((s) => s.calls)).map((c) => [c.toolCallId, c]),
	)
	const earned = user.given
		.filter(({ approved, scope }) => approved && scope === 'project')
		.map(({ toolCallId }) => keyOf(calls.get(toolCallId) ?? NO_CALL))
	return d1.rows('SELECT tool, action, subject FROM grants').flatMap((row) => {
		const index = earned.indexOf(keyOfRow(row))
		if (index < 0) return [`D1 allows ${keyOfRow(row)}, which was never given`]
		earned.splice(index, 1)
		return []
	})
}
