/** The relay as MCP clients on this machine use it: sessions, their calls, and what they hear of editors. */

import type { ChangeScope, EditorSeat } from '@fairlead/protocol/editors/editors'
import type { CallProgress } from '@fairlead/protocol/wire/calls'
import type { CallRouter } from '../calls/call-router.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import type { Introduction } from '../requests/wire.ts'
import type { RoomApprovals, RoomApprovalsPorts } from './calls/room-approvals.ts'
import type { LoggedCall, McpCallLog } from './changes/call-log.ts'
import type { DeskReports } from './changes/reports.ts'
import { type Reverted, revertCalls } from './changes/revert.ts'
import { McpSession } from './session.ts'

/** The relay's parts that sessions use. */
export interface McpSessionsPorts {
	readonly clock: Clock
	readonly timing: Pick<Timing, 'mcpEditorGraceMs'>
	readonly log: McpCallLog
	readonly reports: Pick<DeskReports, 'begun' | 'ended' | 'prune'>
	readonly relayId: string
	readonly pages: Pick<RoomApprovals, 'hand'>
	readonly roomOf: RoomApprovalsPorts['roomOf']
	readonly seats: Pick<SeatRegistry, 'list' | 'get' | 'portOf' | 'hold'>
	readonly router: Pick<CallRouter, 'receive' | 'cancel' | 'forget' | 'isKnown' | 'isLive'>
	/** Whether somebody here wants this editor's change events has changed. */
	watchChanged(editorKey: string): void
}

export class McpSessions {
	readonly #ports: McpSessionsPorts
	readonly #sessions = new Set<McpSession>()
	/** Editors need a moment to connect after the relay's start. */
	readonly #startedAt: number

	constructor(ports: McpSessionsPorts) {
		this.#ports = ports
		this.#startedAt = ports.clock.now()
	}

	/** A client that has connected. Ends with {@link McpSession.end}. */
	session(hello: Introduction): McpSession {
		const session = new McpSession(hello, this.#ports, this.#startedAt, () =>
			this.#sessions.delete(session),
		)
		this.#sessions.add(session)
		return session
	}

	/** Newest first. */
	log(limit: number): LoggedCall[] {
		return this.#ports.log.newest(limit)
	}

	revert(callIds: readonly string[], force: boolean): Promise<Reverted> {
		return revertCalls(this.#ports, callIds, force)
	}

	prune(): void {
		this.#ports.log.prune()
		this.#ports.reports.prune()
	}

	isWatched(editorKey: string): boolean {
		return [...this.#sessions].some((one) => one.watches(editorKey))
	}

	progress(progress: CallProgress): void {
		for (const session of this.#sessions) session.progressed(progress)
	}

	/** A seat appeared, or its phase changed. */
	seatChanged(seat: EditorSeat): void {
		for (const session of this.#sessions) session.seatChanged(seat)
	}

	changed(editorKey: string, scopes: readonly ChangeScope[]): void {
		for (const session of this.#sessions) session.editorChanged(editorKey, scopes)
	}
}
