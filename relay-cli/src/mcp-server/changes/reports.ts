/**
 * Tells the projects' rooms what desk clients changed without asking: kept in `relay.db` from before a call begins until
 * its room has stored it. One at a time for each room, in the order in which they ended.
 */
import { createHash } from 'node:crypto'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import type { DeskReport } from '@fairlead/protocol/wire/relay-link'
import type { DeskRoom } from '../../link/desk-link.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, unlessDiskFull } from '../../platform/database.ts'
import type { LinkState } from '../../platform/events.ts'
import { RpcRemoteError } from '../../rpc/rpc-peer.ts'
import { ReportTable } from './report-table.ts'

/** The conversation of these calls is in use, or the server has a problem. */
const RETRY_MS = 20_000
/** A call of this age has ended in any case. */
const UNFINISHED_MS = 2 * 60 * 60_000
const MAX_CLIENT_CHARS = 200

export interface DeskReportsPorts {
	readonly database: Database
	readonly clock: Clock
	/** The room of the project that the editor's folder is linked to, also while none is dialed. */
	roomNameOf(editorKey: string): string | null
	room(name: string): Pick<DeskRoom, 'link'> | undefined
	/** The relay is closing: its database may be closed already. */
	isClosing(): boolean
}

interface Begun {
	readonly callId: string
	readonly recordId: string
	readonly editorKey: string
	readonly client: string
	readonly method: string
	readonly params: Record<string, unknown>
}

export class DeskReports {
	readonly #ports: DeskReportsPorts
	readonly #table: ReportTable
	/** Rooms that are being told. */
	readonly #telling = new Set<string>()
	readonly #retries = new Map<string, () => void>()

	constructor(ports: DeskReportsPorts) {
		this.#ports = ports
		this.#table = new ReportTable(ports.database)
	}

	/** Does nothing if the folder is linked to no project. A repeated id is the same call. */
	begun({ callId, recordId, editorKey, client, method: name, params }: Begun): void {
		const room = this.#ports.roomNameOf(editorKey)
		if (room === null) return
		const hash = createHash('sha256').update(callId).digest('hex').slice(0, 32)
		const at = this.#ports.clock.now()
		const report = {
			id: `mcp_${hash}`,
			editorKey,
			client: client.slice(0, MAX_CLIENT_CHARS),
			name,
			params,
			callId,
			recordId,
			at,
		}
		unlessDiskFull(() => this.#table.begin(room, report))
	}

	ended(callId: string, outcome: CallOutcome): void {
		if (this.#ports.isClosing()) return
		let room: string | null = null
		unlessDiskFull(() => {
			room = this.#table.end(callId, outcome)
		})
		if (room !== null) void this.#tell(room)
	}

	linkChanged(room: string, { kind }: LinkState): void {
		if (kind === 'linked') void this.#tell(room)
	}

	/** Drops what is too old or too much. A call that the relay did not see end has an unknown outcome. */
	prune(): void {
		const now = this.#ports.clock.now()
		for (const callId of this.#table.unfinishedBefore(now - UNFINISHED_MS))
			this.ended(callId, UNKNOWN)
		this.#table.prune(now)
	}

	/** Tells the room until everything is told, or the link is lost. Never rejects. */
	async #tell(room: string): Promise<void> {
		if (this.#telling.has(room)) return
		this.#telling.add(room)
		this.#retries.get(room)?.()
		this.#retries.delete(room)
		try {
			while (!this.#ports.isClosing()) {
				const link = this.#ports.room(room)?.link
				const report = link?.takesDeskReports ? this.#table.next(room) : null
				if (!link || !report || !(await this.#told(room, link, report))) break
			}
		} finally {
			this.#telling.delete(room)
		}
	}

	/** False: not now. The next connection begins again. */
	async #told(room: string, link: DeskRoom['link'], report: DeskReport): Promise<boolean> {
		unlessDiskFull(() => this.#table.sent(room, report.callId, this.#ports.clock.now()))
		try {
			await link.reportCall(report)
		} catch (error) {
			if (!(error instanceof RpcRemoteError)) return false
			if (error.rpc.code !== RPC_ERROR.invalidParams) {
				this.#retryLater(report)
				return false
			}
		}
		if (!this.#ports.isClosing()) this.#table.drop(report.callId)
		return true
	}

	#retryLater({ editorKey }: DeskReport): void {
		const room = this.#ports.roomNameOf(editorKey)
		if (room === null) return
		this.#retries.set(
			room,
			this.#ports.clock.after(RETRY_MS, () => void this.#tell(room)),
		)
	}
}

const UNKNOWN = failed('effect_unknown', 'The relay ended before this call did.', {
	hint: 'Look at the current state.',
})
