/**
 * Records what a request did. Every route that changes something is recorded under its operation's id unless it
 * says why not: a new one cannot be forgotten.
 */
import type { ProblemCode } from '@fairlead/protocol/http/problem'
import { authorOf } from '../access/author.ts'
import { countRefusal, recordAudit } from '../accounts/store/audit.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { hashSecret } from '../platform/secrets.ts'
import { callWithRetry } from '../ports/retry.ts'
import type { Tried } from './access.ts'
import type { HttpProblem } from './problem.ts'
import type { AppContext, AuditNote, CallerKind, Found, Granted, Route } from './route.ts'

export const isRecorded = ({ method, audit }: Route): boolean =>
	audit === 'recorded' || (audit === undefined && method !== 'get')

/** Empty where no proxy says it. */
export const clientAddress = (request: Request): string =>
	request.headers.get('cf-connecting-ip') ?? ''

const HOUR_MS = 3_600_000

/** Problems that say no to who asks, not to what was asked. */
const REFUSALS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
	'forbidden',
	'suspended',
	'fresh_sign_in_needed',
	'quota_used_up',
	'quota_full',
	'budget_exceeded',
	'budget_no_price',
])

/**
 * Records what a known caller may not do; of a project that exists but is not theirs, too. The refusals of an hour are
 * one entry with a count, so that nobody fills the log. Never throws.
 */
export async function recordRefusal(
	route: Route,
	c: AppContext,
	db: Database,
	{ actor, projectId, hidden }: Tried,
	{ code }: HttpProblem,
	now: number,
): Promise<void> {
	const foreign = hidden && projectId !== null && code === 'not_found'
	if (actor.kind === 'nobody' || !(foreign || REFUSALS.has(code))) return
	const author = authorOf(actor)
	const hour = Math.floor(now / HOUR_MS)
	const key = [author.kind, author.id, route.operationId, projectId, code, hour].join(' ')
	try {
		await countRefusal(
			db,
			{
				id: `aud_${(await hashSecret(key)).slice(0, 40)}`,
				event: route.operationId,
				projectId,
				subject: namedBy(c),
				author,
				refused: code,
				address: clientAddress(c.req.raw),
			},
			now,
		)
	} catch (error) {
		console.error(JSON.stringify({ level: 'error', event: 'audit_not_stored', key }), error)
	}
}

/** Never throws: what was done is done. What could not be stored is in the installation's log. */
export async function record(
	route: Route,
	c: AppContext,
	db: Database,
	granted: Granted<CallerKind, Route['access']['on']>,
	note: AuditNote,
	answer: Response,
	now: number,
): Promise<void> {
	const { actor } = granted
	const recorded = isRecorded(route) || note.event !== undefined
	if (!recorded || answer.status >= 400 || actor.kind === 'nobody') return
	const { project } = granted as Partial<Found['project']>
	const entry = {
		id: newId('aud', now),
		event: note.event ?? route.operationId,
		projectId: note.projectId ?? project?.id ?? null,
		subject: note.subject ?? (await madeBy(answer)) ?? namedBy(c),
		...(note.detail === undefined ? {} : { detail: note.detail }),
		author: authorOf(actor),
		...(note.person === undefined ? {} : { person: note.person }),
		address: clientAddress(c.req.raw),
	}
	try {
		// The same id each time: an answer that is lost does not make two entries.
		await callWithRetry(() => recordAudit(db, entry, now))
	} catch (error) {
		console.error(JSON.stringify({ level: 'error', event: 'audit_not_stored', entry, now }), error)
	}
}

/** The id of what was created. */
async function madeBy(answer: Response): Promise<string | null> {
	if (answer.status !== 201) return null
	const { id } = (await answer.clone().json()) as { id?: unknown }
	return typeof id === 'string' ? id : null
}

/** The id that the path names last, besides the project's. A token in a path is a secret. */
function namedBy(c: AppContext): string | null {
	const { projectId: _, token: __, ...named } = c.req.param() as Record<string, string>
	return Object.values(named).at(-1) ?? null
}
