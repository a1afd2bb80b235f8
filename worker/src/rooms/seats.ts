/**
 * Tables `seat` and `setting`: the Unity projects linked to this room, and which of them is the
 * target. Kept in memory too, because every call asks; the tables are written only on change.
 */

import { type DeskServer, isDeskTool } from '@fairlead/protocol/computers/local-mcp-servers'
import { type EditorSeat, EditorSeat as EditorSeatSchema } from '@fairlead/protocol/editors/editors'
import type { Author } from '@fairlead/protocol/people/author'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { SeatPhase, SeatServers } from '@fairlead/protocol/wire/relay-link'
import { withoutPerson } from '../access/former-person.ts'
import { type RoomSeat, relayIdOf } from './calls/routing.ts'

const TARGET = 'target'
const TARGET_BY = 'target_by'
/** Limit for all tools of one seat; a row holds 2 MB, and each model call carries the used ones. */
const MAX_TOOLS_CHARS = 256_000

const NO_SERVERS: SeatServers = { servers: [], tools: [] }

function bounded(tools: readonly CustomTool[]): CustomTool[] {
	let size = 0
	return tools.filter((tool) => {
		size += JSON.stringify(tool).length
		return size <= MAX_TOOLS_CHARS
	})
}

/** No editor's key has a slash. */
const serversOf = (editorKey: string): string => `${editorKey}/servers`

export class Seats {
	readonly #sql: SqlStorage
	readonly #seats = new Map<string, RoomSeat>()
	#target: string | null
	#targetBy: Author | null

	constructor(sql: SqlStorage) {
		this.#sql = sql
		const rows = sql.exec<{ body: string; told: number }>(
			'select body, phase_told_at as told from seat order by editor_key',
		)
		for (const row of rows) {
			const seat = EditorSeatSchema.parse(JSON.parse(row.body))
			const relayId = relayIdOf(seat.editorKey)
			this.#seats.set(seat.editorKey, { seat, relayId, phaseToldAt: row.told })
		}
		this.#target = this.#setting(TARGET)
		this.#targetBy = JSON.parse(this.#setting(TARGET_BY) ?? 'null') as Author | null
	}

	get target(): string | null {
		return this.#target
	}

	/** The person who chose the target. Null if it is the only seat, or if nobody recorded the choice. */
	get targetBy(): Author | null {
		return this.#targetBy
	}

	all(): RoomSeat[] {
		return [...this.#seats.values()]
	}

	get(editorKey: string): RoomSeat | null {
		return this.#seats.get(editorKey) ?? null
	}

	/** Stores a seat; false if nothing changed. Ignores the seats of other relays. */
	put(relayId: string, seat: EditorSeat, now: number): boolean {
		if (relayIdOf(seat.editorKey) !== relayId) return false
		const before = this.#seats.get(seat.editorKey)
		const body = JSON.stringify(seat)
		if (before && JSON.stringify(before.seat) === body) return false
		const samePhase = before?.seat.phase === seat.phase
		const phaseToldAt = before && samePhase ? before.phaseToldAt : now
		this.#seats.set(seat.editorKey, { seat, relayId, phaseToldAt })
		this.#sql.exec(
			`insert into seat (editor_key, body, phase_told_at) values (?, ?, ?)
				on conflict do update set body = excluded.body, phase_told_at = excluded.phase_told_at`,
			seat.editorKey,
			body,
			phaseToldAt,
		)
		return true
	}

	/** False for a seat that is unknown, another relay's, or in this phase already. */
	setPhase(relayId: string, told: SeatPhase, now: number): boolean {
		const known = this.#seats.get(told.editorKey)
		if (!known) return false
		const { phaseDetail: _, outside: __, ...rest } = known.seat
		return this.put(
			relayId,
			{
				...rest,
				phase: told.phase,
				phaseSince: told.phaseSince,
				...(told.detail === undefined ? {} : { phaseDetail: told.detail }),
				...(told.outside === undefined ? {} : { outside: told.outside }),
			},
			now,
		)
	}

