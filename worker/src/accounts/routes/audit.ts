/** Reading the audit log: page by page, or as a file. */
import {
	type AuditEntry,
	AuditExportQuery,
	AuditPage,
	AuditQuery,
	REPORT_OFF_EVENT,
	SIGN_IN_EVENT,
} from '@fairlead/protocol/people/audit'
import type { Database } from '../../db/client.ts'
import { isRecorded } from '../../http/recording.ts'
import { json, type Route, route } from '../../http/route.ts'
import { attachment } from '../../platform/attachment.ts'
import { type AuditCursor, type AuditFilter, listAudit } from '../store/audit.ts'

/** Rows of one query of an export, and of all of it: within the platform's number of queries. */
const EXPORT_PAGE = 500
const MAX_EXPORTED = 100_000

const COLUMNS = [
	'time',
	'event',
	'summary',
	'by',
	'by_kind',
	'by_id',
	'project',
	'subject',
	'detail',
	'address',
	'refused',
	'times',
]

/** RFC 4180. A formula is turned into text: a name may begin like one, and people open the file in a spreadsheet. */
function cell(value: string): string {
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function csvLine({ by, ...entry }: AuditEntry): string {
	const { event, summary, projectId, subject, detail, address, createdAt, refused, times } = entry
	const time = new Date(createdAt).toISOString()
	const more = detail === null ? '' : JSON.stringify(detail)
	const values = [
		time,
		event,
		summary,
		by.name,
		by.kind,
		by.id,
		projectId,
		subject,
		more,
		address,
		refused,
		String(times),
	]
	return `${values.map((value) => cell(value ?? '')).join(',')}\r\n`
}

const FORMATS = {
	csv: {
		mediaType: 'text/csv',
		head: `${COLUMNS.join(',')}\r\n`,
		line: csvLine,
		operationId: 'exportAuditCsv',
		words: 'CSV',
	},
	ndjson: {
		mediaType: 'application/x-ndjson',
		head: '',
		line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
		operationId: 'exportAuditLines',
		words: 'lines of JSON',
	},
} as const

const cursorOf = ({ createdAt, id }: AuditCursor): string => `${createdAt}.${id}`

function parseCursor(text: string | undefined): AuditCursor | null {
	if (text === undefined) return null
	const dot = text.indexOf('.')
	return { createdAt: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
}

type Of = Parameters<typeof listAudit>[1]

/** @param table every route, including these: their summaries are the words for events. */
export function auditRoutes(table: () => readonly Route[]): readonly Route[] {
	let known: ReadonlyMap<string, string> | undefined
	const summaries = (): ReadonlyMap<string, string> => {
		known ??= new Map([
			[SIGN_IN_EVENT, 'Sign in'],
			[REPORT_OFF_EVENT, 'Switch off a report that did not arrive'],
			...table()
				// A read may be refused.
				.map(({ operationId, summary }) => [operationId, summary] as const),
		])
		return known
	}
	let choices: ReadonlySet<string> | undefined
	const offered = (): ReadonlySet<string> => {
		choices ??= new Set([
			SIGN_IN_EVENT,
			...table()
				.filter(isRecorded)
				.map(({ operationId }) => operationId),
		])
		return choices
	}
	const described = (entry: Omit<AuditEntry, 'summary'>): AuditEntry => ({
		...entry,
		// An operation of an earlier version has none.
		summary: summaries().get(entry.event) ?? entry.event,
	})
	const page = async (
		db: Database,
		of: Of,
		{ cursor, limit, ...filter }: AuditFilter & { cursor?: string | undefined; limit: number },
	): Promise<Response> => {
		const rows = await listAudit(db, of, filter, parseCursor(cursor), limit + 1)
		const entries = rows.slice(0, limit).map(described)
		const last = entries.at(-1)
		return json({
			entries,
			nextCursor: rows.length > limit && last ? cursorOf(last) : null,
			events: [...summaries()]
				.filter(([event]) => offered().has(event))
				.map(([event, summary]) => ({ event, summary })),
		} satisfies AuditPage)
	}
	const exportRoute = (format: keyof typeof FORMATS): Route => {
		const { mediaType, head, line, operationId, words: name } = FORMATS[format]
		return route({
			method: 'get',
			path: `/api/projects/:projectId/audit/${format}`,
			operationId,
			summary: `Download who did what in a project, as ${name}`,
			access: { by: ['session'], on: 'project', needs: 'audit.read', origin: 'own-to-change' },
			audit: 'recorded',
			query: AuditExportQuery,
			answers: [
				{
					status: 200,
					mediaType,
					description: `Newest first, ${MAX_EXPORTED.toLocaleString('en')} entries at most.`,
				},
			],
			handle({ db, granted, query, now }) {
				const of = { projectId: granted.project.id }
				const encoder = new TextEncoder()
				let after: AuditCursor | null = null
				let left = MAX_EXPORTED
				const body = new ReadableStream<Uint8Array>({
					start(out) {
						if (head !== '') out.enqueue(encoder.encode(head))
					},
					async pull(out) {
						const rows = await listAudit(db, of, query, after, Math.min(EXPORT_PAGE, left))
						const text = rows.map((row) => line(described(row))).join('')
						if (text !== '') out.enqueue(encoder.encode(text))
						left -= rows.length
						after = rows.at(-1) ?? null
						if (rows.length < EXPORT_PAGE || left <= 0) out.close()
					},
				})
				return new Response(body, {
					headers: {
						'content-type': mediaType,
						'content-disposition': attachment(`audit ${granted.project.name}`, now, format),
					},
				})
			},
		})
	}
	return [
		route({
			method: 'get',
			path: '/api/projects/:projectId/audit',
			operationId: 'listAudit',
			summary: 'List who did what in a project',
			access: { by: ['session'], on: 'project', needs: 'audit.read', origin: 'own-to-change' },
			query: AuditQuery,
			answers: [{ status: 200, schema: AuditPage, description: 'Newest first.' }],
			handle: ({ db, granted, query }) => page(db, { projectId: granted.project.id }, query),
		}),
		exportRoute('csv'),
		exportRoute('ndjson'),
		route({
			method: 'get',
			path: '/api/audit',
			operationId: 'listOwnAudit',
			summary: 'List what was done with your account',
			access: {
				by: ['session'],
				on: 'account',
				needs: 'account.audit',
				origin: 'own-to-change',
			},
			query: AuditQuery,
			answers: [{ status: 200, schema: AuditPage, description: 'Newest first.' }],
			handle: ({ db, granted, query }) => page(db, { userId: granted.actor.userId }, query),
		}),
	]
}
