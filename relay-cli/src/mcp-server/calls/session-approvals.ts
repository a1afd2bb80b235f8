/** The calls of one MCP client that people may approve on the project's page. */

import type { McpCall } from '@fairlead/protocol/mcp'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { Clock } from '../../platform/clock.ts'
import type { RunOptions } from '../session.ts'
import type { PageCall, RoomApprovals } from './room-approvals.ts'

/** Clients give a request up that is silent for a minute. */
const PROGRESS_MS = 15_000
/** Questions that the client has not come back to. */
const MAX_KEPT = 32

export interface SessionApprovalsPorts {
	readonly pages: Pick<RoomApprovals, 'hand'>
	readonly clock: Clock
	/** The agent that uses this client, if it was started from the page. */
	readonly agent: string | undefined
	/** The client's editor; null: there is none, or several, or its project is told nothing. */
	editorKey(): string | null
	/** Aborted when the client has gone. */
	readonly over: AbortSignal
}

export class SessionApprovals {
	readonly #ports: SessionApprovalsPorts
	/** Calls by the state that comes back with the client's answer. */
	readonly #kept = new Map<string, PageCall>()

	constructor(ports: SessionApprovalsPorts) {
		this.#ports = ports
	}

	/**
	 * Returns null if the project cannot have it. The call ends with the client, or when the client cancels it.
	 * @param allowed nobody has to be asked
	 */
	async ask(
		call: McpCall,
		{ client, signal }: RunOptions,
		allowed = false,
	): Promise<PageCall | null> {
		const editorKey = this.#ports.editorKey()
		if (editorKey === null) return null
		const page = await this.#ports.pages.hand(
			editorKey,
			{ client, session: this.#ports.agent },
			call,
			allowed,
		)
		if (!page) return null
		const gone = AbortSignal.any([signal, this.#ports.over])
		const withdraw = (): void => page.withdraw()
		if (gone.aborted) withdraw()
		gone.addEventListener('abort', withdraw)
		void page.outcome.then(() => gone.removeEventListener('abort', withdraw))
		return page
	}

	/** Waits for the outcome, and says so. */
	async outcome(
		page: PageCall,
		{ progress }: RunOptions,
		news = "Waiting for approval on the project's page.",
	): Promise<CallOutcome> {
		let cancelTimer = (): void => undefined
		const say = (): void => {
			progress(news)
			cancelTimer = this.#ports.clock.after(PROGRESS_MS, say)
		}
		say()
		const outcome = await page.outcome
		cancelTimer()
		return outcome
	}

	/** Keeps the call until the client repeats its request. */
	keep(state: string, page: PageCall): void {
		this.#kept.set(state, page)
		const [oldest] = this.#kept.keys()
		if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.take(oldest)?.withdraw()
	}

	take(state: string): PageCall | null {
		const page = this.#kept.get(state) ?? null
		this.#kept.delete(state)
		return page
	}
}