	/** The tools of this seat's project, and of the MCP servers that its computer has for it. */
	tools(editorKey: string): readonly CustomTool[] {
		// Only the relay can have said that a tool is that of a server.
		const all = (this.#bodyAt(editorKey) as CustomTool[] | null) ?? []
		const own = all.filter(({ name, server }) => server === undefined && !isDeskTool(name))
		return [...own, ...this.#serversAt(editorKey).tools]
	}

	/** Stores custom tools, also for while the editor is away. Ignores unknown seats and those of other relays. */
	putTools(relayId: string, editorKey: string, tools: readonly CustomTool[]): void {
		if (this.#seats.get(editorKey)?.relayId !== relayId) return
		this.#putBody(editorKey, JSON.stringify(bounded(tools)))
	}

	/** The MCP servers that computers have for this project. */
	servers(): DeskServer[] {
		return [...this.#seats.keys()].flatMap((editorKey) => this.#serversAt(editorKey).servers)
	}

	/** Stores what the seat's computer has, also for while its relay is away. */
	putServers(relayId: string, editorKey: string, { servers, tools }: SeatServers): void {
		if (this.#seats.get(editorKey)?.relayId !== relayId) return
		this.#putBody(serversOf(editorKey), JSON.stringify({ servers, tools: bounded(tools) }))
	}

	#serversAt(editorKey: string): SeatServers {
		return (this.#bodyAt(serversOf(editorKey)) as SeatServers | null) ?? NO_SERVERS
	}

	#bodyAt(key: string): unknown {
		const [row] = this.#sql
			.exec<{ body: string }>('select body from seat_tools where editor_key = ?', key)
			.toArray()
		return row ? JSON.parse(row.body) : null
	}

	#putBody(key: string, body: string): void {
		if (body === JSON.stringify(this.#bodyAt(key))) return
		this.#sql.exec(
			`insert into seat_tools (editor_key, body) values (?, ?)
				on conflict do update set body = excluded.body`,
			key,
			body,
		)
	}

	/** Stores all seats that a relay's hello lists. Returns the keys of removed ones. */
	replaceAll(relayId: string, seats: readonly EditorSeat[], now: number): string[] {
		for (const seat of seats) this.put(relayId, seat, now)
		const told = new Set(seats.map((seat) => seat.editorKey))
		const removed = this.all()
			.filter((known) => known.relayId === relayId && !told.has(known.seat.editorKey))
			.map((known) => known.seat.editorKey)
		for (const editorKey of removed) this.remove(relayId, editorKey)
		return removed
	}

	/** False if there was no such seat of this relay. */
	remove(relayId: string, editorKey: string): boolean {
		if (this.#seats.get(editorKey)?.relayId !== relayId) return false
		this.#seats.delete(editorKey)
		this.#sql.exec('delete from seat where editor_key = ?', editorKey)
		this.#sql.exec(
			'delete from seat_tools where editor_key in (?, ?)',
			editorKey,
			serversOf(editorKey),
		)
		if (this.#target === editorKey) this.#store(null, null)
		return true
	}

	/** The first seat becomes the target; among several, somebody must choose. */
	adoptOnlySeat(): void {
		const [only, ...others] = this.#seats.keys()
		if (this.#target === null && only !== undefined && others.length === 0) {
			this.#store(only, null)
		}
	}

	/** False if there is no such seat. */
	setTarget(editorKey: string, by: Author): boolean {
		if (!this.#seats.has(editorKey)) return false
		if (this.#target !== editorKey) this.#store(editorKey, by)
		return true
	}

	/** The choice stays; who made it is no longer said. */
	forgetPerson(userId: string): void {
		if (this.#targetBy?.userId !== userId) return
		const by = withoutPerson(JSON.stringify(this.#targetBy), userId)
		this.#store(this.#target, JSON.parse(by) as Author)
	}

	#store(target: string | null, by: Author | null): void {
		this.#target = target
		this.#targetBy = by
		this.#set(TARGET, target)
		this.#set(TARGET_BY, by && JSON.stringify(by))
	}

	#setting(name: string): string | null {
		const query = 'select value from setting where name = ?'
		return this.#sql.exec<{ value: string }>(query, name).toArray()[0]?.value ?? null
	}

	#set(name: string, value: string | null): void {
		if (value === null) this.#sql.exec('delete from setting where name = ?', name)
		else {
			this.#sql.exec(
				'insert into setting (name, value) values (?, ?) on conflict do update set value = excluded.value',
				name,
				value,
			)
		}
	}
}
